import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { BackupFile } from '../../core/journal-files.ts'
import { isTempName } from '../temp-file.ts'
import { copyJournal } from './copy.ts'
import type { Copied, CopyOptions } from './copy.ts'

/** How many daily backups are kept, and their largest share of the disk's free space. */
const mostKept = 7
const share = 0.1
const nameOf = /^journal-\d{4}-\d{2}-\d{2}T\d{6}Z\.db$/

/** Folder of the daily backups in a data folder. */
export function backupFolder(dataDir: string): string {
  return path.join(dataDir, 'backups')
}

/** The daily backups of a data folder, newest first by name. */
export function listBackups(dataDir: string): BackupFile[] {
  const folder = backupFolder(dataDir)
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(folder)
    .filter((name) => nameOf.test(name))
    .flatMap((name) => {
      const stats = lstatSync(path.join(folder, name), { throwIfNoEntry: false })
      return stats?.isFile() === true ? [{ file: path.join(folder, name), at: timeOf(name), bytes: stats.size }] : []
    })
    .toSorted((one, other) => other.at - one.at)
}

/**
 * Makes a daily backup and removes those beyond the limits; the new one always stays.
 * @param now ms. @param free bytes free on the disk, for tests.
 */
export async function keepBackup(dataDir: string, now: number, options: CopyOptions = {}, free = freeBytes): Promise<Result<Copied>> {
  const folder = backupFolder(dataDir)
  // Not recursive: a data folder that was removed in the meantime is not made again.
  if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 })
  // Only this process writes here: an unfinished file is a leftover of a crash.
  for (const name of await readdir(folder)) if (isUnfinished(name)) await rm(path.join(folder, name), { force: true })
  const name = `journal-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '')}Z.db`
  const copied = await copyJournal(path.join(dataDir, 'journal.db'), path.join(folder, name), options)
  if (!copied.ok) return copied
  const earlier = listBackups(dataDir).filter(({ file }) => file !== copied.value.file)
  let [count, bytes] = [1, copied.value.bytes]
  const most = share * ((await free(folder)) + sum(earlier) + bytes)
  for (const each of earlier) {
    count++
    bytes += each.bytes
    if (count > mostKept || bytes > most) await rm(each.file, { force: true })
  }
  return ok(copied.value)
}

const isUnfinished = (name: string): boolean => isTempName(name.replace(/-(?:wal|shm|journal)$/, ''))

const sum = (files: readonly BackupFile[]): number => files.reduce((bytes, each) => bytes + each.bytes, 0)

function timeOf(name: string): number {
  return Date.parse(name.slice('journal-'.length, -'.db'.length).replace(/T(\d\d)(\d\d)(\d\d)Z$/, 'T$1:$2:$3Z'))
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
