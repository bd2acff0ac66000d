import type { DebtRow } from '../debt.ts'
import type { KeptAct } from '../fold/debts/kept.ts'
import type { WaitArrow } from '../waits.ts'
import { findDeadlocks, type Deadlock } from './deadlock.ts'

/** Deadlocks that are over. Nobody records them: they follow from the debts of then, with the detector of now. */

/** A wait while nothing about it changed. */
export interface PastWait extends WaitArrow {
  /** When it changed or ended, ms; Infinity: not yet. */
  readonly until: number
}

interface WaitsOptions {
  readonly actsOf: (key: string) => readonly Pick<KeptAct, 'word' | 'by' | 'at' | 'to' | 'again' | 'back'>[]
  readonly agentOf: (source: string, name: string) => string
}

/** What these debts, open or ended, made agents wait for, piece by piece: a sign of the debtor begins a new one, and while a debt waits for another it makes none. Pure. */
export function pastWaits(rows: readonly DebtRow[], { actsOf, agentOf }: WaitsOptions): PastWait[] {
  const byKey = new Map(rows.flatMap((row) => row.keys.map((key) => [key, row] as const)))
  const children = Map.groupBy(rows, ({ debt }) => debt.parent)
  return rows.flatMap((row): PastWait[] => {
    const { debt, creditor, debtor, keys } = row
    if (debtor === undefined || debt.late === true) return []
    const end = debt.end?.at ?? Infinity
    const acts = keys.flatMap((key) => actsOf(key)).toSorted((a, b) => a.at - b.at)
    const own = acts.filter(({ by, word }) => (word === 'take' || word === 'report') && agentOf(debt.source, by) === debtor)
    // What was asked of a group is owed from when it was taken.
    const taken = debt.taken === true && debt.group !== undefined ? own.find(({ word }) => word === 'take') : undefined
    const start = Math.max(debt.openedAt, debt.passedAt ?? 0, taken?.at ?? 0)
    const asked = keys.flatMap((key) => children.get(key) ?? []).filter((child) => child.creditor === debtor)
    const backs = own.flatMap(({ back }) => (back === undefined ? [] : (byKey.get(back) ?? [])))
    const blocks = [...asked, ...backs].map((child) => [child.debt.openedAt, child.debt.end?.at ?? Infinity] as const)
    const again = acts.filter((act) => act.again === true)
    const base = { evidence: debt.evidence, row, event: debt.ask, isLate: false }
    const pieces = piecesOf(start, end, [...own.map(({ at }) => at), ...again.map(({ at }) => at), ...blocks.flat()])
    return [
      ...pieces.flatMap(([since, until]): PastWait[] =>
        creditor === debtor || blocks.some(([from, to]) => from <= since && since < to)
          ? []
          : [{ ...base, from: creditor, to: debtor, since, until }],
      ),
      ...acts.flatMap(({ word, by, at, to = [] }): PastWait[] => {
        if (word !== 'wait' || at < start || at >= end || agentOf(debt.source, by) !== debtor) return []
        const until = own.find((act) => act.at > at)?.at ?? end
        const others = to.map((name) => agentOf(debt.source, name)).filter((other) => other !== debtor)
        return others.map((other) => ({ ...base, evidence: 'declared', from: debtor, to: other, since: at, until }))
      }),
    ]
  })
}

function piecesOf(start: number, end: number, cuts: readonly number[]): [from: number, to: number][] {
  const times = [...new Set([start, ...cuts.filter((at) => at > start && at < end), end])].toSorted((a, b) => a - b)
  return times.slice(1).map((to, at) => [times[at] ?? start, to])
}

/** A deadlock and its end. */
export interface PastDeadlock extends Deadlock {
  readonly until: number
}

interface PastOptions {
  readonly from: number
  readonly to: number
  /** The operator's agent id. */
  readonly operator: string
  /** How long a ring is unchanged before it counts, ms. */
  readonly least: number
  /** How long the time from one moment to another was, ms, without what the machine slept. */
  readonly lasted: (since: number, until: number) => number
}

/** The rings that were unchanged for long enough at some time of a span, and have ended, oldest first. Whether somebody spoke in one is for the caller to see. Pure. */
export function pastDeadlocks(waits: readonly PastWait[], { from, to, operator, least, lasted }: PastOptions): PastDeadlock[] {
  // A wait that is shorter than the limit is in none.
  const long = waits.filter(({ since, until }) => since < to && until > from && until - since >= least)
  const moments = [...new Set([...long.flatMap(({ since, until }) => [since, until]), to])].filter((at) => at > from && at <= to)
  const found = new Map<string, PastDeadlock>()
  for (const at of moments.toSorted((a, b) => a - b)) {
    const arrows = long.filter(({ since, until }) => since < at && until >= at)
    for (const ring of findDeadlocks({ arrows, operator, spokeAt: () => undefined })) {
      const inRing = new Set<WaitArrow>(ring.arrows)
      const until = Math.min(...arrows.filter((arrow) => inRing.has(arrow)).map((arrow) => arrow.until))
      found.set(`${ring.since} ${ring.members.join(' ')}`, { ...ring, until })
    }
  }
  const all = [...found.values()].toSorted((a, b) => a.since - b.since)
  return all.flatMap((ring, at) => {
    // Another wait among the same agents begins a new one.
    const next = all
      .slice(at + 1)
      .find(({ members }) => members.length === ring.members.length && members.every((each) => ring.members.includes(each)))
    const until = Math.min(ring.until, next?.since ?? Infinity)
    return until < Infinity && until > from && lasted(ring.since, until) >= least ? [{ ...ring, until }] : []
  })
}

/** The parts of a deadlock in which nobody of it spoke to another for long enough. Pure. @param spoke when somebody did, ms. */
export function quietParts(
  { since, until }: Pick<PastDeadlock, 'since' | 'until'>,
  spoke: readonly number[],
  { least, lasted }: Pick<PastOptions, 'least' | 'lasted'>,
): { readonly since: number; readonly until: number }[] {
  return piecesOf(since, until, spoke).flatMap(([from, to]) => (lasted(from, to) >= least ? [{ since: from, until: to }] : []))
}
