import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { writeOwnFile } from '../own-file.ts'
import { waysBack } from './ways-back.ts'

/** A file next to `journal.db` that records that this data folder has a journal. */
const markName = 'journal.mark'

/** Records that this data folder has a journal from now on. */
export function leaveMark(dataDir: string): Result<void> {
  return hasMark(dataDir) ? ok(undefined) : writeOwnFile(path.join(dataDir, markName), { v: 1 })
}

function hasMark(dataDir: string): boolean {
  return existsSync(path.join(dataDir, markName))
}

/**
 * Refuses to start a new journal where there was one: a missing or empty `journal.db` is then damage, not a first start.
 * @param isEmpty the file exists but has no schema.
 */
export function checkMark(dataDir: string, file: string, isEmpty: boolean): Result<void> {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (!(size === undefined || size === 0 || isEmpty) || !hasMark(dataDir)) return ok(undefined)
  const what = size === undefined ? 'is missing' : 'is empty'
  return fail('unavailable', `The journal ${file} ${what}, but this data folder had one. Nothing was changed. ${waysBack(dataDir)}`)
}
