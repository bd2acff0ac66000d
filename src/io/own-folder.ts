import { lstatSync, mkdirSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { shellWord } from '../core/shell-word.ts'

/**
 * Whether a folder is ours: owned by our user, and writable by nobody else. Anyone who can write to it could add links, or a forged journal.
 * @param uid our user; undefined on Windows, where this does not apply.
 * @returns a fault with the command that fixes it. Nothing is changed.
 */
export function judgeOwnFolder(folder: string, stats: Pick<Stats, 'uid' | 'mode'>, uid = process.getuid?.()): Result<void> {
  if (uid === undefined) return ok(undefined)
  if (stats.uid !== uid) return fail('not-allowed', `The data folder ${folder} belongs to another user. Choose another one with --data.`)
  if ((stats.mode & 0o022) === 0) return ok(undefined)
  return fail(
    'not-allowed',
    `Other users can write to the data folder ${folder}. Run \`chmod 700 ${shellWord(folder)}\` and restart Patchbay.`,
  )
}

/** Creates the data folder with private access (0700) if missing; throws the system's error. An existing one is checked and not changed. */
export function useOwnFolder(folder: string): Result<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return judgeOwnFolder(folder, statSync(folder))
}

/** Refuses anything but an ordinary file, or nothing, at a path in our data folder: a link would redirect what we write. */
export function checkOrdinary(file: string): Result<void> {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile()) return ok(undefined)
  if (stats.isSymbolicLink())
    return fail(
      'not-allowed',
      `${file} is a symbolic link; Patchbay does not follow links in its data folder. Move it elsewhere and restart Patchbay.`,
    )
  return fail('unavailable', `${file} is not a regular file. Move it elsewhere and restart Patchbay.`)
}
