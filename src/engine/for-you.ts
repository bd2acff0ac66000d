import { conversationOf } from '../core/fold/conversations.ts'
import { nameKey } from '../core/fold/names.ts'
import type { UnreadFold } from '../core/fold/unread.ts'
import { isMessage, type Event, type MessageEvent } from '../core/event.ts'
import type { Journal } from './journal.ts'

/** Above this many unread messages, those to the operator are not told apart from the others. */
const most = 1_000
const pageRows = 200

/** Which unread messages are addressed to the operator. */
export interface ForYou {
  /** Adds an event that the unread fold has already added. */
  apply(event: Event): void
  /** Number of unread ones by conversation. `own` are the operator's names, as `${source}|${name}`. */
  unread(own: ReadonlySet<string>): ReadonlyMap<string, number>
}

/** Updates with every event; when the operator's names change, rereads the newest unread messages from the journal. */
export function openForYou(journal: Pick<Journal, 'page'>, workspace: string, unread: UnreadFold): ForYou {
  let own: ReadonlySet<string> = new Set()
  /** Conversations by display position, including messages that have since been read. */
  let found = new Map<number, string>()

  function apply(event: Event): void {
    if (isMessage(event) && isForYou(event, own)) found.set(event.ord, conversationOf(event))
  }

  function readAgain(): void {
    found = new Map()
    if (own.size === 0) return
    let before: number | undefined
    for (let read = 0; read < most; read += pageRows) {
      const filter = { addressed: [...own], kinds: ['message'] }
      const page = journal.page({ workspace, filter, limit: pageRows, ...(before !== undefined && { before }) })
      for (const event of page.events) apply(event)
      before = page.events[0]?.ord
      if (!page.hasBefore || before === undefined) return
    }
  }

  return {
    apply,
    unread(names) {
      if (names.size !== own.size || [...names].some((name) => !own.has(name))) {
        own = new Set(names)
        readAgain()
      }
      const counts = new Map<string, number>()
      for (const [ord, conversation] of found) {
        if (unread.has(conversation, ord)) counts.set(conversation, (counts.get(conversation) ?? 0) + 1)
        else found.delete(ord)
      }
      return counts
    },
  }
}

/** Addressed to one of these names, as recipient or observer, and not sent by one. */
export function isForYou({ source, body }: MessageEvent, own: ReadonlySet<string>): boolean {
  const isOwn = (name: string): boolean => own.has(nameKey(source, name))
  return !isOwn(body.from) && (body.to.some(isOwn) || body.observers.some(isOwn))
}
