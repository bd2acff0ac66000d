import { isMessage } from '../../core/event.ts'
import { hasClause } from '../../core/query-match.ts'
import type { Query, TextClause } from '../../core/query.ts'
import type { SearchQuery } from '../../core/journal.ts'
import { openSlices } from '../slices.ts'
import type { Slices } from '../slices.ts'
import type { Connection } from './connection.ts'
import { openFirstVersions } from './first-versions.ts'
import { reading } from './guard.ts'
import type { Reader } from './read.ts'
import { indexedNames } from './search-index.ts'
import { matchOf } from './search-match.ts'
import type { Match, Searched } from './search-match.ts'
import { openWords } from './search-words.ts'
import { openTimeSpans } from './times.ts'
import type { Span } from './times.ts'

/**
 * SQL of the search, exported so that a test can check its plans. The index skips to a position only if that is an integer; numbers are bound as floating
 * point, so without the casts it would read everything before.
 */
export const searchSql = {
  page: `SELECT rowid FROM search
    WHERE search MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER) ORDER BY rowid DESC LIMIT ?`,
  timedPage: `SELECT s.rowid FROM search s CROSS JOIN events e ON e.ord = s.rowid AND e.replaced_by IS NULL
    WHERE s.search MATCH ? AND s.rowid >= CAST(? AS INTEGER) AND s.rowid < CAST(? AS INTEGER) AND e.at >= ? AND e.at < ?
    ORDER BY s.rowid DESC LIMIT ?`,
  // Of what was changed since, the row is that of the newest version, which does not say.
  saidPage: `SELECT s.rowid FROM search s CROSS JOIN events e ON e.ord = s.rowid AND e.replaced_by IS NULL
    WHERE s.search MATCH ? AND s.rowid >= CAST(? AS INTEGER) AND s.rowid < CAST(? AS INTEGER)
      AND (e.supersedes IS NOT NULL OR (e.late = ? AND e.at >= ? AND e.at < ?))
    ORDER BY s.rowid DESC LIMIT ?`,
  newest: 'SELECT max(ord) FROM events WHERE replaced_by IS NULL',
} as const

/** The next at most `want` positions below `below` of messages that match, newest first. */
export type Walk = (below: number, want: number) => Promise<number[]>

/** Matches in the batch after a jump, in a batch that is checked, and in the largest. The first batch is as large as the number wanted. */
const firstBatch = 64
const checkedBatch = 128
const mostBatch = 4_096
/** Positions that `is:live` and `is:history` look through at once, where hardly any may match: there is no index of them. */
const mostLooked = 4_000
/** A beginning of more words than this is not looked up word by word: opening the list of each would take longer than a slice. */
const mostWords = 32
/** Messages checked for a beginning of many words. If these do not contain enough matches, it is rare, and few enough words remain to query them. */
const mostChecked = 2_000
/** Words queried together in that case. */
const wordsAtOnce = 32
/** Unread positions that `is:read` skips together. */
const mostLeapt = 50_000

/** How a span is walked: the index query, which positions are wanted, and what they are checked for. */
interface Way {
  readonly expression: string
  readonly marks: ReadMarks
  readonly check?: TextClause | undefined
}

/** The positions found; `left` is where the walk stopped checking. */
interface Found {
  readonly ords: number[]
  readonly left?: number
}

/**
 * Prepares the walk through the matches. It goes from the newest to the oldest in batches and stops when it has enough; other calls are answered in between.
 * With a date, it walks only spans in which such events arrived; with `is:unread` it jumps from one unread message to the next.
 */
