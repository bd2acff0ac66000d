import { z } from 'zod'
import { conversationOf, foldConversations, type ConversationRow, type ConversationsFold } from '../../core/fold/conversations.ts'
import { foldCounts, type CountsFold } from '../../core/fold/counts.ts'
import type { Twin } from '../../core/twin.ts'
import type { DownSince } from '../../core/fold/status.ts'
import { foldNames, nameKey, type NamesFold } from '../../core/fold/names.ts'
import { foldUnread } from '../../core/fold/unread.ts'
import { isMessage, type Event } from '../../core/event.ts'
import type { Fault } from '../../core/fault.ts'
import { inSlices } from '../../io/slices.ts'
import { orLast, tryJournal } from '../journal-fault.ts'
import { inBackground } from '../in-background.ts'
import { openKept } from '../kept.ts'
import { openReadMarks } from './read-marks.ts'
import { openRaises } from './raise-unread.ts'
import type { Services } from '../services.ts'
import { localDayStart } from '../day-start.ts'
import { foldView, type FoldView } from './fold-view.ts'
import { openForYou } from './for-you.ts'
import { openNameOwners } from './name-owners.ts'
import { openUnusable } from '../links/unusable.ts'
import { foldName, openFoldStore, type ListsSnapshot } from './fold-store.ts'
import { openCheckpoints, type CheckpointOf } from '../past/checkpoints.ts'

/** Events folded together, and how often that is done before the folds catch up in the background. */
const rebuildPage = 200
const rebuildAtOnce = 10
/** Interval of reporting progress to the screen, in pages. */
const rebuildTold = 50
/** Unread positions passed to a search together. */
const unreadPiece = 10_000
/** Increment when a fold or its snapshot means something else: checkpoints of before are then removed. */
export const checkpointKey = '1'
const checkpointWorth = 50

/** Which checkpoints are those of the lists of a workspace. */
export function listsCheckpoint(workspace: string): CheckpointOf {
  return { workspace, fold: foldName, key: checkpointKey }
}

/** Everything derived from events, read marks and aliases that a screen shows of a workspace. */
export interface WorkspaceFolds {
  /** Highest cursor of the workspace; while the journal cannot be read, that of the last reading. */
  head(): number
  /** Adds stored events, in cursor order. */
  apply(events: readonly Event[]): void
  readonly conversations: ConversationsFold
  readonly names: NamesFold
  readonly counts: CountsFold
  /** Marks these conversations as read up to `upTo` (a display position). Never moves a mark back. */
  markRead(conversations: readonly string[], upTo: number): void
  /** Marks this message and all later ones of its conversation as unread. */
  markUnread(event: Event): Promise<void>
  /** Marks everything of the source up to a display position as read, in every conversation. Never moves a mark back. */
  markSourceRead(source: string, upTo: number): void
  /** Gives a name (`nameKey`) to an agent, as the operator decided; undefined: removes that decision. */
  alias(name: string, agent: string | undefined): void
  aliases(): ReadonlyMap<string, string>
  /** Keys of the operator's names, on any source. */
  own(operator: string): ReadonlySet<string>
  /** The next display positions below `below` of the operator's unread messages, newest first; none: there are no more. */
  unreadBelow(operator: string, below: number): number[]
  /** Conversations in which every unread message is addressed to the operator: reading those messages reads them all. */
  onlyForYou(operator: string): string[]
  /** The operator's name, or another agent's, that a name only looks like. */
  twinOf(name: string, operator: string): Twin | undefined
  /** The current lists; `operator` is the operator's name. */
  view(operator: string, downSince: DownSince): FoldView
  /** Stops background work, and saves. */
  close(): void
}

/** The folds that the past has, too. What was unread then was not recorded. */
export type ListFolds = Pick<WorkspaceFolds, 'conversations' | 'names' | 'counts'>

/**
 * Opens the folds of a workspace: the saved snapshot plus the events since. If there are many, the folds catch up in slices in the background; `changed` is
 * then called now and then, and at the end.
 */
