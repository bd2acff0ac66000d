import type { Database } from 'better-sqlite3'
import { ulid } from 'ulid'
import type { EventBody } from '../../core/event.ts'
import { contentOf, messageKind, namesOf, storedKinds } from './codec.ts'
import { openLabels } from './labels.ts'
import { fillMinutes } from './minutes.ts'
import type { Row } from './salvage.ts'
import { openSearchIndex } from './search-index.ts'
import type { Source } from './sources.ts'
import { fillTimes } from './times.ts'

/** The columns of an event that a repair reads. */
export const eventColumns = 'id, source, seq, kind, ord, at, claimed_at, wire_id, supersedes, replaced_by, raw, body, late'

/** The same for a journal before version 4: all of its events count as late. */
export const earlierColumns = eventColumns.replace(', late', ', 1 AS late')

/** Copies events from one journal to a new one. */
export interface Merge {
  /** Stores a row under its own identity, order and number; false if it already exists, belongs to nothing, or cannot be used. */
  take(row: Row & { readonly n: number }, source: Source | undefined): boolean
  /** Call after all rows: repairs the chain of versions, and fills the indexes and counters. */
  finish(): void
}

/** Prepares the merge into an empty journal of the newest schema. All calls are part of the caller's transaction. */
export function openMerge(db: Database): Merge {
  const conversations = openLabels(db, 'conversations')
  const insert = db.prepare(
    `INSERT INTO events (cursor, id, source, seq, kind, conversation, ord, at, claimed_at, wire_id, supersedes, replaced_by, raw, body, late)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const isKnown = db.prepare<[number, unknown], number>('SELECT 1 FROM events WHERE source = ? AND wire_id = ?').pluck()
  const hasId = db.prepare<[unknown], number>('SELECT 1 FROM events WHERE id = ?').pluck()
  const hasCursor = db.prepare<[number], number>('SELECT 1 FROM events WHERE cursor = ?').pluck()
  const hasOrd = db.prepare<[unknown], number>('SELECT 1 FROM events WHERE ord = ? AND replaced_by IS NULL').pluck()
  const newest = db.prepare<[], { cursor: number; ord: number }>(
    'SELECT coalesce(max(cursor), 0) + 1 AS cursor, coalesce(max(ord), 0) + 1 AS ord FROM events',
  )

  return {
    take(given, source) {
      const [raw, text] = [asText(given['raw']), asText(given['body'])]
      const row: typeof given = { ...given, raw, body: text }
      const body = usable(row)
      if (body === undefined || source === undefined || isKnown.get(source.pk, row['wire_id']) !== undefined) return false
      // A restored journal counts from where the backup ended, so two journals may have used a number twice.
      const isTaken = hasCursor.get(row.n) !== undefined
      const next = isTaken || hasOrd.get(row['ord']) !== undefined ? newest.get() : undefined
      const cursor = isTaken ? next?.cursor : row.n
      const ord = row['replaced_by'] === null && next !== undefined ? next.ord : row['ord']
      const conversation = 'conversation' in body ? conversations.number(source.pk, body.conversation) : null
      // A flipped bit can turn an id into its neighbour's: the event is a different one, so it is kept.
      const id = hasId.get(row['id']) === undefined ? row['id'] : ulid()
      const { seq, kind, at, claimed_at: claimedAt, wire_id: wireId, supersedes, replaced_by: replacedBy } = row
      insert.run(
        cursor,
        id,
        source.pk,
        seq,
        kind,
        conversation,
        ord,
        at,
        claimedAt,
        wireId,
        supersedes,
        replacedBy,
        raw,
        text,
        row['late'] === 0 ? 0 : 1,
      )
      return true
    },
    finish() {
      // The newer version could not be read: the previous one is shown again, unless a still newer one exists.
      db.exec(`
        CREATE TEMP TABLE loose AS SELECT cursor, ord FROM events WHERE replaced_by IS NOT NULL AND replaced_by NOT IN (SELECT cursor FROM events);
        UPDATE events SET replaced_by = (SELECT e.cursor FROM events e WHERE e.ord = events.ord AND e.replaced_by IS NULL)
          WHERE cursor IN (SELECT max(cursor) FROM loose GROUP BY ord);
        UPDATE events SET replaced_by = (SELECT e.cursor FROM events e WHERE e.ord = events.ord AND e.replaced_by IS NULL)
          WHERE cursor IN (SELECT cursor FROM loose) AND cursor NOT IN (SELECT max(cursor) FROM loose GROUP BY ord);
        DROP TABLE temp.loose;
      `)
      fillIndexes(db)
      fillTimes(db)
      fillMinutes(db)
      db.exec(`
        UPDATE counters SET cursor = max(cursor, (SELECT coalesce(max(cursor), 0) + 1 FROM events)), ord = max(ord, (SELECT coalesce(max(ord), 0) + 1 FROM events));
        UPDATE sources SET seq = max(seq, (SELECT coalesce(max(e.seq), 0) FROM events e WHERE e.source = sources.pk));
      `)
    },
  }
}

/** One flipped bit makes a text a blob with the same bytes. */
function asText(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('utf8') : value
}

/** SQLite does not notice every flipped bit: a row that differs from what was stored would break every page that shows it. */
function usable(row: Row): EventBody | undefined {
  if (!['seq', 'ord', 'at', 'kind'].every((column) => Number.isSafeInteger(row[column]))) return undefined
  if (!['id', 'wire_id'].every((column) => typeof row[column] === 'string')) return undefined
  if (!['claimed_at', 'replaced_by'].every((column) => row[column] === null || Number.isSafeInteger(row[column]))) return undefined
  const body = contentOf(row['raw'], row['body'])?.body
  return body?.kind === storedKinds[Number(row['kind'])] ? body : undefined
}

function fillIndexes(db: Database): void {
  const names = openLabels(db, 'names')
  const search = openSearchIndex(db)
  const mention = db.prepare<[number, number, number]>('INSERT OR IGNORE INTO mentions (name, kind, ord) VALUES (?, ?, ?)')
  const live = db.prepare<[number], { ord: number; source: number; kind: number; body: string }>(
    'SELECT ord, source, kind, body FROM events WHERE replaced_by IS NULL AND ord > ? ORDER BY ord LIMIT 1000',
  )
  let rows = live.all(Number.MIN_SAFE_INTEGER)
  while (rows.length > 0) {
    for (const { ord, source, kind, body: text } of rows) {
      const body = JSON.parse(text) as EventBody
      for (const name of namesOf(body)) mention.run(names.number(source, name), kind, ord)
      if (kind === messageKind && body.kind === 'message') search.put(ord, { pk: source }, body)
    }
    rows = live.all(rows.at(-1)?.ord ?? 0)
  }
}
