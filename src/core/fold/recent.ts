/**
 * Bounds a map that grows with names from outside: when it exceeds `cap` by a tenth, the entries with the lowest rank are removed.
 * Returns how many were removed. The tenth spreads the cost of sorting over many events.
 */
export function keepRecent<T>(rows: Map<string, T>, cap: number, rank: (row: T) => number): number {
  if (rows.size <= cap * 1.1) return 0
  const oldest = [...rows].toSorted((a, b) => rank(a[1]) - rank(b[1])).slice(0, rows.size - cap)
  for (const [key] of oldest) rows.delete(key)
  return oldest.length
}
