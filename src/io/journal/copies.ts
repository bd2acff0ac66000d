import { chmodSync, constants, copyFileSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { JournalCopy } from '../../core/journal-files.ts'
import { errnoFault } from '../errno-fault.ts'
import { newTempName, syncFile, syncFolder } from '../temp-file.ts'
import { archiveName, isOurArchive } from './archive-file.ts'
import { listBackups } from './backups.ts'
import { openContents } from './contents.ts'
import { checkContent } from './check-content.ts'
import { checkRoom } from './copy.ts'
import { openReadOnly } from './open-read-only.ts'
import { foreignToJournal } from './schema.ts'
import { sideFiles } from './side-files.ts'
import { isSqliteError } from './sqlite-fault.ts'
import { openSweep } from './sweep.ts'
import { openWorkspaces } from './workspaces.ts'

/** Journals that a restore, a repair or a new schema replaced. */
const replaced = /^journal\.db\.before-[\dTZ]+$/

/** The copies of the journal, and its archives, in a data folder that have a workspace, and those that cannot be read or are missing, which may. */
export function copiesWith(dataDir: string, workspace: string): JournalCopy[] {
  const away = missingArchives(dataDir).map((name) => ({ file: path.join(dataDir, name), bytes: 0, isReadable: false, isArchive: true }))
  const there = [...copiesIn(dataDir), ...filesIn(dataDir, archiveName)].flatMap((file) => {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() !== true) return []
    const has = hasWorkspace(file, workspace)
    const isArchive = archiveName.test(path.basename(file))
    return has === false ? [] : [{ file, bytes: stats.size, isReadable: has === true, isArchive }]
  })
  return [...there, ...away]
}

/** Backups and replaced journals. */
function copiesIn(dataDir: string): string[] {
  return [...listBackups(dataDir).map(({ file }) => file), ...filesIn(dataDir, replaced)]
}

function filesIn(dataDir: string, named: RegExp): string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => named.test(name)) : []
  return names.map((name) => path.join(dataDir, name))
}

/** Whether a copy of the journal has events whose texts are in this archive, or may have them. */
export function isNeededByCopy(dataDir: string, archive: string): boolean {
  return copiesIn(dataDir).some((file) => archivesNeeded(file)?.includes(archive) !== false)
}

/** The names of the archives that a journal, or a copy of one, needs; undefined when it cannot be read. */
export function archivesNeeded(file: string): string[] | undefined {
  return readFrom(file, (db) => {
    const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'archives'").get() !== undefined
    return has ? db.prepare<[], string>("SELECT file FROM archives WHERE state <> 'returned' ORDER BY file").pluck().all() : []
  })
}

/** The archives that the journal of a data folder needs and that are not there. */
export function missingArchives(dataDir: string): string[] {
  const needed = archivesNeeded(path.join(dataDir, 'journal.db')) ?? []
  return needed.filter((name) => !existsSync(path.join(dataDir, name)))
}

/** Undefined when the file cannot be read. */
function hasWorkspace(file: string, workspace: string): boolean | undefined {
  return readFrom(file, (db) => db.prepare<[string]>('SELECT 1 FROM workspaces WHERE id = ?').get(workspace) !== undefined)
}

/** Whether a file is as we make it: what somebody else made could compute without end. The journal itself is open anyway. */
function isOurs(file: string, db: Database.Database): boolean {
  const name = path.basename(file)
  if (name === 'journal.db') return true
  return archiveName.test(name) ? isOurArchive(db) : foreignToJournal(db) === undefined
}

/** Reads from a journal or an archive that may be damaged. Undefined when it cannot be read, or is not as we make it. */
function readFrom<T>(file: string, read: (db: Database.Database) => T): T | undefined {
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    return isOurs(file, db) ? read(db) : undefined
  } catch (thrown) {
    if (!isSqliteError(thrown)) throw thrown
    return undefined
  } finally {
    db?.close()
  }
}

/**
 * Removes a workspace from the copies of the journal. `clean` writes each copy again without it, `delete` deletes the copies, also those that cannot be
 * read. An archive has what is nowhere else of other workspaces, so it is always written again. A copy is replaced only by one that is complete and checked, so a crash leaves the old or the new one.
 * @returns `unavailable` with the files that still have it.
 */
