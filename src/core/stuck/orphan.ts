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
  /** Somebody who left for good: not registered any more, or forgotten. */
  readonly isUnregistered: (signs: Signs) => boolean
  /** Agents that wait for a row, through any number of debts. Asked only for what may be one. */
  readonly blocks: (row: DebtRow) => readonly string[]
}

/** unowned: nobody has taken it within the limit · unregistered: who has it left for good · moot: who wanted it is gone, and nobody else waits for it. */
export type OrphanReason = 'unowned' | 'unregistered' | 'moot'
export interface Orphan {
  readonly row: DebtRow
  readonly reason: OrphanReason
}

/** Tasks that nobody will do, or that nobody needs any more. Pure; linear in rows. */
export function findOrphans({ rows, operator, now, gone, signsOf, isUnregistered, blocks }: OrphanInput): Orphan[] {
  const isAway = (agent: string): boolean => {
    const left = signsOf(agent)?.gone
    return left !== undefined && now - left.at >= gone
  }
  return rows.flatMap((row): Orphan[] => {
    const { debt, debtor, creditor } = row
    if (debt.state !== 'open' || debt.kind !== 'task' || debt.late === true || debtor === operator) return []
    if (debtor === undefined) return row.life === 'overdue' ? [{ row, reason: 'unowned' }] : []
    const signs = signsOf(debtor)
    if (signs?.gone !== undefined && isUnregistered(signs) && isAway(debtor)) return [{ row, reason: 'unregistered' }]
    const isMoot = creditor !== operator && isAway(creditor) && blocks(row).every((agent) => agent === creditor)
    return isMoot ? [{ row, reason: 'moot' }] : []
  })
}
