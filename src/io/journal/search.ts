import { isMessage } from '../../core/event.ts'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { matchesIn } from '../../core/query-match.ts'
import { isEmptyQuery, parseQuery } from '../../core/query.ts'
import type { Query } from '../../core/query.ts'
import type { SearchHit, SearchPage, SearchQuery } from '../../core/journal.ts'
import { openSlices } from '../slices.ts'
import type { Connection } from './connection.ts'
import { reading } from './guard.ts'
import type { Reader } from './read.ts'
import type { Place } from './search-match.ts'
import { openWalk } from './search-walk.ts'

/**
 * Prepares the full-text search. It runs in slices of a few milliseconds, between which other calls are answered: see `search-walk.ts`.
 * @returns the search. It throws `JournalError` when the journal cannot be read.
 */
export function openSearch(connection: Connection, reader: Reader): (query: SearchQuery) => Promise<Result<SearchPage>> {
  const places = connection.db.prepare<[string], Place>(
    `SELECT s.pk, s.protocol, l.name FROM workspaces w JOIN sources s ON s.workspace = w.pk LEFT JOIN links l ON l.id = s.id
     WHERE w.id = ? AND s.id IS NOT NULL`,
  )
  const count = connection.db.prepare<[], number>('SELECT count(*) FROM sources').pluck()
  const walkOf = openWalk(connection, reader)

  /** Without events of another workspace, whose first may have been stored since the search began. */
  async function hitsAt(ords: readonly number[], workspace: string, query: Query): Promise<SearchHit[]> {
    const hits: SearchHit[] = []
    const slices = openSlices()
    for (const ord of ords) {
      const [event] = reading(connection, () => reader.at([ord]))
      if (event?.workspace === workspace) hits.push({ event, matches: isMessage(event) ? matchesIn(query, event.body.text) : [] })
      if (slices.isOver()) await slices.next()
    }
    return hits
  }

  return async ({ workspace, query: input, limit, before, now, asOf, unread }) => {
    const parsed = parseQuery(input, asOf ?? now)
    if (!parsed.ok) return parsed
    const asked = parsed.value
    if (asOf !== undefined && asked.unread !== undefined)
      return fail('unavailable', 'What was unread then was not recorded. Search without is:unread and is:read.', { field: 'query' })
    const sources = reading(connection, () => places.all(workspace))
    if (isEmptyQuery(asked) || sources.length === 0) return ok({ hits: [], total: 0, totalIsExact: true, hasMore: false })
    const query = asOf === undefined ? asked : { ...asked, before: Math.min(asked.before ?? Infinity, asOf + 1) }
    // Sources of a workspace that was removed count: its messages may still be in the index.
    const areAll = reading(connection, () => count.get()) === sources.length
    const walk = walkOf(query, { sources, areAll }, unread)
    const all = await walk(Number.MAX_SAFE_INTEGER, Math.max(limits.searchCounted, before === undefined ? limit : 0) + 1)
    const found = before === undefined ? all : await walk(before, limit + 1)
    return ok({
      hits: await hitsAt(found.slice(0, limit), workspace, query),
      total: Math.min(all.length, limits.searchCounted),
      totalIsExact: all.length <= limits.searchCounted,
      hasMore: found.length > limit,
    })
  }
}
