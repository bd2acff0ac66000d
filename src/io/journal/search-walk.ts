import { setImmediate as turn } from 'node:timers/promises'
import { isMessage } from '../../core/event.ts'
import { hasClause } from '../../core/query-match.ts'
import type { Query, TextClause } from '../../core/query.ts'
import type { SearchQuery } from '../../engine/journal.ts'
import type { Connection } from './connection.ts'
import { reading } from './guard.ts'
import type { Reader } from './read.ts'
import { indexedNames } from './search-index.ts'
import { matchOf } from './search-match.ts'
import type { Match, Place } from './search-match.ts'
import { openWords } from './search-words.ts'
import { openTimeSpans } from './times.ts'
import type { Span } from './times.ts'

/**
 * SQL of the search, exported so that a test can look at its plans. The index skips to a position only if that is an integer; numbers are bound as
 * floating point, so without the casts it would read everything before.
 */
export const searchSql = {
  page: `SELECT rowid FROM search
    WHERE search MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER) ORDER BY rowid DESC LIMIT ?`,
  timedPage: `SELECT s.rowid FROM search s CROSS JOIN events e ON e.ord = s.rowid AND e.replaced_by IS NULL
    WHERE s.search MATCH ? AND s.rowid >= CAST(? AS INTEGER) AND s.rowid < CAST(? AS INTEGER) AND e.at >= ? AND e.at < ?
    ORDER BY s.rowid DESC LIMIT ?`,
} as const

/** The next at most `want` positions below `below` of messages that match, newest first. */
export type Walk = (below: number, want: number) => Promise<number[]>

/** Matches in the batch after a leap, in one that is checked, and in the largest. The first batch is as large as what is wanted. */
const firstBatch = 64
const checkedBatch = 256
const mostBatch = 4_096
/** Other calls are answered after this long. */
const sliceMs = 4
/** Messages that are checked for a beginning of many words. If so many do not give enough, it is rare, and the index gathers its places quickly. */
const mostChecked = 8_000

/**
 * Prepares the walk through the matches. It goes from the newest to the oldest in batches and stops when it has enough; other calls are answered
 * between them. With a date, only spans in which such events arrived are walked; with `is:unread` it leaps from one unread message to the next.
 */
export function openWalk(
  connection: Connection,
  reader: Reader,
): (query: Query, sources: readonly Place[], unread: SearchQuery['unread']) => Walk {
  const { db } = connection
  const page = db.prepare<unknown[], number>(searchSql.page).pluck()
  const timedPage = db.prepare<unknown[], number>(searchSql.timedPage).pluck()
  const words = openWords(db)
  const timeSpans = openTimeSpans(db)

  function hasIt(ord: number, clause: TextClause): boolean {
    const event = reader.at([ord])[0]
    return event !== undefined && isMessage(event) && (hasClause(clause, event.body.text) || hasClause(clause, indexedNames(event.body)))
  }

  return (query, sources, unread) => {
    const { after = -Number.MAX_SAFE_INTEGER, before = Number.MAX_SAFE_INTEGER } = query
    const hasTimes = query.before !== undefined || query.after !== undefined
    const narrow: Match = reading(connection, () => matchOf(query, sources, words))

    return async (below, want) => {
      const found: number[] = []
      let { expression, check } = narrow
      let checked = 0
      let began = performance.now()

      /** At most `size` matches of the span; those among them that are wanted are found. */
      function takeBatch({ low, high }: Span, size: number, isWanted: (ord: number) => boolean): number[] {
        const ords = hasTimes ? timedPage.all(expression, low, high, after, before, size) : page.all(expression, low, high, size)
        for (const ord of ords) {
          if (found.length === want) break
          if (!isWanted(ord)) continue
          if (check !== undefined) checked++
          if (check === undefined || hasIt(ord, check)) found.push(ord)
        }
        return ords
      }

      const marks = readMarks(query.unread, unread)
      const spans = hasTimes ? reading(connection, () => timeSpans(after, before)) : [{ low: 0, high: Number.MAX_SAFE_INTEGER }]
      for (const { low, high } of spans) {
        let size = want - found.length
        for (let at = marks.next(Math.min(high, below)); at > low;) {
          const span = { low, high: at }
          const batch = Math.min(size, check === undefined ? mostBatch : checkedBatch)
          const ords = reading(connection, () => takeBatch(span, batch, marks.isWanted))
          if (found.length === want) return found
          const last = ords.length < batch ? undefined : ords.at(-1)
          if (last === undefined) break
          at = marks.next(last)
          size = at === last ? size * 2 : firstBatch
          if (checked > mostChecked) ({ expression, check } = { expression: matchOf(query, sources).expression, check: undefined })
          if (performance.now() - began < sliceMs) continue
          await turn()
          began = performance.now()
        }
      }
      return found
    }
  }
}

interface ReadMarks {
  /** Positions below the answer are the next ones to look at, coming from `at`; 0: there are none. */
  next(at: number): number
  /** Positions are asked for in descending order. */
  isWanted(ord: number): boolean
}

/** Follows what `unread` gives, piece by piece, for a walk from the newest position to the oldest. */
function readMarks(isUnread: boolean | undefined, unread: SearchQuery['unread']): ReadMarks {
  if (isUnread === undefined || unread === undefined) {
    const nothing = isUnread === true
    return { next: (at) => (nothing ? 0 : at), isWanted: () => !nothing }
  }
  let piece: readonly number[] = []
  let index = 0
  /** The newest unread position at or below `ord`. */
  function at(ord: number): number | undefined {
    while (index < piece.length && (piece[index] ?? 0) > ord) index++
    if (index < piece.length) return piece[index]
    piece = unread?.(ord + 1) ?? []
    index = 0
    return piece[0]
  }
  return {
    next: (below) => (isUnread ? Math.min(below, (at(below - 1) ?? -1) + 1) : below),
    isWanted: (ord) => (at(ord) === ord) === isUnread,
  }
}
