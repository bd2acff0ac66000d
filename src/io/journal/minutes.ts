import type { Database } from 'better-sqlite3'
import { faultKind, messageKind } from './codec.ts'
import { countMinutes } from './version-4.ts'

/**
 * What each minute of a source has, counted as events are stored: `messages` and `faults` that were seen happening, each at the minute of its first version, and
 * how far the journal was by the end of it: `cursor` of the newest event, `ord` the next display position. An event of the past (`late`) moves these two
 * only where it is not older than what came before: an import does not change where the journal was at a time.
 */

/** An event as its minute counts it. */
export interface Counted {
  readonly cursor: number
  readonly kind: number
  readonly isLate: boolean
  /** It replaces no event of its kind. */
  readonly isFirst: boolean
}

/** Counts events of one source that were stored at `at`, ms; `nextOrd`: the next display position. Part of the caller's transaction. */
export function openMinutes(db: Database): (source: number, at: number, events: readonly Counted[], nextOrd: number) => void {
  const top = db.prepare<[number], number | null>('SELECT max(minute) FROM minutes WHERE source = ?').pluck()
  const put = db.prepare<[number, number, number, number, number, number]>(
    `INSERT INTO minutes (source, minute, messages, faults, cursor, ord) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET messages = messages + excluded.messages, faults = faults + excluded.faults, cursor = excluded.cursor, ord = max(ord, excluded.ord)`,
  )
  return (source, at, events, nextOrd) => {
    const minute = Math.floor(at / 60_000)
    const isNewest = events.some(({ isLate }) => isLate) && minute >= (top.get(source) ?? minute)
    let [messages, faults, cursor] = [0, 0, 0]
    for (const { cursor: own, kind, isLate, isFirst } of events) {
      if (!isLate && isFirst && kind === messageKind) messages++
      if (!isLate && isFirst && kind === faultKind) faults++
      if (!isLate || isNewest) cursor = own
    }
    if (cursor > 0) put.run(source, minute, messages, faults, cursor, nextOrd)
  }
}

/** Counts all events of a journal in which none are counted. Part of the caller's transaction. */
export function fillMinutes(db: Database): void {
  db.exec(countMinutes)
}
