import { conversationId } from '../conversation.ts'
import { isMessage, type Event } from '../event.ts'
import { conversationOf } from './conversations.ts'

/** Unread messages: display positions per conversation and sender. */
export type UnreadSnapshot = readonly (readonly [string, readonly (readonly [string, readonly number[]])[]])[]

export interface UnreadFold {
  /** Counts a message above the read mark, unless it is muted; a new version of a message keeps its read or unread state. */
  apply(event: Event, replaced?: Event): void
  /** Number of unread messages in this conversation, excluding senders for whom `isOwn` returns true. */
  count(conversation: string, isOwn: (sender: string) => boolean): number
  /** Display positions of unread messages, excluding senders for whom `isOwn` returns true. */
  ords(isOwn: (conversation: string, sender: string) => boolean): number[]
  /** Whether the message at this display position of the conversation is unread. */
  has(conversation: string, ord: number): boolean
  /** Calls `visit` for every conversation and sender with unread messages. */
  each(visit: (conversation: string, sender: string, count: number) => void): void
  /** Drops what is now at or below the read mark. */
  read(conversation: string, upTo: number): void
  /**
   * How far the conversation can be marked as read up to `upTo`: not past a reply that is still being written. Seeing its beginning is not
   * reading it; its position counts again once it is complete.
   */
  readable(conversation: string, upTo: number): number
  snapshot(): UnreadSnapshot
}

/**
 * Folds events into unread positions. `markOf` gives the position up to which a conversation is read.
 * Keeps positions instead of a number, so that any read mark gives an exact count.
 */
export function foldUnread(markOf: (conversation: string, source: string) => number, saved?: UnreadSnapshot): UnreadFold {
  const rows = new Map<string, Map<string, Set<number>>>(
    saved?.map(([id, senders]) => [id, new Map(senders.map(([n, o]) => [n, new Set(o)]))]),
  )

  /** Positions of replies being written, per conversation. After a restart, those that have not grown since are unknown. */
  const writing = new Map<string, Set<number>>()

  function follow(event: Event): void {
    if (!('conversation' in event.body)) return
    const id = conversationId(event.source, event.body.conversation)
    const ords = writing.get(id)
    if (event.body.kind === 'stream' && event.body.state !== 'cut') writing.set(id, (ords ?? new Set()).add(event.ord))
    else if (ords?.delete(event.ord) === true && ords.size === 0) writing.delete(id)
  }

  function add(conversation: string, sender: string, ord: number): void {
    const senders = rows.get(conversation) ?? new Map<string, Set<number>>()
    rows.set(conversation, senders)
    const ords = senders.get(sender) ?? new Set<number>()
    senders.set(sender, ords)
    ords.add(ord)
  }

  function keep(conversation: string, isKept: (ord: number) => boolean): void {
    const senders = rows.get(conversation)
    if (senders === undefined) return
    for (const [sender, ords] of senders) {
      for (const ord of ords) if (!isKept(ord)) ords.delete(ord)
      if (ords.size === 0) senders.delete(sender)
    }
    if (senders.size === 0) rows.delete(conversation)
  }

  return {
    apply(event, replaced) {
      if (event.body.kind === 'stream' || replaced?.body.kind === 'stream') follow(event)
      const wasMessage = replaced !== undefined && isMessage(replaced)
      if (wasMessage && !isMessage(event)) keep(conversationOf(replaced), (ord) => ord !== replaced.ord)
      if (!isMessage(event) || wasMessage || event.body.quiet === true) return
      const conversation = conversationOf(event)
      if (event.ord > markOf(conversation, event.source)) add(conversation, event.body.from, event.ord)
    },
    count(conversation, isOwn) {
      let sum = 0
      for (const [sender, ords] of rows.get(conversation) ?? []) if (!isOwn(sender)) sum += ords.size
      return sum
    },
    ords: (isOwn) => [...rows].flatMap(([id, senders]) => [...senders].flatMap(([sender, ords]) => (isOwn(id, sender) ? [] : [...ords]))),
    has: (conversation, ord) => [...(rows.get(conversation)?.values() ?? [])].some((ords) => ords.has(ord)),
    each(visit) {
      for (const [conversation, senders] of rows) for (const [sender, ords] of senders) visit(conversation, sender, ords.size)
    },
    readable: (conversation, upTo) => Math.min(upTo, ...[...(writing.get(conversation) ?? [])].map((ord) => ord - 1)),
    read: (conversation, upTo) => keep(conversation, (ord) => ord > upTo),
    snapshot: () => [...rows].map(([id, senders]) => [id, [...senders].map(([name, ords]) => [name, [...ords]] as const)] as const),
  }
}
