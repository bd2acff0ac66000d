/**
 * Bounds a map that grows with names from outside: when it holds a tenth more than `cap`, the entries with the lowest rank go.
 * Returns how many were dropped. The tenth keeps the cost of sorting away from the single event.
 */
export function keepRecent<T>(rows: Map<string, T>, cap: number, rank: (row: T) => number): number {
  if (rows.size <= cap * 1.1) return 0
  const oldest = [...rows].toSorted((a, b) => rank(a[1]) - rank(b[1])).slice(0, rows.size - cap)
  for (const [key] of oldest) rows.delete(key)
  return oldest.length
}
