import type { AgentDebts } from '../../api/desk.ts'
import type { DebtRow } from '../../core/debt.ts'
import { limits } from '../../core/limits.ts'

interface Counting {
  owes: number
  overdue: number
  owed: number
  /** The oldest debt owed to it by an agent, which no other debt holds up. */
  oldest?: DebtRow
}

/** What each agent owes and is owed, from the rows of open debts. Rows that stand for several debts count once, as in the lists. */
export function agentDebts(rows: readonly DebtRow[]): AgentDebts[] {
  const found = new Map<string, Counting>()
  const of = (id: string): Counting => {
    const known = found.get(id) ?? { owes: 0, overdue: 0, owed: 0 }
    found.set(id, known)
    return known
  }
  for (const row of rows) {
    if (row.debt.state !== 'open') continue
    const creditor = of(row.creditor)
    creditor.owed++
    if (row.debtor === undefined) continue
    const debtor = of(row.debtor)
    debtor.owes++
    if (row.life === 'overdue') debtor.overdue++
    const isFirst = creditor.oldest === undefined || row.debt.openedAt < creditor.oldest.debt.openedAt
    if (row.debt.waitsFor === undefined && isFirst) creditor.oldest = row
  }
  return [...found].slice(0, limits.agentsListed).map(([id, { oldest, ...counts }]) => {
    return { id, ...counts, ...(oldest?.debtor !== undefined && { awaitedAgent: oldest.debtor, waitsSince: oldest.debt.openedAt }) }
  })
}
