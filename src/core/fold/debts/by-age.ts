import type { Debt } from '../../debt.ts'

/** Order of debts and rows: the oldest first. */
export function byAge(a: { readonly debt: Debt }, b: { readonly debt: Debt }): number {
  return a.debt.openedAt - b.debt.openedAt || (a.debt.key < b.debt.key ? -1 : 1)
}
