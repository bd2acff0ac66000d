import type { DebtRow } from '../debt.ts'

/** Asked this often without any act of the debtor. */
const leastAsked = 3
/** Debts of others that the debtor settled meanwhile. */
const leastServed = 3

export interface StarvationInput {
  /** Open rows, and all rows: those that ended are read only when one of the open ones may starve. */
  readonly open: readonly DebtRow[]
  readonly rows: readonly DebtRow[]
  /** The operator's agent id, who is not judged. */
  readonly operator: string
  readonly now: number
  /** Overdue by so many limits. */
  readonly times: number
  /** Whether the debtor has acted on a debt: took it, reported on it, acknowledged it. Asked only for what may be one. */
  readonly hasActed: (row: DebtRow) => boolean
}

export interface Starvation {
  readonly row: DebtRow
  /** What was served instead, oldest first. */
  readonly served: readonly DebtRow[]
}

/**
 * Debts that are passed over: far overdue, or asked for again and again without any act of the debtor, who settled at least three of others since. One that
 * waits for a question back is not starving. Pure; linear in rows.
 */
export function findStarvation({ open, rows, operator, now, times, hasActed }: StarvationInput): Starvation[] {
  const waiting = open.filter((row) => {
    const { debt, debtor } = row
    if (debtor === undefined || debtor === operator || debt.late === true || debt.waitsFor !== undefined) return false
    const limit = (row.overdueAt ?? 0) - debt.sign
    // A time that was over when its creditor asked, or when its debtor last reported, is no measure.
    const isFarOver = limit > 0 && now >= debt.sign + times * limit
    return isFarOver || (row.asked >= leastAsked && !hasActed(row))
  })
  if (waiting.length === 0) return []
  const settledBy = new Map(waiting.map(({ debtor }) => [debtor, [] as DebtRow[]]))
  for (const row of rows) if (row.debt.state === 'settled' && row.debt.late !== true) settledBy.get(row.debtor)?.push(row)
  return waiting.flatMap((row): Starvation[] => {
    const done = settledBy.get(row.debtor) ?? []
    const served = done.filter(({ creditor, debt }) => creditor !== row.creditor && (debt.end?.at ?? 0) > row.debt.openedAt)
    return served.length < leastServed ? [] : [{ row, served }]
  })
}
