import type { Wait } from '../../api/desk.ts'
import type { DebtRow } from '../../core/debt.ts'
import type { Lists } from './lists.ts'

/** How far, and through how many debts, waiting is followed. */
const mostSteps = 16
const mostRows = 64

type Step = Pick<Wait, 'row' | 'evidence'>

/**
 * Who waits for a debt, as a tree: debts that are said to wait for it, and what its creditor owes to others, who cannot go on either. Pure.
 */
export function whoWaits(row: DebtRow, { open }: Pick<Lists, 'open'>): Wait[] {
  const byAwaited = new Map<string, DebtRow[]>()
  const byDebtor = new Map<string, DebtRow[]>()
  for (const each of open) {
    const { waitsFor } = each.debt
    if (waitsFor !== undefined) add(byAwaited, waitsFor, each)
    else if (each.debtor !== undefined) add(byDebtor, each.debtor, each)
  }
  return treeOf(row, (from) => [
    ...from.keys.flatMap((key) => byAwaited.get(key) ?? []).map((each): Step => ({ row: each, evidence: each.debt.evidence })),
    ...(byDebtor.get(from.creditor) ?? []).map((each): Step => ({ row: each, evidence: 'inferred' })),
  ])
}

/** What a debt waits for, and what that waits for. Pure. */
export function waitedFor(row: DebtRow, { rowOf }: Pick<Lists, 'rowOf'>): Wait[] {
  return treeOf(row, ({ debt }) => {
    const next = debt.waitsFor === undefined ? undefined : rowOf(debt.waitsFor)
    return next === undefined ? [] : [{ row: next, evidence: next.debt.evidence }]
  })
}

/** Each row once, where it is met first: a ring ends where it closes. */
function treeOf(root: DebtRow, next: (from: DebtRow) => readonly Step[]): Wait[] {
  const tree: Wait[] = []
  const seen = new Set([root.debt.key])
  const follow = (from: DebtRow, depth: number): void => {
    if (depth > mostSteps) return
    for (const { row, evidence } of next(from)) {
      if (seen.has(row.debt.key) || tree.length >= mostRows) continue
      seen.add(row.debt.key)
      tree.push({ row, depth, evidence })
      follow(row, depth + 1)
    }
  }
  follow(root, 1)
  return tree
}

function add(map: Map<string, DebtRow[]>, key: string, row: DebtRow): void {
  const rows = map.get(key)
  if (rows === undefined) map.set(key, [row])
  else rows.push(row)
}
