import { constants } from 'node:os'
import { fail, reasonOf } from '../core/fault.ts'
import type { Fault, FaultCode } from '../core/fault.ts'

/** What to do when no more files can be opened; added after the reason. */
const closeFiles = 'Close what is not needed, or raise the limit on open files (ulimit -n), and start Patchbay again'

const words: ReadonlyMap<string, readonly [FaultCode, string]> = new Map([
  ['ENOENT', ['not-found', 'it does not exist']],
  ['ENOTDIR', ['not-found', 'a part of the path is not a folder']],
  ['EISDIR', ['conflict', 'a folder is in its place']],
  ['EEXIST', ['conflict', 'something with that name already exists']],
  ['ENOTEMPTY', ['conflict', 'the folder is not empty']],
  ['ENXIO', ['conflict', 'it is not a regular file']],
  ['ELOOP', ['not-allowed', 'it is a symbolic link']],
  ['ENAMETOOLONG', ['too-large', 'the name is too long for this disk']],
  ['E2BIG', ['too-large', 'its arguments are too long for this system']],
  ['EACCES', ['unavailable', 'permission denied']],
  ['EPERM', ['unavailable', 'the system does not allow it']],
  ['EROFS', ['unavailable', 'the disk is read-only']],
  ['ENOSPC', ['unavailable', 'the disk is full']],
  ['EDQUOT', ['unavailable', 'the disk quota is used up']],
  ['EIO', ['unavailable', 'the disk reported an error']],
  ['EBUSY', ['unavailable', 'another program is using it']],
  ['ETXTBSY', ['unavailable', 'another program is using it']],
  ['EMFILE', ['unavailable', `too many open files. ${closeFiles}`]],
  ['ENFILE', ['unavailable', `too many open files on this machine. ${closeFiles}`]],
])

/** Names by number, for errors that Node has no name for (EDQUOT arrives as `Unknown system error -122`). */
const names: ReadonlyMap<number, string> = new Map(Object.entries(constants.errno).map(([name, number]) => [-number, name]))

/** The errno name of an error thrown by Node, for example `ENOENT`; undefined if it has none. */
export function errnoOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') return undefined
  if (!thrown.code.startsWith('Unknown system error') || !('errno' in thrown)) return thrown.code
  return names.get(Number(thrown.errno)) ?? thrown.code
}

/**
 * Turns a system error into a fault.
 * @param doing what was attempted, to follow “Could not”: `read chat.md`.
 */
export function errnoFault(thrown: unknown, doing: string): { readonly ok: false; readonly fault: Fault } {
  const name = errnoOf(thrown) ?? ''
  const [code, why] = words.get(name) ?? ['unavailable', 'the system reported an error']
  const reason = reasonOf(thrown).replace(/^Unknown system error -\d+/, name)
  return fail(code, `Could not ${doing}: ${why}.`.slice(0, 2_000), { detail: withoutDescriptors(reason) })
}

/** True if a file could not be opened because too many are open, so nothing is known about the file itself. */
export function isOutOfFiles(thrown: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(errnoOf(thrown) ?? '')
}

/** `open '/proc/self/fd/22/chat.md'` means nothing to a reader: keep the name only. */
function withoutDescriptors(reason: string): string {
  return reason.replace(/'\/proc\/self\/fd\/\d+\/?/g, "'")
}
