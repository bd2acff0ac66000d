import { conversationId } from '../conversation.ts'
import { isMessage, type Event } from '../event.ts'
import { conversationOf } from './conversations.ts'

/** Unread messages: per conversation, per sender, the display positions. */
export type UnreadSnapshot = readonly (readonly [string, readonly (readonly [string, readonly number[]])[]])[]

export interface UnreadFold {
  /** Counts a message above the read mark, unless it is a quiet one; a new version of a message stays as read or unread as it was. */
  apply(event: Event, replaced?: Event): void
  /** Messages of this conversation that nobody read, without those of senders for whom `isOwn` says yes. */
  count(conversation: string, isOwn: (sender: string) => boolean): number
  /** Display positions of unread messages, those of senders for whom `isOwn` says yes left out. */
  ords(isOwn: (conversation: string, sender: string) => boolean): number[]
  /** Whether the message at this display position of the conversation is unread. */
  has(conversation: string, ord: number): boolean
  /** Calls `visit` for every conversation and sender with unread messages. */
  each(visit: (conversation: string, sender: string, count: number) => void): void
  /** Forgets what is at or below the mark now. */
  read(conversation: string, upTo: number): void
  /**
   * How far the conversation can be marked as read up to `upTo`: not past an answer that is still being written. Who has seen it begin has not
   * read it; its place counts again when it is complete.
   */
  readable(conversation: string, upTo: number): number
  snapshot(): UnreadSnapshot
}

/**
 * Folds events into unread positions. `markOf` gives the position up to which a conversation is read.
 * Positions are kept rather than a number, so that a mark anywhere gives an exact count.
 */
export function foldUnread(markOf: (conversation: string, source: string) => number, saved?: UnreadSnapshot): UnreadFold {
  const rows = new Map<string, Map<string, Set<number>>>(
    saved?.map(([id, senders]) => [id, new Map(senders.map(([n, o]) => [n, new Set(o)]))]),
  )

  /** Places of answers that are being written, per conversation. After a restart those are unknown that did not grow since. */
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
