import { closeSync, constants, lstatSync, openSync, statSync } from 'node:fs'
import { link, rename, rm, statfs, unlink } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { sizeText } from '../../core/size-text.ts'
import { errnoFault, errnoOf } from '../errno-fault.ts'
import { noLink } from '../own-file.ts'
import { newTempName, syncFile, syncFolder } from '../temp-file.ts'
import { checkContent } from './check-content.ts'
import { checkVersion } from './migrations.ts'
import { openReadOnly } from './open-read-only.ts'
import { foreignToJournal } from './schema.ts'
import { sideFiles } from './side-files.ts'
import { isDamage, isSqliteError, sqliteFault } from './sqlite-fault.ts'
import { waysBack } from './ways-back.ts'

/** How far a copy is; both in bytes. */
export type CopyProgress = (done: number, total: number) => void

/** A finished copy. */
export interface Copied {
  readonly file: string
  readonly bytes: number
  readonly events: number
}

export interface CopyOptions {
  readonly signal?: AbortSignal
  readonly progress?: CopyProgress
  /** What is copied, for messages about damage. */
  readonly source?: 'journal' | 'backup'
}

/** Pages per step: about a millisecond, so others on the same thread are not blocked. */
const pagesPerStep = 256
const cancelled = fail('cancelled', 'Cancelled. Nothing was written.')

/**
 * Copies a journal into a separate file (0600), whether or not Patchbay is running. The copy is the journal at one moment, is checked before it gets its name,
 * and never replaces a file. A failed, cancelled or killed copy leaves nothing under that name.
 * @returns `conflict` if the target exists, `unavailable` for a damaged journal or a full disk, `cancelled`, …
 */
export async function copyJournal(file: string, target: string, options: CopyOptions = {}): Promise<Result<Copied>> {
  const folder = path.dirname(target)
  if (isTaken(target)) return taken(target)
  const temp = path.join(folder, newTempName())
  try {
    closeSync(openSync(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink, 0o600))
  } catch (thrown) {
    return errnoFault(thrown, `create a file in ${folder}`)
  }
  try {
    const copied = await copyPages(file, temp, options)
    if (!copied.ok) return copied
    const events = finishCopy(file, temp, options.source ?? 'journal')
    if (!events.ok) return events
    if (options.signal?.aborted === true) return cancelled
    await publish(temp, target)
    return ok({ file: target, bytes: statSync(target).size, events: events.value })
  } catch (thrown) {
    if (isDamage(thrown)) return damagedSource(file, options.source ?? 'journal', String(thrown))
    if (isSqliteError(thrown)) return sqliteFault(thrown, 'copy', file)
    return isTaken(target) ? taken(target) : errnoFault(thrown, `write ${target}`)
  } finally {
    for (const each of [temp, ...sideFiles(temp)]) await rm(each, { force: true })
  }
}

/** Whether there is a file, or anything else, with this name. */
export function isTaken(target: string): boolean {
  return lstatSync(target, { throwIfNoEntry: false }) !== undefined
}

function taken(target: string): Result<never> {
  return fail('conflict', `${target} already exists and was not changed. Choose another name.`)
}

async function copyPages(file: string, temp: string, { signal, progress, source: from }: CopyOptions): Promise<Result<void>> {
  const source = openReadOnly(file)
  try {
    const version = checkVersion(source, file)
    if (!version.ok) return version
    if (version.value === 0) return fail('conflict', `${file} is not a Patchbay journal.`)
    const foreign = from === 'backup' ? foreignToJournal(source) : undefined
    if (foreign !== undefined) return notOurs(file, foreign)
    const pageBytes = Number(source.pragma('page_size', { simple: true }))
    // An open read pins one moment: writes to the journal do not restart the copy.
    source.exec('BEGIN')
    const total = Number(source.pragma('page_count', { simple: true })) * pageBytes
    const room = await checkRoom(path.dirname(temp), total, from === 'backup' ? 'restoring it' : 'a backup')
    if (!room.ok) return room
    await source.backup(temp, {
      progress({ totalPages, remainingPages }) {
        if (signal?.aborted === true) throw new Cancelled()
        progress?.((totalPages - remainingPages) * pageBytes, total)
        return pagesPerStep
      },
    })
    return ok(undefined)
  } catch (thrown) {
    if (thrown instanceof Cancelled) return cancelled
    throw thrown
  } finally {
    source.close()
  }
}

class Cancelled extends Error {}

function notOurs(file: string, part: string): Result<never> {
  const words = `${file} is not as Patchbay makes a backup: somebody has changed what it consists of. It was not restored. Choose another backup.`
  return fail('conflict', words, { detail: `This is other than in a journal of Patchbay: ${part.slice(0, 200)}` })
}

/** Makes the copy a single file without a log, and checks it. Returns its number of events. */
function finishCopy(file: string, temp: string, source: 'journal' | 'backup'): Result<number> {
  const copy = new Database(temp)
  try {
    copy.pragma('journal_mode = DELETE')
    const integrity = checkContent(copy)
    if (integrity === 'ok') return ok(Number(copy.prepare('SELECT count(*) FROM events').pluck().get()))
    return damagedSource(file, source, integrity)
  } finally {
    copy.close()
  }
}

function damagedSource(file: string, source: 'journal' | 'backup', detail: string): Result<never> {
  const what = source === 'journal' ? `The journal ${file}` : `The backup ${file}`
  const help =
    source === 'journal' ? `so it was not copied. ${waysBack(path.dirname(file))}` : 'so it was not restored. Choose another backup.'
  return fail('unavailable', `${what} is damaged, ${help}`, { detail })
}

/** A file system with one name per file, as on most USB sticks; each system says it in its own way. */
const noLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Gives the finished file its name, durably. Unlike a rename, a link fails if the name is taken. */
export async function publish(temp: string, target: string): Promise<void> {
  await syncFile(temp)
  try {
    await link(temp, target)
    await unlink(temp)
  } catch (thrown) {
    if (!noLinks.has(errnoOf(thrown))) throw thrown
    await renameToNew(temp, target)
  }
  await syncFolder(path.dirname(target))
}

/** Takes the name with an empty file first, so that nothing else is replaced. */
async function renameToNew(temp: string, target: string): Promise<void> {
  closeSync(openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600))
  try {
    await rename(temp, target)
  } catch (thrown) {
    await rm(target, { force: true })
    throw thrown
  }
}

/** Checks a journal without changing it. @returns a fault with ways to recover if it is damaged. */
export function checkFile(file: string): Result<void> {
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    const integrity = checkContent(db)
    return integrity === 'ok'
      ? ok(undefined)
      : fail('unavailable', `The journal ${file} is damaged. ${waysBack(path.dirname(file))}`, { detail: integrity })
  } catch (thrown) {
    return sqliteFault(thrown, 'check', file)
  } finally {
    db?.close()
  }
}

/** Whether a folder's disk has room for this many bytes. @param what needs them, for the message. */
export async function checkRoom(folder: string, bytes: number, what: string): Promise<Result<void>> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes) return ok(undefined)
  return fail(
    'unavailable',
    `There is not enough space for ${what}: it needs ${sizeText(bytes, Math.ceil)}, and the disk of ${folder} has ${sizeText(free, Math.floor)} free.`,
  )
}
