import type { DebtRow } from '../debt.ts'
import type { Signs } from './signs.ts'

export interface OrphanInput {
  /** Open rows. */
  readonly rows: readonly DebtRow[]
  readonly operator: string
  readonly now: number
  /** How long somebody may be away, ms. */
  readonly gone: number
  readonly signsOf: (agent: string) => Signs | undefined
  /** How long the clock of a time stood still since, ms (`SilenceInput`). Default: never. */
  readonly stoodStill?: (since: number) => number
  /** Agents that wait for a row, through any number of debts. Asked only for what may be one. */
  readonly blocks: (row: DebtRow) => readonly string[]
}

/** unowned: nobody has taken it within the limit · signed off: who has it left for good · moot: who wanted it is gone, and nobody else waits for it. */
export type OrphanReason = 'unowned' | 'signed off' | 'moot'
export interface Orphan {
  readonly row: DebtRow
  readonly reason: OrphanReason
}

/** Tasks that nobody will do, or that nobody needs any more. Pure; linear in rows. */
export function findOrphans({ rows, operator, now, gone, signsOf, blocks, stoodStill = () => 0 }: OrphanInput): Orphan[] {
  const isAway = (agent: string): boolean => {
    const left = signsOf(agent)?.gone
    return left !== undefined && now - left.at - stoodStill(left.at) >= gone
  }
  const reasonOf = (row: DebtRow): OrphanReason | undefined => {
    const { debt, debtor, creditor } = row
    if (debt.state !== 'open' || debt.kind !== 'task' || debt.late === true || debtor === operator) return undefined
    if (debtor === undefined) return row.life === 'overdue' ? 'unowned' : undefined
    if (isAway(debtor) && signsOf(debtor)?.gone?.isForGood === true) return 'signed off'
    return creditor !== operator && isAway(creditor) && blocks(row).every((agent) => agent === creditor) ? 'moot' : undefined
  }
  const orphans: Orphan[] = []
  for (const row of rows) {
    const reason = reasonOf(row)
    if (reason !== undefined) orphans.push({ row, reason })
  }
  return orphans
}
