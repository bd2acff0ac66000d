import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { errnoFault, errnoOf } from '../errno-fault.ts'
import { sideFiles } from './side-files.ts'

/** The name of a complete new journal that is about to replace `journal.db`. */
const nextName = 'journal.db.next'

/**
 * Puts a finished file in place of `journal.db`. The current journal is kept under another name, with its log. After a crash at any point, the next start finds
 * the old journal or finishes the replacement.
 * @param made a closed journal in the data folder. @param now ms.
 * @returns where the current journal is kept; undefined if there was none.
 */
export function replaceJournal(dataDir: string, made: string, now: number): Result<string | undefined> {
  try {
    const kept = keepPresent(dataDir, now)
    sync(made)
    sync(dataDir)
    renameSync(made, path.join(dataDir, nextName)) // from here on the new journal counts
    sync(dataDir)
    finishReplacement(dataDir)
    return ok(kept)
  } catch (thrown) {
    return errnoFault(thrown, `replace the journal in ${dataDir}`)
  }
}

/** Finishes a replacement that a crash interrupted. Throws. */
export function finishReplacement(dataDir: string): void {
  const next = path.join(dataDir, nextName)
  if (!existsSync(next)) return
  const file = path.join(dataDir, 'journal.db')
  // The old log first: SQLite would apply it to the new file.
  for (const side of sideFiles(file)) rmSync(side, { force: true })
  sync(dataDir)
  renameSync(next, file)
  sync(dataDir)
}

function keepPresent(dataDir: string, now: number): string | undefined {
  const file = path.join(dataDir, 'journal.db')
  if (!existsSync(file)) return undefined
  const kept = `${file}.before-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`
  secondName(file, kept)
  if (existsSync(`${file}-wal`)) secondName(`${file}-wal`, `${kept}-wal`)
  return kept
}

function secondName(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST') throw thrown
    copyFileSync(file, name) // a file system with one name per file
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
function sync(place: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(place, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
