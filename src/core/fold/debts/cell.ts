import { isGroupAddress } from '../../names.ts'
import { isSameValue } from '../../same-value.ts'
import { idOf, refKey, type KeptAct, type KeptAsk, type LooseAct } from './kept.ts'
import type { Matched, Matcher } from './match.ts'

/** All that one name of a source may owe, with the acts that have to be matched to it. */
export interface Cell {
  readonly source: string
  readonly name: string
  /** Both, as in `refKey`. */
  readonly key: string
  readonly refs: Set<string>
  /** In order of position. */
  loose: LooseAct[]
  matched: Matched
  said: readonly string[]
  /** What has matched the first `done` acts of `loose`; undefined: all have to be matched again. */
  matcher: Matcher | undefined
  done: number
  /** Refs that changed since. */
  readonly touched: Set<string>
  /** How many of the refs are free text, at most. */
  turns: number
  /** Cursor of the newest act that is no longer among them. */
  upTo: number
  /** How many acts are searched for those that no later message can change. */
  settleAt: number
}

/** Acts of a cell that are matched again when something before them changes; what is older stays matched as it is. */
export const recentActs = 128
/** How many acts a cell may have before the first of them are settled. */
export const firstSettleAt = 2 * recentActs

/** The cell of a name of which nothing is known yet. */
export function emptyCell(source: string, name: string): Cell {
  return {
    source,
    name,
    key: refKey(source, name),
    refs: new Set(),
    loose: [],
    matched: new Map(),
    said: [],
    matcher: undefined,
    done: 0,
    touched: new Set(),
    turns: 0,
    upTo: 0,
    settleAt: firstSettleAt,
  }
}

/** The names whose debts an act may be about: its author's, and those of the names from which it withdraws, accepts or asks again. */
export function namesOf({ about, by, word, again, move }: LooseAct): readonly string[] {
  const other = 'pair' in about ? about.pair : about.turn
  const isCreditors = word === 'cancel' || again === true
  const names = isCreditors ? [other] : word === 'pass' ? [by, other] : [by]
  if ('turn' in about && move?.creditor !== undefined) names.push(other, ...(move.mentions ?? []))
  return once(names.filter((name) => name !== '' && !isGroupAddress(name)))
}

/** The names that owe a debt, or owed it at some time. */
export function owingBy(ask: KeptAsk | undefined, acts: readonly KeptAct[]): readonly string[] {
  const asked = ask?.to ?? []
  const later = acts.flatMap(({ word, by, to = [] }) => (word === 'take' ? by : word === 'pass' ? to : []))
  return later.length === 0 ? asked : once([...asked, ...later])
}

/** Nearly always there is one name. */
function once(names: readonly string[]): readonly string[] {
  return names.length < 2 ? names : [...new Set(names)]
}

/** The source in a ref (`refKey`). */
export function sourceOf(ref: string): string {
  return ref.slice(0, ref.indexOf('|'))
}

/** What is left of a line that was matched for good: its author spoke, which counts for what the other accepts later. */
export function spokenOnly(act: LooseAct): LooseAct {
  if (act.word === 'ack') return act
  const { said: _said, back: _back, ...line } = act
  return { ...line, word: 'ack' }
}

/** An act that was settled without a debt. */
export function unmatched(act: LooseAct, settledAt: number): LooseAct {
  return act.settledAt === undefined ? { ...act, settledAt } : act
}

/** That a name spoke: to whom, at which position, and in a channel whom it mentioned. */
export type SpokenLine = readonly [to: string, ord: number, mentions?: readonly string[]]

/** Of the lines of a cell's own name, the newest to each other name; none of a cell that is no longer kept. */
export function spokenLines(cell: Cell | undefined): ReadonlyMap<string, SpokenLine> {
  const { name, loose } = cell ?? { name: '', loose: [] }
  const newest = new Map<string, SpokenLine>()
  for (const { about, by, ord, move } of loose) {
    if (!('turn' in about) || by !== name) continue
    const mentions = move?.mentions
    newest.set(keyOf(about.turn, mentions), mentions === undefined ? [about.turn, ord] : [about.turn, ord, mentions])
  }
  return newest
}

/** What tells lines of a cell apart that are kept side by side. */
export function keyOf(to: string, mentions: readonly string[] = []): string {
  return [to, ...mentions].join('\n')
}

/** An act that shows only that a name spoke. */
export function actOf(by: string, [turn, ord, mentions]: SpokenLine): LooseAct {
  const line = { id: idOf(ord, 0), cursor: 0, ord, at: 0, event: '', by, about: { turn } } as const
  return { ...line, word: 'ack', evidence: 'inferred', how: 'turn', ...(mentions !== undefined && { move: { mentions } }) }
}

/** Where an act is already, next to where it belongs. */
export function knownAt(loose: readonly LooseAct[], place: number, act: LooseAct): number {
  let at = place - 1
  while (at >= 0 && loose[at]?.ord === act.ord && loose[at]?.id !== act.id) at--
  return loose[at]?.id === act.id ? at : -1
}

/** Where an act belongs among those of a cell, which are in order of position. */
export function placeOf(loose: readonly LooseAct[], act: LooseAct): number {
  let at = loose.length
  for (let before = loose[at - 1]; before !== undefined && isBefore(act, before); before = loose[at - 1]) at--
  return at
}

/** Of one event, acts on a pair come before what its text does to a turn, in the order in which the protocol gives them. */
function isBefore(a: LooseAct, b: LooseAct): boolean {
  return a.ord < b.ord || (a.ord === b.ord && a.id < b.id)
}

/** Whether two lists have the same acts, in the same versions. */
export function isSame(a: readonly KeptAct[] | undefined, b: readonly KeptAct[] | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.length === b.length &&
    a.every((act, at) => act.id === b[at]?.id && act.word === b[at].word && act.cursor === b[at].cursor)
  )
}

/** Puts acts that were there before in place of their copies, so that a checkpoint has each of them once. */
export function keepSame(acts: KeptAct[], before: readonly KeptAct[] = []): void {
  for (const [at, act] of acts.entries()) {
    const known = before[at]
    if (known === undefined || known.id !== act.id) return
    if (isSameValue(known, act)) acts[at] = known
  }
}
