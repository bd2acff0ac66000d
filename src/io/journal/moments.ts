import type { Event, EventKind } from '../../core/event.ts'
import type { MinuteCount, Step, StepsQuery } from '../../core/journal.ts'
import { eventColumns, messageKind, rowToEvent, storedKinds } from './codec.ts'
import type { EventRow } from './codec.ts'
import type { Connection } from './connection.ts'
import type { Contents } from './contents.ts'
import { openLabels } from './labels.ts'
import type { Source, Sources } from './sources.ts'

/** Reads the journal by time, and as it was at a moment. */
export interface Moments {
  readonly cursorAt: (workspace: string, at: number) => number
  readonly steps: (query: StepsQuery) => Step[]
  readonly lastOf: (workspace: string, kind: EventKind, at: number) => Event[]
  readonly minutes: (workspace: string, from: number, to: number) => MinuteCount[]
  readonly involved: (workspace: string, names: readonly string[], edges: readonly number[]) => number[][]
  readonly begin: (workspace: string) => number | undefined
  readonly lastPlace: (workspace: string, at: number) => number
}

/** SQL of these reads, exported so that a test can check its query plans. */
export const momentSql = {
  cursors: 'SELECT cursor FROM events WHERE source = ? AND cursor > ? AND cursor < ? ORDER BY cursor DESC LIMIT ?',
  row: `SELECT ${eventColumns}, replaced_by FROM events WHERE cursor = ?`,
  next: 'SELECT cursor, at FROM events WHERE source = ? AND cursor >= ? ORDER BY cursor LIMIT 1',
  lastOf:
    'SELECT cursor FROM events INDEXED BY events_lane WHERE source = ? AND kind = ? AND ord < ? AND cursor <= ? AND replaced_by IS NULL ORDER BY ord DESC LIMIT 1',
  minute: 'SELECT cursor FROM minutes WHERE source = ? AND minute = ?',
  before: 'SELECT cursor, ord FROM minutes WHERE source = ? AND minute < ? ORDER BY minute DESC LIMIT 1',
  minutes: 'SELECT minute, messages, faults FROM minutes WHERE source = ? AND minute >= ? AND minute < ? ORDER BY minute',
  begin: 'SELECT minute FROM minutes WHERE source = ? ORDER BY minute LIMIT 1',
  involved: 'SELECT count(*) FROM mentions WHERE name = ? AND kind = ? AND ord >= ? AND ord < ?',
} as const

type StepRow = [...EventRow, replacedBy: number | null]
interface Place {
  readonly cursor: number
  readonly ord: number
}

const minuteMs = 60_000

