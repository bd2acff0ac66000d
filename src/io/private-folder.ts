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
 * Takes the rights of group and others away from a folder below `root` and from all in it, as far as it is ours; links are not followed. A folder that is
 * closed to others already is not looked into. What cannot be changed stays as it is: on a disk without rights there are none to take.
 * @param depth levels of names below it that are closed too; 0: the folder alone.
 */
export function closeToOthers(_permit: Permit, root: string, relative: string, depth: number): Promise<Result<void>> {
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
  // The folder last: as long as it is open, a crash in between is noticed.
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
