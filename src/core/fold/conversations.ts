import { conversationId } from '../conversation.ts'
import { isMessage, type Event, type MessageEvent, type NoticeBody, type StreamBody } from '../event.ts'
import { limits } from '../limits.ts'
import { isGroupAddress } from '../names.ts'
import { keepRecent, thoseKept, type Weighing } from './recent.ts'

/** What is known about one conversation, apart from what is unread. */
export interface ConversationRow {
  readonly id: string
  readonly source: string
  readonly protocol: string
  readonly key: string
  readonly topic?: string
  readonly members: readonly string[]
  readonly count: number
  readonly lastOrd: number
  readonly lastAt: number
}

/** The whole fold as a JSON value. */
export interface ConversationsSnapshot {
  readonly rows: readonly ConversationRow[]
  readonly dropped: number
}

export interface ConversationsFold {
  /** Adds an event; `replaced` is the version it supersedes, which this fold has already counted. */
  apply(event: Event, replaced?: Event): void
  get(id: string): ConversationRow | undefined
  rows(): IterableIterator<ConversationRow>
  /** Conversations dropped because there were too many. */
  dropped(): number
  size(): number
  snapshot(): ConversationsSnapshot
}

/** Conversations kept in memory; five times as many as a screen lists. */
const cap = limits.conversationsListed * 5

/** Which conversations stay of too many. */
const weighing: Weighing<ConversationRow> = { rank: ({ lastOrd }) => lastOrd, weight: ({ count }) => count }

/** Those that a screen lists, the one with the latest message first. */
export function listedRows(rows: Iterable<ConversationRow>): ConversationRow[] {
  return thoseKept([...rows], limits.conversationsListed, weighing).toSorted((a, b) => b.lastOrd - a.lastOrd)
}

/** The conversation that a message belongs to. */
export function conversationOf(event: MessageEvent): string {
  return conversationId(event.source, event.body.conversation)
}

/** Makes its conversation known, but is not counted. */
type UncountedEvent = Event & { readonly body: NoticeBody | StreamBody }

function isUncounted(event: Event): event is UncountedEvent {
  return event.body.kind === 'notice' || event.body.kind === 'stream'
}

/** Folds events into conversations: members, count, latest message. */
export function foldConversations(saved?: ConversationsSnapshot): ConversationsFold {
  const rows = new Map<string, ConversationRow>(saved?.rows.map((row) => [row.id, row]))
  let dropped = saved?.dropped ?? 0

  function add(event: MessageEvent | UncountedEvent): void {
    const id = conversationId(event.source, event.body.conversation)
    const before = rows.get(id)
    const isLast = before === undefined || event.ord >= before.lastOrd
    const topic = isLast ? (event.body.topic ?? before?.topic) : before.topic
    rows.set(id, {
      id,
      source: event.source,
      protocol: event.protocol,
      key: event.body.conversation,
      ...(topic !== undefined && { topic }),
      members: isMessage(event) ? mergeMembers(before?.members ?? [], event) : (before?.members ?? []),
      count: (before?.count ?? 0) + (isMessage(event) ? 1 : 0),
      lastOrd: isLast ? event.ord : before.lastOrd,
      lastAt: isLast ? event.at : before.lastAt,
    })
    dropped += keepRecent(rows, cap, weighing)
  }

  function remove(event: MessageEvent): void {
    const id = conversationOf(event)
    const row = rows.get(id)
    if (row === undefined) return
    if (row.count <= 1) rows.delete(id)
    else rows.set(id, { ...row, count: row.count - 1 })
  }

  return {
    apply(event, replaced) {
      if (isMessage(event) || isUncounted(event)) add(event)
      if (replaced !== undefined && isMessage(replaced)) remove(replaced)
    },
    get: (id) => rows.get(id),
    rows: () => rows.values(),
    dropped: () => dropped,
    size: () => rows.size,
    snapshot: () => ({ rows: [...rows.values()], dropped }),
  }
}

/** Sender and recipients, sorted. Observers and groups are not members: observers only watch, and groups have many members. */
function mergeMembers(known: readonly string[], event: MessageEvent): readonly string[] {
  const { from } = event.body
  const to = event.body.to.filter((name) => !isGroupAddress(name))
  if (known.includes(from) && to.every((name) => known.includes(name))) return known
  return [...new Set([...known, from, ...to])].slice(0, limits.observers).toSorted()
}