/** Prepares these reads. */
export function openMoments({ db }: Connection, sources: Sources, contents: Contents): Moments {
  const cursors = db.prepare<[number, number, number, number], number>(momentSql.cursors).pluck()
  const row = db.prepare<[number], StepRow>(momentSql.row).raw()
  const next = db.prepare<[number, number], { cursor: number; at: number }>(momentSql.next)
  const lastOf = db.prepare<[number, number, number, number], number>(momentSql.lastOf).pluck()
  const minute = db.prepare<[number, number], number>(momentSql.minute).pluck()
  const before = db.prepare<[number, number], Place>(momentSql.before)
  const minutes = db.prepare<[number, number, number], { minute: number; messages: number; faults: number }>(momentSql.minutes)
  const begin = db.prepare<[number], number>(momentSql.begin).pluck()
  const count = db.prepare<[number, number, number, number], number>(momentSql.involved).pluck()
  const names = openLabels(db, 'names')
  const together = <Given extends unknown[], Found>(read: (...given: Given) => Found) => {
    const transaction = db.transaction(read)
    return (...given: Given): Found => transaction(...given)
  }

  /** Where a workspace was when a minute began. */
  function placeBefore(all: readonly Source[], number: number): Place {
    const places = all.flatMap(({ pk }) => before.get(pk, number) ?? [])
    return { cursor: Math.max(0, ...places.map((place) => place.cursor)), ord: Math.max(0, ...places.map((place) => place.ord)) }
  }

  function cursorAt(workspace: string, at: number): number {
    const all = sources.ofWorkspace(workspace)
    const number = Math.floor(at / minuteMs)
    const { cursor } = placeBefore(all, number)
    const found = all.map((source) => {
      const last = minute.get(source.pk, number)
      return last === undefined || last <= cursor ? cursor : newestBy(source, at, cursor, last)
    })
    return Math.max(cursor, ...found)
  }

  /** The newest event of a source above `from` and up to `to` that was stored at `at` or before. Inside a minute, order is that of time, unless the clock was set back. */
  function newestBy({ pk }: Source, at: number, from: number, to: number): number {
    if ((next.get(pk, to)?.at ?? Infinity) <= at) return to
    let [found, low, high] = [from, from + 1, to]
    while (low <= high) {
      const middle = Math.floor((low + high) / 2)
      const event = next.get(pk, middle)
      if (event === undefined || event.cursor > to || event.at > at) high = middle - 1
      else {
        found = event.cursor
        low = event.cursor + 1
      }
    }
    return found
  }

  function toEvent(found: StepRow | undefined): Event | undefined {
    const source = found && sources.find(found[3])
    return found && source && rowToEvent(found.slice(0, -1) as EventRow, source, contents)
  }

  /** The version that an event had become by a cursor; undefined: it was not replaced. */
  function versionOf(found: StepRow, upTo: number): Event | undefined {
    let newest = found
    for (let by = newest.at(-1); typeof by === 'number' && by <= upTo; by = newest.at(-1)) {
      const newer = row.get(by)
      if (newer === undefined) break
      newest = newer
    }
    return newest === found ? undefined : toEvent(newest)
  }

  return {
    cursorAt: together(cursorAt),
    steps: together(({ workspace, after, before: below, limit, upTo }: StepsQuery) => {
      const found = sources.ofWorkspace(workspace).flatMap((source) => cursors.all(source.pk, after, below, limit))
      const newest = found.toSorted((a, b) => b - a).slice(0, limit)
      return newest.toReversed().flatMap((cursor): Step[] => {
        const stored = row.get(cursor)
        const event = toEvent(stored)
        if (stored === undefined || event === undefined) return []
        const current = versionOf(stored, upTo)
        return [current === undefined ? { event } : { event, current }]
      })
    }),
    lastOf: together((workspace: string, kind: EventKind, at: number) => {
      const all = sources.ofWorkspace(workspace)
      const cursor = cursorAt(workspace, at)
      const { ord } = placeBefore(all, Math.floor(at / minuteMs) + 1)
      return all.flatMap(({ pk }) => {
        const found = lastOf.get(pk, storedKinds.indexOf(kind), ord, cursor)
        return found === undefined ? [] : (toEvent(row.get(found)) ?? [])
      })
    }),
    minutes: together((workspace: string, from: number, to: number) =>
      sources
        .ofWorkspace(workspace)
        .flatMap(({ pk, id }) =>
          minutes
            .all(pk, Math.floor(from / minuteMs), Math.ceil(to / minuteMs))
            .map(({ minute: number, ...counts }) => ({ source: id, at: number * minuteMs, ...counts })),
        ),
    ),
    involved: together((workspace: string, keys: readonly string[], edges: readonly number[]) => {
      const all = sources.ofWorkspace(workspace)
      const ords = edges.map((edge) => placeBefore(all, Math.ceil(edge / minuteMs)).ord)
      return keys.map((key) => {
        const bar = key.indexOf('|')
        const source = all.find(({ id }) => id === key.slice(0, Math.max(0, bar)))
        const name = source && names.find(source.pk, key.slice(bar + 1))
        return ords.slice(1).map((to, index) => {
          const from = ords[index] ?? 0
          return name === undefined || to <= from ? 0 : (count.get(name, messageKind, from, to) ?? 0)
        })
      })
    }),
    lastPlace: (workspace, at) => placeBefore(sources.ofWorkspace(workspace), Math.floor(at / minuteMs) + 1).ord,
    begin: together((workspace: string) => {
      const first = sources.ofWorkspace(workspace).flatMap(({ pk }) => begin.get(pk) ?? [])
      return first.length === 0 ? undefined : Math.min(...first) * minuteMs
    }),
  }
}
