import { isMessage } from '../../core/event.ts'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { matchesIn } from '../../core/query-match.ts'
import { isEmptyQuery, isSamePlace, parseQuery } from '../../core/query.ts'
import type { PlaceClause, Query } from '../../core/query.ts'
import { tokenize } from '../../core/tokenize.ts'
import type { SearchPage, SearchQuery } from '../../engine/journal.ts'
import type { Connection } from './connection.ts'
import type { Reader } from './read.ts'
import { addressedKey, senderKey, sourceKey } from './search-index.ts'

interface Place {
  readonly pk: number
  readonly protocol: string
  readonly name: string | null
}

/** SQL of the search, exported so that a test can check its query plans. Times and unread state are checked in a join, only if the query uses them. */
export const searchSql = {
  page: 'SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
  count: 'SELECT count(*) FROM search WHERE search MATCH ?',
  timedPage: `SELECT s.rowid FROM search s CROSS JOIN events e ON e.ord = s.rowid AND e.replaced_by IS NULL
    WHERE s.search MATCH ? AND s.rowid < ? AND e.at >= ? AND e.at < ? ORDER BY s.rowid DESC LIMIT ?`,
  timedCount: `SELECT count(*) FROM search s CROSS JOIN events e ON e.ord = s.rowid AND e.replaced_by IS NULL
    WHERE s.search MATCH ? AND e.at >= ? AND e.at < ?`,
  unreadPage: `SELECT s.rowid FROM search s CROSS JOIN events e ON e.ord = s.rowid AND e.replaced_by IS NULL
    WHERE s.search MATCH ? AND s.rowid < ? AND e.at >= ? AND e.at < ? AND (+s.rowid IN (SELECT value FROM json_each(?))) = ?
    ORDER BY s.rowid DESC LIMIT ?`,
  unreadCount: `SELECT count(*) FROM search s CROSS JOIN events e ON e.ord = s.rowid AND e.replaced_by IS NULL
    WHERE s.search MATCH ? AND e.at >= ? AND e.at < ? AND (+s.rowid IN (SELECT value FROM json_each(?))) = ?`,
} as const

const last = Number.MAX_SAFE_INTEGER

/** Prepares the full-text search. */
export function openSearch({ db }: Connection, reader: Reader): (query: SearchQuery) => Result<SearchPage> {
  const prepare = (sql: string) => db.prepare<unknown[], number>(sql).pluck()
  const [page, count] = [prepare(searchSql.page), prepare(searchSql.count)]
  const [timedPage, timedCount] = [prepare(searchSql.timedPage), prepare(searchSql.timedCount)]
  const [unreadPage, unreadCount] = [prepare(searchSql.unreadPage), prepare(searchSql.unreadCount)]
  const places = db.prepare<[string], Place>(
    `SELECT s.pk, s.protocol, l.name FROM workspaces w JOIN sources s ON s.workspace = w.pk LEFT JOIN links l ON l.id = s.id
     WHERE w.id = ? AND s.id IS NOT NULL`,
  )

  return ({ workspace, query: input, limit, before, now, unread }) => {
    const parsed = parseQuery(input, now)
    if (!parsed.ok) return parsed
    const query = parsed.value
    const sources = places.all(workspace)
    if (isEmptyQuery(query) || sources.length === 0) return ok({ hits: [], total: 0, hasMore: false })
    const match = matchExpression(query, sources)
    const hasTimes = query.before !== undefined || query.after !== undefined
    const times = [query.after ?? -last, query.before ?? last]
    const below = before ?? last
    let ords: number[]
    let total: number | undefined
    if (query.unread !== undefined) {
      const read = [JSON.stringify(unread?.() ?? []), query.unread ? 1 : 0]
      ords = unreadPage.all(match, below, ...times, ...read, limit + 1)
      total = unreadCount.get(match, ...times, ...read)
    } else {
      ords = hasTimes ? timedPage.all(match, below, ...times, limit + 1) : page.all(match, below, limit + 1)
      total = hasTimes ? timedCount.get(match, ...times) : count.get(match)
    }
    const hits = reader
      .at(ords.slice(0, limit))
      .map((event) => ({ event, matches: isMessage(event) ? matchesIn(query, event.body.text) : [] }))
    return ok({ hits, total: total ?? 0, hasMore: ords.length > limit })
  }
}

/**
 * Translates the query to FTS5. Every word becomes a quoted string of letters and digits (and non-ASCII characters),
 * so that no input can act as an operator.
 */
function matchExpression(query: Query, sources: readonly Place[]): string {
  const wanted = [keys(sources.map((source) => sourceKey(source.pk)))]
  const unwanted: string[] = []
  for (const [index, clause] of query.text.entries()) {
    const phrase = `{text names} : ${quote(clause.tokens)}${clause.prefix ? ' *' : ''}`
    if (clause.alternative === true && query.text[index - 1]?.negated === false) wanted.push(`(${wanted.pop()} OR (${phrase}))`)
    else (clause.negated ? unwanted : wanted).push(`(${phrase})`)
  }
  for (const operator of ['from', 'to', 'in'] as const) {
    const asked = query.places.filter((place) => place.operator === operator)
    const any = asked.filter((place) => !place.negated).map((place) => placeExpression(place, sources))
    if (any.length > 0) wanted.push(`(${any.join(' OR ')})`)
    unwanted.push(...asked.filter((place) => place.negated).map((place) => placeExpression(place, sources)))
  }
  const all = `(${wanted.join(' AND ')})`
  return unwanted.length === 0 ? all : `${all} NOT (${unwanted.join(' OR ')})`
}

function placeExpression(place: PlaceClause, sources: readonly Place[]): string {
  const value = place.value.trim()
  if (place.operator === 'from') return keys(sources.map((source) => senderKey(source.pk, value)))
  if (place.operator === 'to') return keys(sources.map((source) => addressedKey(source.pk, value)))
  const named = sources.filter((source) => isSamePlace(value, source.protocol) || isSamePlace(value, source.name ?? ''))
  const tokens = tokenize(value).map((token) => token.folded)
  const options = named.length > 0 ? [keys(named.map((source) => sourceKey(source.pk)))] : []
  if (tokens.length > 0) options.push(`thread : ${quote(tokens)}`)
  return options.length === 0 ? nothing : `(${options.join(' OR ')})`
}

/** Matches no message: keys start with other letters. */
const nothing = 'keys : "none"'

function keys(tokens: readonly string[]): string {
  return `keys : (${tokens.map((token) => quote([token])).join(' OR ')})`
}

function quote(tokens: readonly string[]): string {
  return `"${tokens.join(' ').replaceAll('"', '""')}"`
}
