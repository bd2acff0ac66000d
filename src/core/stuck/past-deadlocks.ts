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

/**
 * The rings that were unchanged for long enough at some time of a span, and have ended, oldest first. Whether somebody spoke in one is for the caller to see.
 * Goes through the span wait by wait: a ring ends with a wait in it that ends, or with another one that begins in it. Pure.
 */
export function pastDeadlocks(waits: readonly PastWait[], { from, to, operator, least, lasted }: PastOptions): PastDeadlock[] {
  // A wait that is shorter than the limit is in none.
  const long = waits.filter(
    (wait) => wait.since < to && wait.until > from && wait.until - wait.since >= least && wait.from !== operator && wait.to !== operator,
  )
  const moments = new Map<number, { readonly begin: PastWait[]; readonly end: PastWait[] }>([[to, { begin: [], end: [] }]])
  const at = (time: number) => {
    const moment = moments.get(time) ?? { begin: [], end: [] }
    moments.set(time, moment)
    return moment
  }
  for (const wait of long) {
    at(wait.since).begin.push(wait)
    if (wait.until <= to) at(wait.until).end.push(wait)
  }
  const now = openWaits(least)
  const found = new Map<string, PastDeadlock>()
  const see = (arrows: readonly PastWait[], time: number, isEdge = false): void => {
    for (const ring of findDeadlocks({ arrows, operator, spokeAt: () => undefined })) {
      const inRing = new Set<WaitArrow>(ring.arrows)
      const ends = arrows.flatMap((arrow) => (inRing.has(arrow) ? [arrow.until] : []))
      const until = isEdge ? Math.min(...ends) : time
      if (until < Infinity && lasted(ring.since, until) >= least) found.set(`${ring.since} ${ring.members.join(' ')}`, { ...ring, until })
    }
  }
  for (const [time, { begin, end }] of [...moments].toSorted(([a], [b]) => a - b)) {
    if (time > from && time < to) {
      for (const wait of [...end, ...begin]) {
        const around = now.around(wait, time)
        if (around !== undefined && (!around.isOne || around.isRipe())) see(around.inside(), time)
      }
    }
    if (time === to) see(now.all(), to, true)
    for (const wait of end) now.remove(wait)
    for (const wait of begin) now.add(wait)
  }
  return [...found.values()].toSorted((a, b) => a.since - b.since)
}

/** The waits of a moment. */
interface OpenWaits {
  add(wait: PastWait): void
  remove(wait: PastWait): void
  all(): readonly PastWait[]
  /** Of the waits among all that a wait connects both ways; undefined: it connects none. Times do not go back from call to call. */
  around(wait: PastWait, time: number): Around | undefined
}

interface Around {
  /** They are one ring, also without the wait. */
  readonly isOne: boolean
  /** All of them have lasted for long enough. */
  isRipe(): boolean
  inside(): readonly PastWait[]
}

/** They are added in the order in which they begin. @param least how long one lasts until it is ripe, ms */
function openWaits(least: number): OpenWaits {
  const open = new Set<PastWait>()
  /** Those that are not ripe, the oldest first: nearly always one is among many, and then nobody has to look at them all. */
  const young = new Set<PastWait>()
  const graph = openCountedGraph()
  return {
    add(wait) {
      open.add(wait)
      young.add(wait)
      graph.put(wait, 1)
    },
    remove(wait) {
      young.delete(wait)
      if (open.delete(wait)) graph.put(wait, -1)
    },
    all: () => [...open],
    around({ from, to }, time) {
      const ahead = graph.reached(to, 'next')
      if (!ahead(from)) return undefined
      const behind = graph.reached(from, 'before')
      const isIn = (wait: PastWait): boolean => [wait.from, wait.to].every((agent) => ahead(agent) && behind(agent))
      return {
        isOne: graph.has({ from, to }) || graph.reached(from, 'next')(to),
        isRipe() {
          for (const wait of young) {
            if (time - wait.since >= least) young.delete(wait)
            else if (isIn(wait)) return false
          }
          return true
        },
        inside: () => [...open].filter(isIn),
      }
    },
  }
}

/** Who waits for whom, by any number of waits. It is searched for nearly every wait that begins or ends, so agents are numbers in it. */
interface CountedGraph {
  put(wait: Pick<PastWait, 'from' | 'to'>, by: 1 | -1): void
  /** Whether there is such a wait. */
  has(wait: Pick<PastWait, 'from' | 'to'>): boolean
  /** Tells of any agent whether it can be reached from one by waits, or whether that one can be reached from it. Every agent reaches itself. */
  reached(start: string, way: 'next' | 'before'): (agent: string) => boolean
}

function openCountedGraph(): CountedGraph {
  const numbers = new Map<string, number>()
  const nodes = { next: [] as Map<number, number>[], before: [] as Map<number, number>[] }
  const numberOf = (agent: string): number => {
    const known = numbers.get(agent)
    if (known !== undefined) return known
    const fresh = numbers.size
    numbers.set(agent, fresh)
    nodes.next.push(new Map())
    nodes.before.push(new Map())
    return fresh
  }
  return {
    put(wait, by) {
      const [from, to] = [numberOf(wait.from), numberOf(wait.to)]
      count(nodes.next[from], to, by)
      count(nodes.before[to], from, by)
    },
    has: ({ from, to }) => nodes.next[numberOf(from)]?.has(numberOf(to)) === true,
    reached(start, way) {
      const first = numberOf(start)
      const isSeen = new Uint8Array(numbers.size)
      const found = [first]
      isSeen[first] = 1
      for (const node of found) {
        nodes[way][node]?.forEach((_count, other) => {
          if (isSeen[other] === 1) return
          isSeen[other] = 1
          found.push(other)
        })
      }
      return (agent) => isSeen[numbers.get(agent) ?? -1] === 1
    },
  }
}

function count(counts: Map<number, number> | undefined, other: number, by: 1 | -1): void {
  const many = (counts?.get(other) ?? 0) + by
  if (many > 0) counts?.set(other, many)
  else counts?.delete(other)
}

/** A message of one agent to others, by agents (ids). */
export interface Spoken {
  readonly at: number
  readonly from: string
  readonly to: readonly string[]
}

/** When somebody of a deadlock spoke to another of it, ms. Pure. */
export function spokeIn({ members, since, until }: PastDeadlock, spoken: readonly Spoken[]): number[] {
  const inRing = new Set<string>(members)
  return spoken
    .filter(({ at, from, to }) => at > since && at < until && inRing.has(from) && to.some((other) => other !== from && inRing.has(other)))
    .map(({ at }) => at)
}

/** The parts of a deadlock in which nobody of it spoke to another for long enough. Pure. @param spoke when somebody did, ms. */
export function quietParts(
  { since, until }: Pick<PastDeadlock, 'since' | 'until'>,
  spoke: readonly number[],
  { least, lasted }: Pick<PastOptions, 'least' | 'lasted'>,
): { readonly since: number; readonly until: number }[] {
  return piecesOf(since, until, spoke).flatMap(([from, to]) => (lasted(from, to) >= least ? [{ since: from, until: to }] : []))
}
