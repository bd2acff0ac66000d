import type { Database } from 'better-sqlite3'

/** Display positions in one row of `times`. The schema's step has this number, too: it never changes. */
const blockSize = 4_096

/** Display positions from `low` up to, but not including, `high`. */
export interface Span {
  readonly low: number
  readonly high: number
}

/** Records that events at these positions arrived at `at`, in ms. Part of the caller's transaction. */
export function openTimes(db: Database): (ords: readonly number[], at: number) => void {
  const put = db.prepare<[number, number, number]>(
    `INSERT INTO times (block, earliest, latest) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
     SET earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest)`,
  )
  return (ords, at) => {
    for (const block of new Set(ords.map((ord) => Math.floor(ord / blockSize)))) put.run(block, at, at)
  }
}

/** Records all events of a journal that has none recorded. Part of the caller's transaction. */
export function fillTimes(db: Database): void {
  db.exec(`INSERT INTO times SELECT ord / ${blockSize} AS block, min(at), max(at) FROM events WHERE replaced_by IS NULL GROUP BY block`)
}

/** Finds where events that arrived at `after` or later and before `before` can be, newest first; adjacent blocks are one span. */
export function openTimeSpans(db: Database): (after: number, before: number) => Span[] {
  const blocks = db
    .prepare<[number, number], number>('SELECT block FROM times WHERE latest >= ? AND earliest < ? ORDER BY block DESC')
    .pluck()
  return (after, before) => {
    const spans: Span[] = []
    for (const block of blocks.iterate(after, before)) {
      const low = block * blockSize
      const last = spans.at(-1)
      if (last?.low === low + blockSize) spans[spans.length - 1] = { low, high: last.high }
      else spans.push({ low, high: low + blockSize })
    }
    return spans
  }
}
