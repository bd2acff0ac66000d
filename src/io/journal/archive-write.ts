import { closeSync, constants, openSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { counted } from '../../core/count.ts'
import { fail, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { MonthSize, WrittenArchive } from '../../core/journal-files.ts'
import { errnoFault } from '../errno-fault.ts'
import { noLink } from '../own-file.ts'
import { newTempName } from '../temp-file.ts'
import { archivedBody, newArchive, openArchive } from './archive-file.ts'
import { hasValue } from './checkpoints.ts'
import { checkContent } from './check-content.ts'
import { checkRoom, isTaken, publish } from './copy.ts'
import { openReadOnly } from './open-read-only.ts'
import { isSqliteError, sqliteFault } from './sqlite-fault.ts'

const rowsPerLook = 1_000
const cancelled = fail('cancelled', 'Cancelled. Nothing was changed.')

const notForgotten = 'source IN (SELECT pk FROM sources WHERE id IS NOT NULL)'
/** Events whose texts are in the journal, without those of forgotten workspaces. Their length is known without reading the texts. */
const inJournal = `octet_length(raw) > 1 AND ${notForgotten}`

/** The months (UTC) in which events arrived whose texts are in the journal, oldest first. Reads the whole journal once. */
export function monthsOf(dataDir: string): Promise<Result<MonthSize[]>> {
  return readJournal(dataDir, (db) =>
    ok(
      db
        .prepare<[], MonthSize>(
          `SELECT strftime('%Y-%m', at / 1000, 'unixepoch') AS month, count(*) AS events, sum(octet_length(raw) + octet_length(body)) AS bytes
           FROM events WHERE ${inJournal} GROUP BY month ORDER BY month`,
        )
        .all(),
    ),
  )
}

interface Row {
  readonly cursor: number
  readonly id: string
  readonly source: number
  readonly raw: string
  readonly body: string
}

/**
 * Writes the texts of a month into a new archive (0600) beside the journal, which stays as it is. The file gets its name when it is complete, checked and on
 * disk, and replaces nothing. @param month `2026-03`, in UTC.
 * @returns undefined when there is nothing to move; `unavailable` without enough space, `cancelled`; no file is left then.
 */
export async function writeArchive(dataDir: string, month: string, signal?: AbortSignal): Promise<Result<WrittenArchive | undefined>> {
  const temp = path.join(dataDir, newTempName())
  try {
    closeSync(openSync(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink, 0o600))
  } catch (thrown) {
    return errnoFault(thrown, `create a file in ${dataDir}`)
  }
  try {
    const filled = await readJournal(dataDir, (db) => fill(db, temp, dataDir, month, signal))
    if (!filled.ok) return filled
    if (filled.value === 0) return ok(undefined)
    if (signal?.aborted === true) return cancelled
    for (let number = 1; ; number++) {
      const file = number === 1 ? `archive-${month}.db` : `archive-${month}.${number}.db`
      const target = path.join(dataDir, file)
      if (isTaken(target)) continue
      await publish(temp, target)
      return ok({ file, month, events: filled.value })
    }
  } catch (thrown) {
    return isSqliteError(thrown) ? sqliteFault(thrown, 'write', temp) : errnoFault(thrown, `write an archive in ${dataDir}`)
  } finally {
    for (const side of ['', '-journal']) await rm(`${temp}${side}`, { force: true })
  }
}

/** Checks an archive before its texts go back into the journal and its file is removed: that it has all that the journal needs from it, and that there is room for that. */
export async function checkArchive(dataDir: string, name: string): Promise<Result<void>> {
  const file = path.join(dataDir, name)
  try {
    const archive = openArchive(file)
    try {
      const integrity = checkContent(archive)
      if (integrity !== 'ok') return damaged(file, integrity)
      const found = await readJournal(dataDir, (db) => hasAll(db, archive, name, file))
      if (!found.ok) return found
    } finally {
      archive.close()
    }
    return await checkRoom(dataDir, 2 * statSync(file).size, 'bringing a month back')
  } catch (thrown) {
    return damaged(file, reasonOf(thrown))
  }
}

/** A file of the same name can come from another data folder: every one has an archive of March. */
function hasAll(journal: Database.Database, archive: Database.Database, name: string, file: string): Result<void> {
  const has = archive.prepare<[number, string], number>('SELECT 1 FROM events WHERE cursor = ? AND id = ?').pluck()
  const needed = journal.prepare<[string], Pick<Row, 'cursor' | 'id'>>(
    `SELECT cursor, id FROM events WHERE octet_length(raw) = 1 AND body = ? AND ${notForgotten}`,
  )
  let [all, missing] = [0, 0]
  for (const { cursor, id } of needed.iterate(archivedBody(name))) {
    all++
    if (has.get(cursor, id) === undefined) missing++
  }
  if (missing === 0) return ok(undefined)
  return fail(
    'conflict',
    `The file ${file} is not the archive that this journal needs: ${missing.toLocaleString('en')} of ${counted(all, 'event')} are not in it. Nothing was changed. Put the right file back.`,
  )
}

function damaged(file: string, detail: string): Result<never> {
  return fail('unavailable', `The archive ${file} is missing or damaged. Nothing was changed. Put back a copy of the file.`, { detail })
}

async function fill(
  journal: Database.Database,
  temp: string,
  dataDir: string,
  month: string,
  signal: AbortSignal | undefined,
): Promise<Result<number>> {
  const [from, to] = boundsOf(month)
  journal.exec('BEGIN') // one moment of the journal
  const wanted = `FROM events WHERE ${inJournal} AND at >= ? AND at < ?`
  const { events, bytes } = journal
    .prepare<[number, number], { events: number; bytes: number }>(
      `SELECT count(*) AS events, coalesce(sum(octet_length(raw) + octet_length(body)), 0) AS bytes ${wanted}`,
    )
    .get(from, to) ?? { events: 0, bytes: 0 }
  if (events === 0) return ok(0)
  const room = await checkRoom(dataDir, 2 * bytes, `the archive of ${month}`)
  if (!room.ok) return room
  const archive = newArchive(temp, month)
  try {
    archive.exec('BEGIN')
    const put = archive.prepare<[number, string, number, string, string]>(
      'INSERT INTO events (cursor, id, source, raw, body) VALUES (?, ?, ?, ?, ?)',
    )
    const sources = new Set<number>()
    let rows = 0
    for (const row of journal
      .prepare<[number, number], Row>(`SELECT cursor, id, source, raw, body ${wanted} ORDER BY cursor`)
      .iterate(from, to)) {
      put.run(row.cursor, row.id, row.source, row.raw, row.body)
      sources.add(row.source)
      if (++rows % rowsPerLook !== 0) continue
      await setImmediate()
      if (signal?.aborted === true) return cancelled
    }
    putSources(journal, archive, sources)
    putCheckpoints(journal, archive)
    archive.prepare('UPDATE about SET events = ?').run(rows)
    archive.exec('COMMIT')
    const found = archive.prepare('SELECT count(*) AS events, sum(octet_length(raw) + octet_length(body)) AS bytes FROM events').get()
    const integrity = checkContent(archive)
    const { events: stored, bytes: length } = found as { events: number; bytes: number }
    if (integrity !== 'ok' || stored !== events || length !== bytes)
      return fail('unavailable', `The archive of ${month} did not pass its check. Nothing was changed.`, { detail: integrity })
    return ok(events)
  } finally {
    archive.close()
  }
}

/** Checkpoints between the first and the last event of the archive, of the same workspaces. */
function putCheckpoints(journal: Database.Database, archive: Database.Database): void {
  const bounds = archive.prepare<[], readonly [number, number]>('SELECT min(cursor), max(cursor) FROM events').raw().get()
  const [first, last] = bounds ?? [0, 0]
  const put = archive.prepare('INSERT INTO checkpoints VALUES (@workspace, @fold, @cursor, @chain, @step, @value)')
  const found = journal.prepare<[number, number, number]>(
    `SELECT workspace, fold, cursor, chain, step, value FROM checkpoints WHERE workspace = ? AND cursor BETWEEN ? AND ? AND ${hasValue}`,
  )
  for (const workspace of archive.prepare<[], number>('SELECT pk FROM workspaces').pluck().all())
    for (const row of found.iterate(workspace, first, last)) put.run(row)
}

function putSources(journal: Database.Database, archive: Database.Database, pks: ReadonlySet<number>): void {
  const find = journal.prepare<[number], { workspace: number; id: string | null }>(
    'SELECT s.workspace, w.id FROM sources s JOIN workspaces w ON w.pk = s.workspace WHERE s.pk = ?',
  )
  const putSource = archive.prepare<[number, number]>('INSERT INTO sources (pk, workspace) VALUES (?, ?)')
  const putWorkspace = archive.prepare<[number, string]>('INSERT OR IGNORE INTO workspaces (pk, id) VALUES (?, ?)')
  for (const pk of pks) {
    const found = find.get(pk)
    if (found === undefined) continue
    putSource.run(pk, found.workspace)
    if (found.id !== null) putWorkspace.run(found.workspace, found.id)
  }
}

/** The first moment of a month (UTC) and of the next one, ms. */
function boundsOf(month: string): readonly [from: number, to: number] {
  const from = new Date(`${month}-01T00:00:00Z`)
  return [from.getTime(), Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)]
}

async function readJournal<T>(dataDir: string, read: (db: Database.Database) => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  const file = path.join(dataDir, 'journal.db')
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    return await read(db)
  } catch (thrown) {
    if (!isSqliteError(thrown)) throw thrown
    return sqliteFault(thrown, 'read', file)
  } finally {
    db?.close()
  }
}
