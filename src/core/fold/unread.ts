import { conversationId } from '../conversation.ts'
import { isMessage, type Event, type MessageEvent } from '../event.ts'
import { conversationOf } from './conversations.ts'
import { openPositions } from './positions.ts'

/**
 * Unread messages in one range of positions: conversation, sender, the first position and then the distance from each to the next, and whether they
 * are addressed to the operator.
 */
export type UnreadPart = readonly (readonly [string, string, readonly number[], true?])[]

/** All of the fold, or what changed of it, by the number of the range; null: nothing is unread there any more. */
export type UnreadSnapshot = readonly (readonly [number, UnreadPart | null])[]

export interface UnreadFold {
  /** Counts a message above the read mark, unless it is muted; a new version of a message keeps its read or unread state. */
  apply(event: Event, replaced?: Event): void
  /** Number of unread messages in this conversation, excluding senders for whom `isOwn` returns true. */
  count(conversation: string, isOwn: (sender: string) => boolean): number
  /** The next at most `limit` display positions of unread messages below `below`, newest first, excluding senders for whom `isOwn` returns true. */
  below(below: number, limit: number, isOwn: (conversation: string, sender: string) => boolean): number[]
  /** Number of unread messages in this conversation that are addressed to the operator. */
  forYou(conversation: string): number
  /**
   * Decides again which unread messages from `low` up to, and without, `below` are addressed to the operator, at most `limit` of them: those at the
   * positions in `addressed` are.
   * @returns below which position to go on; 0: nothing is unread there.
   */
  address(below: number, low: number, addressed: ReadonlySet<number>, limit: number): number
  /** Calls `visit` for every conversation and sender with unread messages, apart for those that are addressed to the operator. */
  each(visit: (conversation: string, sender: string, count: number, isForYou: boolean) => void): void
  /** Drops what is now at or below the read marks, by conversation. */
  read(marks: ReadonlyMap<string, number>): void
  /** Drops all of other conversations. */
  keep(isKept: (conversation: string) => boolean): void
  /**
   * How far the conversation can be marked as read up to `upTo`: not past a reply that is still being written. Seeing its beginning is not
   * reading it; its position counts again once it is complete.
   */
  readable(conversation: string, upTo: number): number
  snapshot(): UnreadSnapshot
  /** What changed since the last `saved`. */
  changes(): UnreadSnapshot
  saved(): void
}

interface Owner {
  readonly conversation: string
  readonly sender: string
  readonly isForYou: boolean
  count: number
}

/**
 * Folds events into unread positions. `markOf` gives the position up to which a conversation is read, `isForYou` whether a message is addressed to the
 * operator.
 * Keeps positions instead of a number, so that any read mark gives an exact count. A snapshot has a part for each range of positions, so that only
 * those that changed are saved again.
 */