export async function forgetInCopies(
  dataDir: string,
  workspace: string,
  how: 'clean' | 'delete',
  signal?: AbortSignal,
): Promise<Result<void>> {
  const left: string[] = []
  let detail: string | undefined
  for (const { file, isReadable, isArchive } of copiesWith(dataDir, workspace)) {
    if (signal?.aborted === true) return fail('cancelled', 'Patchbay is shutting down.')
    if (how === 'delete' && !isArchive) {
      remove(file)
      continue
    }
    const cleaned = isReadable
      ? await clean(file, workspace, isArchive ? removeFromArchive : removeFrom(dataDir), signal)
      : fail('unavailable', `${file} cannot be read.`)
    if (cleaned.ok) continue
    if (cleaned.fault.code === 'cancelled') return cleaned
    left.push(file)
    detail ??= cleaned.fault.message
  }
  if (left.length === 0) return ok(undefined)
  const words = `The forgotten workspace could not be removed from ${left.join(', ')}. Patchbay tries again at its next start; you can also delete these files.`
  return fail('unavailable', words, detail === undefined ? {} : { detail })
}

function remove(file: string): void {
  for (const each of [file, ...sideFiles(file)]) rmSync(each, { force: true })
}

type Remove = (db: Database.Database, file: string, workspace: string, signal: AbortSignal | undefined) => Promise<Result<void>>

async function clean(file: string, workspace: string, remover: Remove, signal: AbortSignal | undefined): Promise<Result<void>> {
  const folder = path.dirname(file)
  const made = path.join(folder, newTempName())
  try {
    const room = await checkRoom(folder, 2 * lstatSync(file).size, 'removing a workspace from a copy of the journal')
    if (!room.ok) return room
    foldLog(file)
    copyFileSync(file, made, constants.COPYFILE_EXCL)
    chmodSync(made, 0o600)
    const removed = await removeAndCheck(made, workspace, remover, signal)
    if (!removed.ok) return removed
    await syncFile(made)
    renameSync(made, file)
    await syncFolder(folder)
    return ok(undefined)
  } catch (thrown) {
    return isSqliteError(thrown)
      ? fail('unavailable', `${file} is damaged.`, { detail: String(thrown) })
      : errnoFault(thrown, `write ${file}`)
  } finally {
    remove(made)
  }
}

/** Moves a log next to the copy into it, so it cannot be applied to a later file. */
function foldLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return
  const db = new Database(file)
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

async function removeAndCheck(file: string, workspace: string, remover: Remove, signal: AbortSignal | undefined): Promise<Result<void>> {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = DELETE')
    db.pragma('synchronous = OFF') // a file that is not complete is thrown away
    const removed = await remover(db, file, workspace, signal)
    if (!removed.ok) return removed
    db.exec('VACUUM') // what was deleted is in no free page either
    const integrity = checkContent(db)
    return integrity === 'ok' ? ok(undefined) : fail('unavailable', `${file} is damaged.`, { detail: integrity })
  } finally {
    db.close()
  }
}

function removeFrom(dataDir: string): Remove {
  return async (db, file, workspace, signal) => {
    const connection = { db, file }
    const contents = openContents(dataDir)
    try {
      openWorkspaces(connection).removeWorkspace(workspace)
      const sweep = openSweep(connection, contents)
      while (sweep.step()) {
        await setImmediate()
        if (signal?.aborted === true) return fail('cancelled', 'Patchbay is shutting down.')
      }
      return ok(undefined)
    } finally {
      contents.close()
    }
  }
}

function removeFromArchive(db: Database.Database, _file: string, workspace: string): Promise<Result<void>> {
  const pk = db.prepare<[string], number>('SELECT pk FROM workspaces WHERE id = ?').pluck().get(workspace)
  db.prepare('DELETE FROM events WHERE source IN (SELECT pk FROM sources WHERE workspace = ?)').run(pk)
  db.prepare('DELETE FROM sources WHERE workspace = ?').run(pk)
  db.prepare('DELETE FROM checkpoints WHERE workspace = ?').run(pk)
  db.prepare('DELETE FROM workspaces WHERE pk = ?').run(pk)
  db.exec('UPDATE about SET events = (SELECT count(*) FROM events)')
  return Promise.resolve(ok(undefined))
}
