import type { Debt } from '../../debt.ts'

/** When a debt ended, ms. */
export function endedAt({ end }: Pick<Debt, 'end'>): number {
  return end?.at ?? 0
}

/** Inferred debts are let go before those that somebody declared. */
export function isSaid({ evidence }: Pick<Debt, 'evidence'>): boolean {
  return evidence !== 'inferred' && evidence !== 'unknown'
}

/** A tenth more than the bound is allowed, which spreads the cost of sorting. */
export function isOver(size: number, most: number): boolean {
  return size > most + Math.floor(most / 10)
}
