import { messageGroups } from '../pure/api.ts'
import type { MessageList, MessageRow } from '../pure/api.ts'
import { openSwitchboardOf } from './open-switchboard.ts'
import type { SwitchboardData } from './open-switchboard.ts'
import type { MessagePage, MessagesSlice, State, SwitchboardSlice } from './slices.ts'
import type { MakeSlice } from '../../../renderer/features/screen.ts'

/** Rows of one request; a group is fetched further when its end comes into view. */
const pageRows = 100
const olderRows = 250
/** Maximum number of rows fetched again when a mailbox changes; older ones stay as they are. */
const freshRows = 500

/** The groups shown at the current place. */
export function groupsShown(state: SwitchboardData): readonly MessageList[] {
  const place = openSwitchboardOf(state)?.place
  if (place?.kind !== 'mailbox') return []
  return place.group === undefined ? messageGroups : [place.group]
}

/** Every row that is listed now, top to bottom. */
export function rowsShown(state: State): readonly MessageRow[] {
  return groupsShown(state)
    .filter((group) => !state.folded.has(group))
    .flatMap((group) => state.messages.pages.get(group)?.rows ?? [])
}

/** What the pages on screen belong to; undefined while no mailbox is open. */
function mailboxKey(state: State): { readonly key: string; readonly mailbox: string } | undefined {
  const open = openSwitchboardOf(state)
  return open?.place.kind === 'mailbox' ? { key: JSON.stringify([open.link.id, open.place.name]), mailbox: open.place.name } : undefined
}

/** Newer rows first, followed by older ones fetched earlier. */
function joined(fresh: MessagePage, before: MessagePage | undefined, seen: ReadonlySet<string>): MessagePage {
  const last = fresh.rows.at(-1)
  const older = fresh.hasMore && last !== undefined ? (before?.rows ?? []).filter((row) => row.at < last.at && !seen.has(row.id)) : []
  const rows = [...fresh.rows, ...older]
  return { rows, total: fresh.total, hasMore: fresh.hasMore && rows.length < fresh.total }
}

/** The messages of the mailbox on screen, in pages by group. */
export const messagesSlice: MakeSlice<MessagesSlice, SwitchboardSlice> = (set, get) => {
  let running: Promise<void> | undefined
  let isStale = false
  const older = new Set<MessageList>()

  async function fetchAll(): Promise<void> {
    const box = mailboxKey(get())
    if (box === undefined) return
    if (get().messages.of !== box.key) set({ messages: { of: box.key, pages: new Map() }, folded: new Set() })
    const before = get().messages.pages
    const answers = await Promise.all(
      groupsShown(get()).map(async (group) => {
        const held = before.get(group)?.rows.length ?? 0
        const limit = Math.min(freshRows, Math.max(pageRows, held))
        return [group, await get().callSwitchboard('messages', { mailbox: box.mailbox, group, limit })] as const
      }),
    )
    if (mailboxKey(get())?.key !== box.key) return
    const seen = new Set(answers.flatMap(([, answer]) => (answer.ok ? answer.value.rows.map((row) => row.id) : [])))
    set((state) => {
      const pages = new Map(state.messages.pages)
      for (const [group, answer] of answers) {
        const held = pages.get(group)
        if (answer.ok) pages.set(group, joined(answer.value, held, seen))
        else pages.set(group, { rows: [], total: 0, hasMore: false, ...held, fault: answer.fault })
      }
      return { messages: { of: box.key, pages } }
    })
  }

  return {
    messages: { of: '', pages: new Map() },
    folded: new Set(),

    foldGroup(group) {
      set((state) => {
        const folded = new Set(state.folded)
        if (!folded.delete(group)) folded.add(group)
        return { folded }
      })
    },

    /** One request at a time; changes that arrive during a request are fetched by one more afterwards. */
    loadMessages() {
      isStale = true
      running ??= (async () => {
        while (isStale) {
          isStale = false
          // oxlint-disable-next-line no-await-in-loop -- the next one has to see what this one fetched
          await fetchAll()
        }
      })().finally(() => {
        running = undefined
      })
      return running
    },

    async loadOlderMessages(group) {
      const box = mailboxKey(get())
      const page = get().messages.pages.get(group)
      const last = page?.rows.at(-1)
      if (box === undefined || page?.hasMore !== true || last === undefined || older.has(group)) return
      older.add(group)
      const answer = await get().callSwitchboard('messages', { mailbox: box.mailbox, group, before: last.id, limit: olderRows })
      older.delete(group)
      set((state) => {
        const held = state.messages.pages.get(group)
        // The list may have been fetched again in between: these rows are dropped unless they still follow its last row.
        if (state.messages.of !== box.key || held?.rows.at(-1)?.id !== last.id) return {}
        const known = new Set(held.rows.map((row) => row.id))
        const next: MessagePage = answer.ok
          ? {
              rows: [...held.rows, ...answer.value.rows.filter((row) => !known.has(row.id))],
              total: answer.value.total,
              hasMore: answer.value.hasMore && answer.value.rows.length > 0,
            }
          : { ...held, fault: answer.fault }
        return { messages: { ...state.messages, pages: new Map(state.messages.pages).set(group, next) } }
      })
    },

    stepMessage(by) {
      const rows = rowsShown(get())
      const { message } = get().inbox
      const at = rows.findIndex((row) => row.id === message?.id && row.mailbox === message.mailbox)
      const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
      if (next !== undefined) get().selectMessage({ mailbox: next.mailbox, id: next.id })
    },
  }
}
