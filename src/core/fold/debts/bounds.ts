import type { Debt } from '../../debt.ts'
import { limits } from '../../limits.ts'

/** How many debts are kept, acts without one, and names that owe nothing. */
export interface MostDebts {
  readonly open: number
  readonly ended: number
  readonly loose: number
  readonly names?: number
}

/** As many as a workspace has. */
export const keptMost = { open: limits.debtsOpen, ended: limits.debtsEnded, loose: limits.looseActs, names: limits.namesFree }

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

/** Keys of what ended longest ago, beyond so many. Debts that one line ended go together. */
export function firstEnded<T>(ended: ReadonlyMap<string, T>, most: number, timeOf: (one: T) => number): string[] {
  const times = new Float64Array(ended.size)
  let count = 0
  for (const one of ended.values()) times[count++] = timeOf(one)
  times.sort()
  const last = times[ended.size - most - 1] ?? -Infinity
  return [...ended].flatMap(([key, one]) => (timeOf(one) <= last ? key : []))
}
