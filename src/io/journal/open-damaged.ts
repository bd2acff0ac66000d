import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { newTempName } from '../temp-file.ts'
import { sideFiles } from './side-files.ts'
import { isSqliteError } from './sqlite-fault.ts'

/** A journal that may be damaged, opened for reading what is left of it. */
export interface DamagedJournal {
  readonly db: Database.Database
  close(): void
}

/**
 * Opens a journal that may be damaged, without writing to it. If its first page is lost, reads a copy with the first page of a journal of the same layout.
 * @param models journals whose first page may fit: the backups. @param folder for that copy.
 * @returns undefined if nothing can be read.
 */
export function openDamaged(file: string, models: readonly string[], folder: string): DamagedJournal | undefined {
  const copy = path.join(folder, newTempName())
  const remove = (): void => {
    for (const each of [copy, ...sideFiles(copy)]) rmSync(each, { force: true })
  }
  const direct = tryOpen(file, true)
  if (direct !== undefined) return { db: direct, close: () => void direct.close() }
  for (const model of models) {
    remove()
    copyFileSync(file, copy)
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
    graft(copy, model)
    const db = tryOpen(copy, false)
    if (db !== undefined)
      return {
        db,
        close() {
          db.close()
          remove()
        },
      }
  }
  remove()
  return undefined
}

function tryOpen(file: string, readonly: boolean): Database.Database | undefined {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly, fileMustExist: true, timeout: 5_000 })
    db.unsafeMode(true)
    // A file that was cut is read as far as possible, and a broken line of the schema does not hide the rest.
    db.pragma('writable_schema = ON')
    db.prepare('SELECT cursor FROM events LIMIT 0').get()
    return db
  } catch (thrown) {
    db?.close()
    if (!isSqliteError(thrown)) throw thrown
    return undefined
  }
}

/** Replaces the first page, which contains the header and the root of the schema. */
function graft(copy: string, model: string): void {
  const header = Buffer.alloc(100)
  const from = openSync(model, 'r')
  const to = openSync(copy, 'r+')
  try {
    readSync(from, header, 0, header.length, 0)
    const page = Buffer.alloc(Math.max(512, header.readUInt16BE(16)))
    readSync(from, page, 0, page.length, 0)
    page.writeUInt32BE(0, 92) // makes SQLite take the number of pages from the size of the file
    writeSync(to, page, 0, page.length, 0)
  } finally {
    closeSync(from)
    closeSync(to)
  }
}
