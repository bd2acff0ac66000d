import type { Debt } from '../debt.ts'
import { limits } from '../limits.ts'
import { pastDeadlocks, quietParts, spokeIn, type PastWait, type Spoken } from '../stuck/past-deadlocks.ts'

interface DeadlockOptions {
  readonly from: number
  /** The end of the case, or now if that comes first. */
  readonly to: number
  readonly operator: string
  /** How long a ring is unchanged before it counts, ms. */
  readonly least: number
  readonly agentOf: (source: string, name: string) => string
  readonly stoodStill: (since: number) => number
  readonly spoken: readonly Spoken[]
}

export interface RingOfCase {
  readonly agents: readonly string[]
  readonly since: number
  readonly until?: number
  /** Ids of the events that ask for what is waited for. */
  readonly asks: readonly string[]
}

/** Agents that waited for each other, and in the meantime said nothing to each other, oldest first. Pure. */
export function deadlocksOf(debts: readonly Debt[], options: DeadlockOptions): RingOfCase[] {
  const { from, to, operator, least, agentOf, stoodStill, spoken } = options
  const lasted = (since: number, until: number): number => until - since - stoodStill(since) + stoodStill(until)
  const waits = debts.flatMap((debt): PastWait[] => {
    if (debt.debtor === undefined || debt.late === true || debt.waitsFor !== undefined) return []
    const [creditor, debtor] = [agentOf(debt.source, debt.creditor), agentOf(debt.source, debt.debtor)]
    const since = Math.max(debt.openedAt, debt.passedAt ?? 0)
    // What is open lasts until the end of the case.
    const until = Math.min(debt.end?.at ?? to, to)
    if (creditor === debtor || until <= since) return []
    return [{ from: creditor, to: debtor, since, until, evidence: debt.evidence, event: debt.ask, isLate: false }]
  })
  return pastDeadlocks(waits, { from, to, operator, least, lasted })
    .flatMap((ring) =>
      quietParts(ring, spokeIn(ring, spoken), { least, lasted }).map(({ since, until }) => ({
        agents: ring.members.slice(0, limits.stuckAgents),
        since,
        ...(until < to && { until }),
        asks: ring.arrows.map(({ event }) => event).slice(0, limits.rowDebts),
      })),
    )
    .slice(-limits.stuck)
}
