import Database from 'better-sqlite3'
import { checkOrdinary } from '../own-folder.ts'
import { lazy } from '../../core/lazy.ts'
import { openReadOnly } from './open-read-only.ts'
import { foreignPart, partsMade } from './schema.ts'

/** `PBA1` in the file's header: distinguishes an archive from any other SQLite file. */
const archiveId = 0x50424131

/** Names of archives: the month in UTC, and a number where there was one of this month already. */
export const archiveName = /^archive-(\d{4}-\d{2})(?:\.\d+)?\.db$/

/**
 * An archive has the texts of the events that arrived in one month, and the checkpoints of the past between them. It is never changed once it is closed, except that *forget* writes it again without a
 * workspace. Numbers and ids are those of the journal; both together identify an event, also after a restore gave a number twice. `workspaces` has the same
 * columns as in a journal, so that both are asked in the same way which workspaces they have.
 */
const schema = `
CREATE TABLE about (month TEXT NOT NULL, events INTEGER NOT NULL);
CREATE TABLE workspaces (pk INTEGER PRIMARY KEY, id TEXT NOT NULL);
CREATE TABLE sources (pk INTEGER PRIMARY KEY, workspace INTEGER NOT NULL);
CREATE TABLE events (
  cursor INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  source INTEGER NOT NULL,
  raw TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE TABLE checkpoints (
  workspace INTEGER NOT NULL,
  fold TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  chain TEXT NOT NULL,
  step INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (workspace, fold, cursor)
);
`

/** What `raw` is in the journal when the texts of an event are in an archive; `body` is then the archive's name. Both are JSON, but no objects. */
export const archivedRaw = '0'

/** What `body` is in the journal when the texts are in this archive. */
export function archivedBody(name: string): string {
  return JSON.stringify(name)
}

/** The archive that has the texts of a row, if they are not in the row itself. */
export function archiveOf(body: string): string | undefined {
  if (!body.startsWith('"')) return undefined
  const name = body.slice(1, -1)
  return archiveName.test(name) ? name : undefined
}

/** Makes an empty archive of an empty file. */
export function newArchive(file: string, month: string): Database.Database {
  const db = new Database(file)
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF') // a file that is not complete is thrown away
  db.pragma(`application_id = ${archiveId}`)
  db.exec(schema)
  db.prepare('INSERT INTO about VALUES (?, 0)').run(month)
  return db
}

const parts = lazy(() => partsMade((ours) => ours.exec(schema)))

/** Whether an open file is an archive as we make it. A view in place of a table can compute without end, and every page of the feed asks an archive. */
export function isOurArchive(db: Database.Database): boolean {
  return Number(db.pragma('application_id', { simple: true })) === archiveId && foreignPart(db, parts()) === undefined
}

/** Opens an archive for reading. Throws when it is not there, is a link or another kind of file. */
export function openArchive(file: string): Database.Database {
  const ordinary = checkOrdinary(file)
  if (!ordinary.ok) throw new Error(ordinary.fault.message)
  const db = openReadOnly(file)
  try {
    if (isOurArchive(db)) return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
  db.close()
  throw new Error(`${file} is not an archive of Patchbay.`)
}
