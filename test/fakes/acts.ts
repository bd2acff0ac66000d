import type { Act, DebtKind } from '../../src/core/acts.ts'
import type { Event } from '../../src/core/event.ts'
import { foldDebts, type DebtsFold, type DebtsOptions } from '../../src/core/fold/debts.ts'
import { readShard, storedShard, type DebtShard, type StoredShard } from '../../src/core/fold/debts/shards.ts'
import { messageBody, storedEvent } from './events.ts'

/** An event with the acts that a protocol would read from it. */
export interface ActedEvent {
  readonly event: Event
  readonly acts: readonly Act[]
}

/** An event at a given minute, with its acts. */
export function acted(cursor: number, from: string, to: string, acts: readonly Act[], more: Partial<Event> = {}): ActedEvent {
  return { event: storedEvent(cursor, messageBody(from, to, `message ${cursor}`), { at: cursor * 60_000, ...more }), acts }
}

/** A fold that reads these acts. */
export function foldOf(all: readonly ActedEvent[], options: Partial<DebtsOptions> = {}, saved?: Iterable<DebtShard>): DebtsFold {
  const byId = new Map(all.map(({ event, acts }) => [event.id, acts]))
  return foldDebts({ actsOf: (event) => byId.get(event.id) ?? [], ...options }, saved)
}

/** A fold of all of them, in the order given. */
export function folded(all: readonly ActedEvent[], options: Partial<DebtsOptions> = {}): DebtsFold {
  const fold = foldOf(all, options)
  for (const { event } of all) fold.apply(event, all.find((each) => each.event.id === event.supersedes)?.event)
  return fold
}

/** Parts of a fold as they are read after they were stored. */
export function asStored(shards: readonly DebtShard[]): DebtShard[] {
  return (JSON.parse(JSON.stringify(shards.map(storedShard))) as StoredShard[]).map(readShard)
}

const declared = { evidence: 'declared' } as const
const inferred = { evidence: 'inferred' } as const

export function ask(by: string, to: readonly string[], ref: string, kind: DebtKind = 'task', more: Partial<Act> = {}): Act {
  return { act: 'ask', by, to, about: { ref }, kind, ...declared, ...more }
}

export function onRef(act: Act['act'], by: string, ref: string, more: Partial<Act> = {}): Act {
  return { act, by, about: { ref }, ...declared, ...more }
}

export function onPair(
  act: Act['act'],
  by: string,
  pair: string,
  kinds: readonly DebtKind[] = ['task', 'review'],
  more: Partial<Act> = {},
): Act {
  return { act, by, about: { pair, kinds }, ...inferred, ...more }
}

/** A question in free text. */
export function question(by: string, to: string, more: Partial<Act> = {}): Act[] {
  const move = { asks: true } as const
  return [
    { act: 'speak', by, about: { turn: to }, ...inferred, move, ...more },
    { act: 'ask', by, to: [to], about: { turn: to }, kind: 'answer', cue: [0, 7], ...inferred, ...more },
  ]
}

/** A request in free text. */
export function request(by: string, to: string): Act[] {
  const move = { requests: true } as const
  return [
    { act: 'speak', by, about: { turn: to }, ...inferred, move },
    { act: 'ask', by, to: [to], about: { turn: to }, kind: 'answer', cue: [0, 7], ...inferred },
  ]
}

export function speak(by: string, to: string, move: Act['move'] = {}): Act[] {
  return [{ act: 'speak', by, about: { turn: to }, ...inferred, move }]
}

export function take(by: string, to: string): Act[] {
  return [{ act: 'take', by, about: { turn: to }, kind: 'task', evidence: 'inferred' }]
}