export function openWalk(
  connection: Connection,
  reader: Reader,
): (query: Query, searched: Searched, unread: SearchQuery['unread']) => Walk {
  const { db } = connection
  const page = db.prepare<unknown[], number>(searchSql.page).pluck()
  const timedPage = db.prepare<unknown[], number>(searchSql.timedPage).pluck()
  const saidPage = db.prepare<unknown[], number>(searchSql.saidPage).pluck()
  const newest = db.prepare<[], number | null>(searchSql.newest).pluck()
  const nextWords = openWords(db)
  const timeSpans = openTimeSpans(db)
  const firstOf = openFirstVersions(db)

  function hasIt(ord: number, clause: TextClause): boolean {
    const event = reader.at([ord])[0]
    return event !== undefined && isMessage(event) && (hasClause(clause, event.body.text) || hasClause(clause, indexedNames(event.body)))
  }

  function fewWords(prefix: string): readonly string[] | undefined {
    const words = nextWords(prefix, undefined, mostWords + 1)
    return words.length > mostWords ? undefined : words
  }

  return (query, searched, unread) => {
    const { after = -Number.MAX_SAFE_INTEGER, before = Number.MAX_SAFE_INTEGER } = query
    const hasTimes = query.before !== undefined || query.after !== undefined
    const { live } = query
    const isSaid = (ord: number): boolean => {
      if (live === undefined) return true
      const first = firstOf(ord)
      return first?.isLive === live && first.at >= after && first.at < before
    }
    const match: Match = reading(connection, () => matchOf(query, searched, fewWords))

    /** Matches of the index between two positions, newest first. */
    function matchesIn(expression: string, from: number, to: number, most: number): number[] {
      if (live !== undefined) return saidPage.all(expression, from, to, live ? 0 : 1, after, before, most)
      return hasTimes ? timedPage.all(expression, from, to, after, before, most) : page.all(expression, from, to, most)
    }

    /** Up to `want` positions of a span, newest first. */
    async function walkSpan({ expression, marks, check }: Way, { low, high }: Span, want: number, slices: Slices): Promise<Found> {
      const ords: number[] = []
      let checked = 0
      let size = want

      /** The matches among the next positions; the wanted ones are added to `found`. Returns where to continue. */
      function takeBatch(at: number): number {
        const batch = Math.min(size, check === undefined && live === undefined ? mostBatch : checkedBatch)
        const from = live === undefined ? low : Math.max(low, at - mostLooked)
        const batchOrds = matchesIn(expression, from, at, batch)
        const isAll = batchOrds.length < batch
        for (const ord of batchOrds) {
          if (ords.length === want) break
          if (!marks.isWanted(ord) || !isSaid(ord)) continue
          if (check !== undefined) checked++
          if (check === undefined || hasIt(ord, check)) ords.push(ord)
        }
        const last = isAll ? from : (batchOrds.at(-1) ?? from)
        const next = marks.next(last)
        if (!isAll) size = next === last ? size * 2 : firstBatch
        return next
      }

      for (let at = marks.next(high); at > low && ords.length < want;) {
        const here = at
        at = reading(connection, () => takeBatch(here))
        if (checked > mostChecked && ords.length < want) return { ords, left: at }
        if (slices.isOver()) await slices.next()
      }
      return { ords }
    }

    /** The same for a beginning of many words, some words at a time. */
    async function walkByWords(check: TextClause, span: Span, want: number, slices: Slices): Promise<number[]> {
      let best: number[] = []
      let { low } = span
      for (let last: string | undefined, isMore = true; isMore;) {
        const words = reading(connection, () => nextWords(check.tokens.at(-1) ?? '', last, wordsAtOnce))
        isMore = words.length === wordsAtOnce
        last = words.at(-1)
        const { expression } = matchOf(query, searched, () => words)
        const way: Way = { expression, marks: readMarks(query.unread, unread) }
        const { ords } = await walkSpan(way, { ...span, low }, want, slices)
        best = [...new Set([...best, ...ords])].toSorted((a, b) => b - a).slice(0, want)
        if (best.length === want) low = Math.max(low, best.at(-1) ?? low)
      }
      return best
    }

    return async (below, want) => {
      const found: number[] = []
      const slices = openSlices()
      const way: Way = { ...match, marks: readMarks(query.unread, unread) }
      let isByWords = match.isByWords === true
      const spans = hasTimes ? reading(connection, () => timeSpans(after, before)) : [{ low: 0, high: Number.MAX_SAFE_INTEGER }]
      const top = reading(connection, () => newest.get() ?? 0) + 1
      for (const span of spans) {
        let high = Math.min(span.high, below, top)
        if (!isByWords) {
          const { ords, left } = await walkSpan(way, { ...span, high }, want - found.length, slices)
          found.push(...ords)
          if (left !== undefined) [high, isByWords] = [left, true]
        }
        if (isByWords && match.check !== undefined) {
          found.push(...(await walkByWords(match.check, { ...span, high }, want - found.length, slices)))
        }
        if (found.length >= want) break
      }
      return found
    }
  }
}

interface ReadMarks {
  /** Positions below the result are the next ones to check, coming from `at`; 0: there are none. */
  next(at: number): number
  /** Called with positions in descending order. */
  isWanted(ord: number): boolean
}

/** Follows the results of `unread`, piece by piece, for a walk from the newest position to the oldest. */
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
  /** Where the unread messages directly below `below` end, or after some thousands of them. */
  function pastUnread(below: number): number {
    const least = Math.max(0, below - mostLeapt)
    let next = below
    while (next > least && at(next - 1) === next - 1) next--
    return next
  }
  return {
    next: (below) => (isUnread ? Math.min(below, (at(below - 1) ?? -1) + 1) : pastUnread(below)),
    isWanted: (ord) => (at(ord) === ord) === isUnread,
  }
}
