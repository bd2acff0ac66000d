import type { DebtRow } from '../debt.ts'
import { graphOf, ringsOf, wayAround, type WaitArrow } from '../waits.ts'

export interface Deadlock {
  /** In the order of the ring: each waits for the next, and the last for the first. */
  readonly members: readonly string[]
  readonly arrows: readonly WaitArrow[]
  /** Since when nothing moves in it, ms. */
  readonly since: number
}

export interface DeadlockInput {
  readonly arrows: readonly WaitArrow[]
  /** The operator's agent id: a ring through the operator is a question to the operator, not a deadlock. */
  readonly operator: string
  /** When an agent last said something to another one of these, ms; undefined: not lately. */
  readonly spokeAt: (from: string, to: ReadonlySet<string>) => number | undefined
}

/**
 * Rings of agents who wait for each other (`ringsOf`), with the time since when nothing changed in them: they count as deadlocks after the limit. A debt
 * that waits for a question back has no arrow, so a review with a question is none. Pure.
 */
export function findDeadlocks({ arrows, operator, spokeAt }: DeadlockInput): Deadlock[] {
  const seen = arrows.filter(({ isLate, from, to }) => !isLate && from !== operator && to !== operator)
  const graph = graphOf(seen)
  return ringsOf(graph).map((ring) => {
    const members = new Set(ring)
    const inside = seen.filter(({ from, to }) => members.has(from) && members.has(to))
    const since = Math.max(...inside.map((arrow) => arrow.since), ...ring.map((each) => spokeAt(each, members) ?? Number.NEGATIVE_INFINITY))
    return { members: wayAround(ring, graph), arrows: inside, since }
  })
}

/** What is cheap to give comes first. */
const costs: Partial<Record<DebtRow['debt']['kind'], number>> = { answer: 0, review: 1, task: 2 }

/** The debts whose end unties a ring, the cheapest first: a question before a review before a task, then the oldest. Pure. */
export function waysOut({ arrows }: Pick<Deadlock, 'arrows'>): DebtRow[] {
  const rows = [...new Set(arrows.flatMap(({ row }) => row ?? []))]
  return rows.toSorted((a, b) => (costs[a.debt.kind] ?? 3) - (costs[b.debt.kind] ?? 3) || a.debt.openedAt - b.debt.openedAt)
}
