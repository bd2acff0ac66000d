import type Database from 'better-sqlite3'
import { workspaceSchema } from '../../core/workspace.ts'
import { archiveOf } from './archive-file.ts'
import { contentOf } from './codec.ts'
import { jsonOf } from './recover-state.ts'
import { isDamage } from './sqlite-fault.ts'

/** `ok`, or the problem. Reads the whole file. SQLite does not notice a changed bit in a text, so all texts are read as they would be shown. */
export function checkContent(db: Database.Database): string {
  try {
    // A file that somebody else made can have a view in its place, which can go on without end.
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'events'").get() === undefined)
      return 'events is not a table'
    const pages = String(db.pragma('quick_check(1)', { simple: true }))
    if (pages !== 'ok') return pages
    return brokenEvent(db) ?? brokenText(db) ?? brokenCounters(db) ?? 'ok'
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    return String(thrown)
  }
}

/** One event that is not as it was written makes every page that has it fail. */
function brokenEvent(db: Database.Database): string | undefined {
  const rows = db.prepare<[], { cursor: number; raw: unknown; body: unknown }>('SELECT cursor, raw, body FROM events')
  for (const { cursor, raw, body } of rows.iterate()) {
    const isElsewhere = typeof body === 'string' && archiveOf(body) !== undefined
    if (!isElsewhere && contentOf(raw, body) === undefined) return `event ${cursor} is not as it was written`
  }
  return undefined
}

/** Whether this is the text of a workspace: the list of all of them fails with one that is not. */
export function isWorkspaceText(text: unknown): boolean {
  return workspaceSchema.safeParse(jsonOf(text)).success
}

/** Whether a counter is a number that no event has yet. */
function isNext(column: 'cursor' | 'ord'): string {
  return `typeof(${column}) = 'integer' AND ${column} < 1e15 AND ${column} > (SELECT coalesce(max(${column}), 0) FROM events)`
}

/** A number that was given already, or is none, makes every new event fail. */
function brokenCounters(db: Database.Database): string | undefined {
  if (!hasColumn(db, 'counters', 'ord')) return undefined
  const isUsable = db.prepare(`SELECT 1 FROM counters WHERE ${isNext('cursor')} AND ${isNext('ord')}`).get() !== undefined
  return isUsable ? undefined : 'the numbers of new events are not as they were written'
}

/** Other texts that are JSON. An archive, and the journal of an earlier release, do not have them all. */
const jsonTexts: readonly { readonly table: string; readonly column: string; readonly isObject?: true }[] = [
  { table: 'links', column: 'config', isObject: true },
  { table: 'commands', column: 'value', isObject: true },
  { table: 'approvals', column: 'value', isObject: true },
  { table: 'grants', column: 'value', isObject: true },
  { table: 'acts', column: 'value', isObject: true },
  { table: 'kept', column: 'value' },
  { table: 'settings', column: 'value' },
  { table: 'sources', column: 'state' },
  { table: 'snapshots', column: 'value' },
]

function hasColumn(db: Database.Database, table: string, column: string): boolean {
  return db.prepare<[string, string]>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined
}

function brokenText(db: Database.Database): string | undefined {
  for (const { table, column, isObject } of jsonTexts) {
    if (!hasColumn(db, table, column)) continue
    const texts = `SELECT CAST(${column} AS TEXT) AS text FROM ${table} WHERE ${column} IS NOT NULL`
    const isWrong = isObject === true ? "json_type(text) <> 'object'" : '0'
    const broken = db.prepare(`SELECT 1 FROM (${texts}) WHERE CASE WHEN json_valid(text) THEN ${isWrong} ELSE 1 END LIMIT 1`).get()
    if (broken !== undefined) return `a text in ${table} is not valid JSON`
  }
  if (!hasColumn(db, 'workspaces', 'value')) return undefined
  // One that is being forgotten has no id and no text any more.
  const workspaces = db.prepare<[]>('SELECT value FROM workspaces WHERE id IS NOT NULL').pluck().all()
  return workspaces.every(isWorkspaceText) ? undefined : 'a workspace is not as it was written'
}
