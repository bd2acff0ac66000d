import type { Event } from '../../core/event.ts'
import type { EventPage, PageQuery } from '../../core/journal.ts'
import { eventColumns, rowToEvent, storedKinds } from './codec.ts'
import type { EventRow } from './codec.ts'
import type { Connection } from './connection.ts'
import type { Contents } from './contents.ts'
import { openLabels } from './labels.ts'
import { mergeAfter, mergeBefore, openLanes } from './lanes.ts'
import type { Lane } from './lanes.ts'
import type { Sources } from './sources.ts'

/** Reads events. */
export interface Reader {
  readonly page: (query: PageQuery) => EventPage
  readonly addressedBelow: (workspace: string, names: readonly string[], below: number, limit: number) => number[]
  readonly since: (workspace: string, cursor: number, limit: number) => Event[]
  readonly event: (id: string) => Event | undefined
  readonly find: (source: string, wireId: string) => Event | undefined
  /** Events of one source with a cursor above `cursor`, in cursor order. */
  readonly sinceOf: (source: string, cursor: number, limit: number) => Event[]
  readonly head: (workspace: string) => number
  /** The next live events in display order, beyond `ord` and with a cursor above `fromCursor`. */
  readonly chunk: (workspace: string, fromCursor: number, ord: number, limit: number) => Event[]
  /** The live events at these positions, in this order. */
  readonly at: (ords: readonly number[]) => Event[]
}

/** SQL of the single lookups, exported so that a test can check its query plans. */
export const readSql = {
  byOrd: `SELECT ${eventColumns} FROM events WHERE ord = ? AND replaced_by IS NULL`,
  byCursor: `SELECT ${eventColumns} FROM events WHERE cursor = ?`,
  byId: `SELECT ${eventColumns} FROM events WHERE id = ?`,
  byWireId: `SELECT ${eventColumns} FROM events WHERE source = ? AND wire_id = ?`,
  cursors: 'SELECT cursor FROM events WHERE source = ? AND cursor > ? ORDER BY cursor LIMIT ?',
  head: 'SELECT max(cursor) FROM events WHERE source = ?',
} as const

const last = Number.MAX_SAFE_INTEGER

/** Prepares reading events. */
export function openReader({ db }: Connection, sources: Sources, contents: Contents): Reader {
  const prepare = (sql: string) => db.prepare<unknown[], EventRow>(sql).raw()
  const [byOrd, byCursor, byId] = [prepare(readSql.byOrd), prepare(readSql.byCursor), prepare(readSql.byId)]
  const byWireId = prepare(readSql.byWireId)
  const cursors = db.prepare<[number, number, number], number>(readSql.cursors).pluck()
  const head = db.prepare<[number], number | null>(readSql.head).pluck()
  // One read transaction per call: the file is locked once instead of per row, and all rows are from the same moment.
  const together = <Given extends unknown[], Found>(read: (...given: Given) => Found) => {
    const transaction = db.transaction(read)
    return (...given: Given): Found => transaction(...given)
  }
  const lanesOf = openLanes(db, sources, openLabels(db, 'names'), openLabels(db, 'conversations'))

  function toEvent(row: EventRow | undefined): Event | undefined {
    const source = row && sources.find(row[3])
    return source && rowToEvent(row, source, contents)
  }

  function at(ords: readonly number[]): Event[] {
    return ords.map((ord) => toEvent(byOrd.get(ord))).filter((event) => event !== undefined)
  }

  function page(query: PageQuery): EventPage {
    const { before, after, around, limit } = query
    const lanes = lanesOf(query.workspace, query.filter)
    if (after !== undefined) {
      const ords = mergeAfter(lanes, after, limit + 1)
      return { events: at(ords.slice(0, limit)), hasBefore: mergeBefore(lanes, after + 1, 1).length > 0, hasAfter: ords.length > limit }
    }
    if (around !== undefined) return pageAround(lanes, around, limit)
    const ords = mergeBefore(lanes, before ?? last, limit + 1)
    const hasAfter = before !== undefined && mergeAfter(lanes, before - 1, 1).length > 0
    return { events: at(ords.slice(0, limit).toReversed()), hasBefore: ords.length > limit, hasAfter }
  }

  /** Half of the rows from each side; if one side has fewer, the other gets the rest. */
  function pageAround(lanes: readonly Lane[], around: number, limit: number): EventPage {
    const older = mergeBefore(lanes, around, limit + 1)
    const newer = mergeAfter(lanes, around - 1, limit + 1)
    const fromOlder = Math.min(older.length, Math.max(Math.floor(limit / 2), limit - newer.length))
    const fromNewer = Math.min(newer.length, limit - fromOlder)
    const ords = [...older.slice(0, fromOlder).toReversed(), ...newer.slice(0, fromNewer)]
    return { events: at(ords), hasBefore: older.length > fromOlder, hasAfter: newer.length > fromNewer }
  }

  return {
    page: together(page),
    addressedBelow: together((workspace: string, addressed: readonly string[], below: number, limit: number) =>
      mergeBefore(lanesOf(workspace, { addressed }), below, limit),
    ),
    at: together(at),
    since: together((workspace: string, cursor: number, limit: number) => {
      const found = sources.ofWorkspace(workspace).flatMap((source) => cursors.all(source.pk, cursor, limit))
      const rows = found.toSorted((a, b) => a - b).slice(0, limit)
      return rows.map((value) => toEvent(byCursor.get(value))).filter((event) => event !== undefined)
    }),
    event: (id) => toEvent(byId.get(id)),
    find(id, wireId) {
      const source = sources.get(id)
      return source && toEvent(byWireId.get(source.pk, wireId))
    },
    sinceOf: together((id: string, cursor: number, limit: number) => {
      const source = sources.get(id)
      const found = source === undefined ? [] : cursors.all(source.pk, cursor, limit)
      return found.map((value) => toEvent(byCursor.get(value))).filter((event) => event !== undefined)
    }),
    head: (workspace) => Math.max(0, ...sources.ofWorkspace(workspace).map((source) => head.get(source.pk) ?? 0)),
    chunk: together((workspace: string, fromCursor: number, ord: number, limit: number) =>
      at(mergeAfter(lanesOf(workspace, { kinds: storedKinds }, fromCursor), ord, limit)),
    ),
  }
}
