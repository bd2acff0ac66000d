import path from 'node:path'
import Database from 'better-sqlite3'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { sqliteFault } from './sqlite-fault.ts'

/** Pages in the log after which SQLite moves them into the file by itself: fewer, larger checkpoints during a large import. */
export const checkpointPages = 4_000

/** Moves the contents of a journal's log into the file. It waits for nobody: what is in use is left for the next time. */
export function checkpoint(file: string): Result<void> {
  return inJournal(file, (db) => db.pragma('wal_checkpoint(PASSIVE)'))
}

/** Returns all free pages of a journal to the file system. Only while nobody else uses it: it blocks for as long as that takes. */
export function returnSpace(dataDir: string): Result<void> {
  return inJournal(path.join(dataDir, 'journal.db'), (db) => {
    db.pragma('incremental_vacuum')
    db.pragma('wal_checkpoint(TRUNCATE)')
  })
}

function inJournal(file: string, work: (db: Database.Database) => void): Result<void> {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { fileMustExist: true, timeout: 5_000 })
    work(db)
    return ok(undefined)
  } catch (thrown) {
    return sqliteFault(thrown, 'write to', file)
  } finally {
    db?.close()
  }
}
