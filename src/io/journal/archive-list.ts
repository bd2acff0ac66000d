import { statSync } from 'node:fs'
import path from 'node:path'
import type Database from 'better-sqlite3'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { Journal } from '../../core/journal.ts'
import type { Archive } from '../../core/journal-files.ts'
import { openArchive } from './archive-file.ts'
import type { Connection } from './connection.ts'
import { openReadOnly } from './open-read-only.ts'
import { sqliteFault } from './sqlite-fault.ts'

type Part = Pick<Journal, 'archives' | 'moveToArchive' | 'bringBack'>

const select = 'SELECT file, month, state FROM archives ORDER BY month, file'

type ArchiveRow = Pick<Archive, 'file' | 'month' | 'state'>

/** The list of archives. @param start begins the steps that move the texts; see `archive-steps.ts`. */
export function openArchiveList(connection: Connection, start: () => void): Part {
  const { db } = connection
  const add = db.prepare<[string, string]>("INSERT OR IGNORE INTO archives (file, month, state) VALUES (?, ?, 'moving')")
  const back = db.prepare<[string]>("UPDATE archives SET state = 'returning', done = 0 WHERE file = ? AND state = 'closed'")
  return {
    archives: openArchivesRead(connection),
    moveToArchive(name, month) {
      add.run(name, month)
      start()
    },
    bringBack(name) {
      if (back.run(name).changes > 0) start()
    },
  }
}

/** Reads the list. */
export function openArchivesRead({ db, file }: Connection): Journal['archives'] {
  const list = db.prepare<[], ArchiveRow>(select)
  return () => withSizes(path.dirname(file), list.all())
}

function withSizes(folder: string, rows: readonly ArchiveRow[]): Archive[] {
  return rows.map((row) => ({ ...row, ...sizeOf(path.join(folder, row.file)) }))
}

/** The archives of a journal that may be in use; none in the journal of an earlier release. */
export function readArchives(dataDir: string): Result<Archive[]> {
  const file = path.join(dataDir, 'journal.db')
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'archives'").get() !== undefined
    return ok(has ? withSizes(dataDir, db.prepare<[], ArchiveRow>(select).all()) : [])
  } catch (thrown) {
    return sqliteFault(thrown, 'read', file)
  } finally {
    db?.close()
  }
}

/** Undefined events: the file cannot be read. */
function sizeOf(file: string): Pick<Archive, 'bytes' | 'events'> {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  try {
    const archive = openArchive(file)
    try {
      return { bytes, events: Number(archive.prepare('SELECT events FROM about').pluck().get()) }
    } finally {
      archive.close()
    }
  } catch {
    return { bytes }
  }
}
