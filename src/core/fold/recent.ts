/** How much an entry weighs against others. */
export interface Weighing<T> {
  /** When it was last heard of: a position. */
  readonly rank: (row: T) => number
  /** How much was heard of it. */
  readonly weight: (row: T) => number
}

/**
 * Bounds a map that grows with names from outside: when it exceeds `cap` by a tenth, all but `thoseKept` are removed. Returns how many were removed.
 * The tenth spreads the cost of sorting over many events.
 */
export function keepRecent<T>(rows: Map<string, T>, cap: number, weighing: Weighing<T>): number {
  if (rows.size <= cap * 1.1) return 0
  const kept = new Set(thoseKept([...rows.values()], cap, weighing))
  const before = rows.size
  for (const [key, row] of rows) if (!kept.has(row)) rows.delete(key)
  return before - rows.size
}

/**
 * Those that are kept of too many: half of the room is for those of which most was heard, so that names that are made up push out none that are long known, and
 * the rest for the most recent. In no particular order.
 */
export function thoseKept<T>(all: readonly T[], most: number, { rank, weight }: Weighing<T>): readonly T[] {
  if (all.length <= most) return all
  const recent = all.toSorted((a, b) => rank(b) - rank(a))
  const kept = new Set(recent.toSorted((a, b) => weight(b) - weight(a)).slice(0, Math.floor(most / 2)))
  for (const one of recent) {
    if (kept.size >= most) break
    kept.add(one)
  }
  return [...kept]
}
