import { constants } from 'node:fs'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault } from './errno-fault.ts'
import { platformFolders } from './safe-path-walk.ts'
import { listInside, lstatInside, openInside } from './safe-path.ts'

const others = 0o077
const mostNames = 100_000

/**
 * Removes the permissions of group and others from a folder below `root` and everything in it that we own; links are not followed. Already private
 * folders are not entered. What cannot be changed stays as it is, for example on a disk without permissions.
 * @param depth how many levels below it are made private too; 0: the folder alone.
 */
export function makePrivate(_permit: Permit, root: string, relative: string, depth: number): Promise<Result<void>> {
  return closeAll(root, relative, depth)
}

async function closeAll(root: string, relative: string, depth: number): Promise<Result<void>> {
  const me = process.getuid?.()
  const there = await lstatInside(root, relative)
  const stats = there.ok ? there.value : undefined
  if (stats === undefined || me === undefined || stats.uid !== me || (stats.mode & others) === 0) return ok(undefined)
  if (stats.isDirectory() && depth > 0) {
    const listed = await listInside(root, relative, mostNames)
    for (const name of listed.ok ? listed.value.names : []) await closeAll(root, `${relative}/${name}`, depth - 1)
  }
  // The folder itself last: if this is interrupted, the folder is not private yet and is entered again.
  return stats.isDirectory() || stats.isFile() ? closeOne(root, relative, stats.isDirectory(), me) : ok(undefined)
}

async function closeOne(root: string, relative: string, isFolder: boolean, me: number): Promise<Result<void>> {
  const flags = constants.O_RDONLY | (isFolder ? (constants.O_DIRECTORY ?? 0) : 0)
  const opened = await openInside(root, relative, flags, undefined, platformFolders, 'refuse')
  if (!opened.ok) return opened
  try {
    const { uid, mode } = await opened.value.stat()
    if (uid === me) await opened.value.chmod(mode & 0o7777 & ~others)
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, `make ${relative} private`)
  } finally {
    await opened.value.close().catch(() => undefined)
  }
}
