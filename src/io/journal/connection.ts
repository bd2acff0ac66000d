import { chmodSync, closeSync, constants, existsSync, openSync, statSync, statfsSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok } from '../../core/fault.ts'
import type { Fault, Result } from '../../core/fault.ts'
import { sizeText } from '../../core/size-text.ts'
import { errnoFault } from '../errno-fault.ts'
import { noLink } from '../own-file.ts'
import { checkOrdinary, useOwnFolder } from '../own-folder.ts'
import { checkpointPages } from './checkpoint.ts'
import { checkMark, leaveMark } from './mark.ts'
import { checkVersion, isRewritten, migrate, migrations } from './migrations.ts'
import { openReadOnly } from './open-read-only.ts'
import { finishReplacement, replaceJournal } from './replace.ts'
import { writeAgain } from './rewrite.ts'
import { sideFiles } from './side-files.ts'
import { sqliteFault } from './sqlite-fault.ts'

/** An open journal file. */
export interface Connection {
  readonly db: Database.Database
  readonly file: string
  /** Called when SQLite finds the file damaged. */
  readonly onDamage?: ((fault: Fault) => void) | undefined
}

/**
 * Opens `journal.db` in the data folder and migrates it to the newest schema. Creates what is missing: the folder with mode 0700, the file with 0600.
 * @returns a fault, with the file unchanged, when it is damaged, foreign, from a newer release, or cannot be read or written.
 */
export function openConnection(dataDir: string, steps: readonly string[] = migrations, free = freeBytes): Result<Connection> {
  const begun = begin(dataDir, steps)
  if (!begun.ok) return begun
  const { file, version } = begun.value
  if (!isRewritten(version, steps)) return openFile(dataDir, file, version, steps)
  const made = rewriteJournal(dataDir, steps, free)
  if (!made.ok) return made
  const replaced = replaceJournal(dataDir, made.value, Date.now())
  return replaced.ok ? openFile(dataDir, file, steps.length, steps) : replaced
}

/**
 * Writes a journal of an earlier release again in the newest schema, into a new file beside it. Takes long for a large one.
 * @returns the new file for `replaceJournal`, or a fault with the journal unchanged.
 */
export function rewriteJournal(dataDir: string, steps: readonly string[] = migrations, free = freeBytes): Result<string> {
  const begun = begin(dataDir, steps)
  if (!begun.ok) return begun
  const bytes = statSync(begun.value.file).size
  if (free(dataDir) < 2 * bytes)
    return fail(
      'unavailable',
      `There is not enough space to convert the journal to this version’s format: it needs ${sizeText(2 * bytes, Math.ceil)} free on the disk of ${dataDir}. Nothing was changed.`,
    )
  return writeAgain(dataDir, begun.value.version, steps)
}

/** Makes the data folder and the file if they are missing. Returns the schema version of the file. */
function begin(dataDir: string, steps: readonly string[]): Result<{ readonly file: string; readonly version: number }> {
  const file = path.join(dataDir, 'journal.db')
  const placed = placeFile(dataDir, file)
  if (!placed.ok) return placed
  const version = probe(file, steps.length)
  if (!version.ok) return version
  const marked = checkMark(dataDir, file, version.value === 0)
  return marked.ok ? ok({ file, version: version.value }) : marked
}

function openFile(dataDir: string, file: string, version: number, steps: readonly string[]): Result<Connection> {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { timeout: 5_000 })
    // Counts before the first table only. What *forget* and archives free goes back to the file system in small steps.
    if (version === 0) db.pragma('auto_vacuum = INCREMENTAL')
    db.pragma('journal_mode = WAL')
    // A commit is in the WAL, so it survives the death of this process; only a power failure can lose the last ones, and links read those
    // again from their sources, because their own state is in the same transaction. Records that an effect follows are flushed: see `writeDurably`.
    db.pragma('synchronous = NORMAL')
    // Deleted rows are overwritten in the pages that are written anyway. What is forgotten must not stay in the file; free pages leave it: see `openSweep`.
    db.pragma('secure_delete = FAST')
    db.pragma('foreign_keys = ON')
    db.pragma('trusted_schema = OFF')
    // The log shrinks again after a large import.
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
    db.pragma('journal_size_limit = 16777216')
    migrate(db, version, steps)
    // The schema is in the file itself before the mark says so: a log that is lost later does not leave an empty file.
    if (version === 0) db.pragma('wal_checkpoint(TRUNCATE)')
    const marked = leaveMark(dataDir)
    if (!marked.ok) {
      db.close()
      return marked
    }
    return ok({ db, file })
  } catch (thrown) {
    db?.close()
    return sqliteFault(thrown, 'open', file)
  }
}

/** The size of a journal that an earlier release made and that is rewritten, which takes a while; undefined: it is not, or opening it says what is wrong. */
export function journalToRewrite(dataDir: string): number | undefined {
  const file = path.join(dataDir, 'journal.db')
  // Whatever else is in its place: opening a pipe waits for its writer.
  if (!existsSync(file) || !checkOrdinary(file).ok) return undefined
  const version = probe(file, migrations.length)
  return version.ok && isRewritten(version.value) ? statSync(file).size : undefined
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Runs one small write and waits until it is on disk, for records that an external effect follows. As part of a transaction it is on disk with that. */
export function writeDurably<T>(db: Database.Database, write: () => T): T {
  if (db.inTransaction) return write()
  db.pragma('synchronous = FULL')
  try {
    return write()
  } finally {
    db.pragma('synchronous = NORMAL')
  }
}

function placeFile(dataDir: string, file: string): Result<void> {
  try {
    const ours = useOwnFolder(dataDir)
    if (!ours.ok) return ours
    finishReplacement(dataDir)
  } catch (thrown) {
    return errnoFault(thrown, `create the data folder ${dataDir}`)
  }
  for (const each of [file, ...sideFiles(file)]) {
    const ordinary = checkOrdinary(each)
    if (!ordinary.ok) return ordinary
  }
  const begun = checkMark(dataDir, file, false)
  if (!begun.ok) return begun
  try {
    // SQLite gives its side files the same mode as this one.
    if (!existsSync(file)) closeSync(openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink, 0o600))
    else if (process.platform !== 'win32') chmodSync(file, 0o600)
  } catch (thrown) {
    return errnoFault(thrown, `create the journal ${file}`)
  }
  return ok(undefined)
}

/** Reads the version without write access, so that a foreign file is not touched. */
function probe(file: string, newest: number): Result<number> {
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    return checkVersion(db, file, newest)
  } catch (thrown) {
    return sqliteFault(thrown, 'open', file)
  } finally {
    db?.close()
  }
}