export function foldUnread(
  markOf: (conversation: string, source: string) => number,
  saved?: UnreadSnapshot,
  isForYou: (event: MessageEvent) => boolean = () => false,
): UnreadFold {
  const owners: Owner[] = []
  /** Numbers of owners that have nothing unread, to be used again. */
  const free: number[] = []
  /** Numbers of owners, by conversation and `ownerKey`. */
  const rows = new Map<string, Map<string, number>>()
  const changed = new Set<number>()
  const positions = openPositions((range) => void changed.add(range))

  /** Positions of replies being written, per conversation. After a restart, those that have not grown since are unknown. */
  const writing = new Map<string, Set<number>>()

  function follow(event: Event): void {
    if (!('conversation' in event.body)) return
    const id = conversationId(event.source, event.body.conversation)
    const ords = writing.get(id)
    if (event.body.kind === 'stream' && event.body.state !== 'cut') writing.set(id, (ords ?? new Set()).add(event.ord))
    else if (ords?.delete(event.ord) === true && ords.size === 0) writing.delete(id)
  }

  function ownerOf(conversation: string, sender: string, isForYou: boolean): number {
    const known = rows.get(conversation)?.get(ownerKey(sender, isForYou))
    if (known !== undefined) return known
    const number = free.pop() ?? owners.length
    owners[number] = { conversation, sender, isForYou, count: 0 }
    rows.set(conversation, (rows.get(conversation) ?? new Map<string, number>()).set(ownerKey(sender, isForYou), number))
    return number
  }

  function add(conversation: string, sender: string, ord: number, isForYou: boolean): void {
    const number = ownerOf(conversation, sender, isForYou)
    const owner = owners[number]
    if (owner !== undefined && positions.add(ord, number)) owner.count++
    if (owner?.count === 0) dropOwner(number, owner)
  }

  function dropOwner(number: number, { conversation, sender, isForYou }: Owner): void {
    const senders = rows.get(conversation)
    senders?.delete(ownerKey(sender, isForYou))
    if (senders?.size === 0) rows.delete(conversation)
    free.push(number)
  }

  function took(number: number): void {
    const owner = owners[number]
    if (owner !== undefined && --owner.count === 0) dropOwner(number, owner)
  }

  function remove(conversation: string, ord: number): void {
    if (ownerAt(ord)?.conversation !== conversation) return
    const number = positions.remove(ord)
    if (number !== undefined) took(number)
  }

  /** To an owner that differs in whether it is for the operator. */
  function give(ord: number, from: Owner): void {
    const { conversation, sender } = from
    const to = ownerOf(conversation, sender, !from.isForYou)
    positions.give(ord, to)
    const [before, after] = [rows.get(conversation)?.get(ownerKey(sender, from.isForYou)), owners[to]]
    if (after !== undefined) after.count++
    if (before !== undefined) took(before)
  }

  function ownerAt(ord: number): Owner | undefined {
    const number = positions.owner(ord)
    return number === undefined ? undefined : owners[number]
  }

  function read(marks: ReadonlyMap<string, number>): void {
    const limits = new Float64Array(owners.length).fill(Number.NEGATIVE_INFINITY)
    let left = 0
    for (const [conversation, upTo] of marks) {
      for (const number of rows.get(conversation)?.values() ?? []) {
        limits[number] = upTo
        left += owners[number]?.count ?? 0
      }
    }
    if (left === 0) return
    const gone: number[] = []
    positions.descend(Number.MAX_SAFE_INTEGER, (ord, number) => {
      const limit = limits[number] ?? Number.NEGATIVE_INFINITY
      if (limit === Number.NEGATIVE_INFINITY) return true
      left--
      if (ord > limit) return left > 0
      gone.push(number)
      return 'remove'
    })
    for (const number of gone) took(number)
  }

  function partOf(range: number): UnreadPart | null {
    const byOwner = new Map<number, { last: number; readonly steps: number[] }>()
    positions.each(range, (ord, number) => {
      const steps = byOwner.get(number)
      if (steps === undefined) byOwner.set(number, { last: ord, steps: [ord] })
      else {
        steps.steps.push(ord - steps.last)
        steps.last = ord
      }
    })
    const part = [...byOwner].map(([number, { steps }]): UnreadPart[number] => {
      const { conversation = '', sender = '', isForYou } = owners[number] ?? {}
      return isForYou === true ? [conversation, sender, steps, true] : [conversation, sender, steps]
    })
    return part.length === 0 ? null : part
  }

  for (const [, part] of saved ?? []) {
    for (const [conversation, sender, steps, isForYou] of part ?? []) {
      let ord = 0
      for (const step of steps) add(conversation, sender, (ord += step), isForYou === true)
    }
  }
  changed.clear()

  return {
    apply(event, replaced) {
      if (event.body.kind === 'stream' || replaced?.body.kind === 'stream') follow(event)
      const wasMessage = replaced !== undefined && isMessage(replaced)
      if (wasMessage && !isMessage(event)) remove(conversationOf(replaced), replaced.ord)
      if (!isMessage(event) || wasMessage || event.body.quiet === true) return
      const conversation = conversationOf(event)
      if (event.ord > markOf(conversation, event.source)) add(conversation, event.body.from, event.ord, isForYou(event))
    },
    count(conversation, isOwn) {
      let sum = 0
      for (const number of rows.get(conversation)?.values() ?? []) {
        const owner = owners[number]
        if (owner !== undefined && !isOwn(owner.sender)) sum += owner.count
      }
      return sum
    },
    below(below, limit, isOwn) {
      const own = owners.map((owner) => owner.count > 0 && isOwn(owner.conversation, owner.sender))
      const found: number[] = []
      if (limit > 0) positions.descend(below, (ord, number) => own[number] === true || found.push(ord) < limit)
      return found
    },
    forYou(conversation) {
      let sum = 0
      for (const number of rows.get(conversation)?.values() ?? []) if (owners[number]?.isForYou === true) sum += owners[number].count
      return sum
    },
    address(below, low, addressed, limit) {
      const looked: number[] = []
      let next = 0
      positions.descend(below, (ord) => {
        if (ord >= low && looked.push(ord) <= limit) return true
        next = ord + 1
        return false
      })
      for (const ord of looked.slice(0, limit)) {
        const owner = ownerAt(ord)
        if (owner !== undefined && owner.isForYou !== addressed.has(ord)) give(ord, owner)
      }
      return next
    },
    each(visit) {
      for (const { conversation, sender, count, isForYou } of owners) if (count > 0) visit(conversation, sender, count, isForYou)
    },
    readable: (conversation, upTo) => Math.min(upTo, ...[...(writing.get(conversation) ?? [])].map((ord) => ord - 1)),
    read,
    keep: (isKept) => read(new Map([...rows.keys()].flatMap((id) => (isKept(id) ? [] : [[id, Infinity]])))),
    snapshot: () => positions.ranges().map((range) => [range, partOf(range)] as const),
    changes: () => [...changed].map((range) => [range, partOf(range)] as const),
    saved: () => changed.clear(),
  }
}

function ownerKey(sender: string, isForYou: boolean): string {
  return `${isForYou ? '+' : '-'}${sender}`
}