export function openFolds(
  services: Pick<Services, 'journal' | 'now' | 'log' | 'checkpointPace'> & { readonly rebuilding?: (done: number, total: number) => void },
  workspace: string,
  changed: () => void = () => undefined,
): WorkspaceFolds {
  const { journal } = services
  const head = orLast(() => journal.head(workspace), 0)
  const marks = openReadMarks(services, workspace)
  const store = openFoldStore(services, workspace)
  const { saved } = store
  const checkpoints = openCheckpoints(services, listsCheckpoint(workspace), checkpointWorth)

  const conversations = foldConversations(saved?.conversations)
  const names = foldNames(localDayStart, saved?.names)
  const counts = foldCounts(localDayStart, saved?.counts)
  const owners = openNameOwners(names, openKept(services, workspace, 'alias', z.string()))
  const forYou = openForYou({
    journal,
    workspace,
    unread: () => unread,
    saved: saved?.forYou,
    inBackground: readOn,
    changed,
    isClosed: () => isClosed,
  })
  const unread = foldUnread(marks.of, store.unread, forYou.isForYou)
  const unusable = openUnusable(journal, workspace)
  unread.read(new Map([...conversations.rows()].map((row) => [row.id, marks.of(row.id, row.source)])))
  let { cursor } = store
  /** New events are not folded yet: they are in the journal and will be read from there in order. */
  let isBehind = true
  let isClosed = false
  let dropped = conversations.dropped()
  const raises = openRaises({
    journal,
    workspace,
    saved: saved?.raises,
    take: (events) => store.read(events).forEach(({ event }) => unread.apply(event)),
    save,
    changed,
    isClosed: () => isClosed,
  })

  function fold(events: readonly Event[]): void {
    for (const { event, replaced } of store.read(events)) {
      for (const fold of [conversations, names, counts, unread]) fold.apply(event, replaced)
      unusable.apply(event)
      cursor = Math.max(cursor, event.cursor)
    }
    if (conversations.dropped() !== dropped) forgetDropped()
    if (store.took(events)) save()
    if (store.hasAll()) checkpoints.took(events, cursor, (isWhole) => (isWhole ? [listsSnapshot()] : undefined))
  }

  /** Nobody can read what is unread in a conversation that is no longer kept. Its mark matters as long as its messages are folded again. */
  function forgetDropped(): void {
    dropped = conversations.dropped()
    const isKept = (id: string): boolean => conversations.get(id) !== undefined
    unread.keep(isKept)
    if (!isBehind) marks.keep(isKept)
  }

  function listsSnapshot(): ListsSnapshot {
    return { conversations: conversations.snapshot(), names: names.snapshot(), counts: counts.snapshot() }
  }

  function save(): void {
    const decided = forYou.decided()
    const value = {
      ...listsSnapshot(),
      ...(decided !== undefined && { forYou: decided }),
      ...(raises.left().length > 0 && { raises: raises.left() }),
    }
    store.save(cursor, value, unread)
  }

  /** Takes the next events of the journal; false if there are none, and then new events are folded directly. */
  function catchUp(): boolean {
    const page = isClosed ? [] : journal.since(workspace, cursor, rebuildPage)
    fold(page)
    isBehind = page.length > 0
    return isBehind
  }

  async function rebuild(): Promise<void> {
    const total = journal.head(workspace)
    services.log('rebuilding the lists from the journal', { workspace, done: cursor, total })
    let pages = 0
    await inSlices(() => {
      if (++pages % rebuildTold === 0) {
        changed()
        services.rebuilding?.(Math.min(cursor, total), total)
      }
      return catchUp()
    })
    if (!isClosed) {
      forgetDropped()
      save()
      services.rebuilding?.(total, total)
    }
    services.log('rebuilt the lists from the journal', { workspace, done: cursor })
    changed()
  }

  const failed = (fault: Fault): void => services.log('could not finish reading the journal for the lists', { workspace, fault })

  function readOn(work: () => Promise<void>): void {
    inBackground(work, failed, () => !isClosed)
  }

  for (let pages = 0; pages < rebuildAtOnce && catchUp();) pages++
  if (isBehind) readOn(rebuild)
  else forgetDropped()
  for (const raise of raises.left()) readOn(raises.work(raise))

  return {
    head,
    apply(events) {
      if (isBehind || tryJournal(() => fold(events)).ok) return
      isBehind = true // all that is stored is read from the journal, in order
      readOn(rebuild)
    },
    conversations,
    names,
    counts,
    markRead(ids, upTo) {
      const changed = new Map<string, number>()
      for (const id of ids) {
        const row = conversations.get(id)
        const mark = unread.readable(id, upTo)
        if (row !== undefined && marks.of(id, row.source) < mark) changed.set(id, mark)
      }
      if (changed.size > 0) marks.put(changed)
      unread.read(new Map(ids.map((id) => [id, upTo])))
    },
    async markUnread(event) {
      if (!isMessage(event)) return
      const conversation = conversationOf(event)
      const before = marks.of(conversation, event.source)
      marks.put(new Map([[conversation, event.ord - 1]]))
      const raise = raises.work({ conversation, after: event.ord - 1, before })
      await raise().catch((thrown: unknown) => {
        readOn(raise)
        throw thrown
      })
    },
    markSourceRead(source, upTo) {
      if (marks.ofSource(source) >= upTo) return
      marks.put(new Map([[source, upTo]]))
      const rows = [...conversations.rows()].filter((row) => row.source === source)
      unread.read(new Map(rows.map((row) => [row.id, marks.of(row.id, source)])))
    },
    alias: owners.alias,
    aliases: () => owners.aliases,
    own: owners.own,
    twinOf: owners.twinOf,
    unreadBelow(operator, below) {
      const own = owners.own(operator)
      return unread.below(below, unreadPiece, (id, sender) => own.has(nameKey(conversations.get(id)?.source ?? '', sender)))
    },
    onlyForYou(operator) {
      const own = owners.own(operator)
      forYou.use(own)
      const isOnly = ({ id, source }: ConversationRow): boolean => {
        const mine = unread.forYou(id)
        return mine > 0 && mine === unread.count(id, (sender) => own.has(nameKey(source, sender)))
      }
      return [...conversations.rows()].filter(isOnly).map(({ id }) => id)
    },
    view(operator, downSince) {
      forYou.use(owners.own(operator))
      return foldView({
        conversations,
        names,
        counts,
        unread,
        owners,
        operator,
        now: services.now(),
        downSince,
        unusable: unusable.counts(),
        rebuilding: isBehind ? { done: cursor, total: head() } : undefined,
      })
    },
    close() {
      isClosed = true
      checkpoints.close()
      save()
    },
  }
}
