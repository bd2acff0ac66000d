import type { Agent } from '../../../core/agent.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { AgentDebts } from '../../../api/desk.ts'

/** Who has spoken within this time is there, ms. */
const thereMs = 24 * 60 * 60_000

/** Somebody who could do it instead. */
export interface FreeAgent {
  /** Its name on the link of the debt. */
  readonly name: string
  readonly agent: Agent
  /** The debtor and it have the same role. */
  readonly hasRole: boolean
}

interface Asked {
  readonly row: Pick<DebtRow, 'creditor' | 'debtor'> & { readonly debt: Pick<DebtRow['debt'], 'source'> }
  /** Agents (ids) that cannot be asked: those in the ring. */
  readonly ring: readonly string[]
  readonly agents: readonly Agent[]
  readonly debts: readonly AgentDebts[]
  readonly now: number
}

/**
 * Who is free to do what somebody owes: known on the same link, spoke within a day, owes nothing and waits for nobody. One with the role of the debtor comes
 * first, then who spoke last. Pure.
 */
export function freeAgent({ row, ring, agents, debts, now }: Asked): FreeAgent | undefined {
  const busy = new Set([row.creditor, row.debtor, ...ring])
  for (const { id, owes, awaitedAgent } of debts) if (owes > 0 || awaitedAgent !== undefined) busy.add(id)
  const role = agents.find(({ id }) => id === row.debtor)?.role
  const free = agents.flatMap((agent): FreeAgent[] => {
    const known = agent.names.find(({ source, silent }) => source === row.debt.source && silent !== true)
    if (known === undefined || agent.isOperator || busy.has(agent.id) || isAway(agent, now)) return []
    return [{ name: known.name, agent, hasRole: role !== undefined && agent.role === role }]
  })
  return free.toSorted((a, b) => Number(b.hasRole) - Number(a.hasRole) || (b.agent.lastSeen ?? 0) - (a.agent.lastSeen ?? 0))[0]
}

function isAway({ status, lastSeen }: Agent, now: number): boolean {
  return ['lost', 'ended', 'waiting', 'needs you'].includes(status.word) || lastSeen === undefined || now - lastSeen > thereMs
}
