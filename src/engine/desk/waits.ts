import type { DebtRow } from '../../core/debt.ts'
import type { Lists } from './lists.ts'

/** How long a path of waiting is followed. */
const mostSteps = 16

/** Who waits for a debt: each row of the path waits for the next, and the last for this one. Pure. */
export function whoWaits(row: DebtRow, { rows }: Pick<Lists, 'rows'>): DebtRow[] {
  const open = rows.filter(({ debt }) => debt.state === 'open')
  return follow(row, (from) => {
    const { debt } = from
    return (
      open.find((each) => each.debt.waitsFor !== undefined && from.keys.includes(each.debt.waitsFor)) ??
      open.find((each) => each.debt.waitsFor === undefined && each.debtor === from.creditor && each.debt.key !== debt.key)
    )
  }).toReversed()
}

/** What a debt waits for, each row for the next. Pure. */
export function waitedFor(row: DebtRow, { rowOf }: Pick<Lists, 'rowOf'>): DebtRow[] {
  return follow(row, ({ debt }) => (debt.waitsFor === undefined ? undefined : rowOf(debt.waitsFor)))
}

function follow(row: DebtRow, next: (from: DebtRow) => DebtRow | undefined): DebtRow[] {
  const path: DebtRow[] = []
  for (let at = next(row); at !== undefined && at !== row && !path.includes(at) && path.length < mostSteps; at = next(at)) path.push(at)
  return path
}
