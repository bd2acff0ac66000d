import { link, lstat, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path/posix'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { checkPathPart } from '../core/names.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { useFolder } from './kept-folders.ts'
import type { OpenFolder } from './kept-folders.ts'
import { moveFile } from './move-file.ts'
import { platformFolders } from './safe-path-walk.ts'
import type { FolderAccess, Place } from './safe-path-walk.ts'
import { newTempName, syncFolder, writeTemp } from './temp-file.ts'

/** A file that is whole and on disk, under a name that nobody looks at. */
export interface UnpublishedFile {
  /**
   * Gives it its name, once. `conflict` when something has that name: nothing is ever replaced.
   * @param durable false leaves it to the system when the name itself reaches the disk.
   */
  publish(durable: boolean): Promise<Result<void>>
}

/**
 * Writes a new file whole or not at all, and never over another: temporary name in the same folder → write → fsync → the file's name → fsync of the
 * folder. `use` decides between the two last steps and the first; a file that it does not publish is removed.
 * @returns what `use` returns; `not-found` when the folder is not there any more, `invalid` or `not-allowed` for the name, `unavailable`…
 */
export async function withNewFile<T>(
  _permit: Permit,
  folder: OpenFolder,
  name: string,
  bytes: Uint8Array | string,
  use: (file: UnpublishedFile) => Promise<Result<T>>,
): Promise<Result<T>> {
  const checked = checkPathPart(name)
  if (!checked.ok) return checked
  const doing = `write ${name}`
  const temp = `${folder.path}/${newTempName()}`
  let isLeft = true
  try {
    const [isThere] = await Promise.all([folder.isStillThere(), writeTemp(temp, bytes)])
    if (!isThere) return fail('not-found', `Could not ${doing}: its folder no longer exists.`)
    return await use({
      publish: async (durable) => {
        const published = await publish(temp, folder, name, durable, doing)
        isLeft = !published.ok
        return published
      },
    })
  } catch (thrown) {
    return errnoFault(thrown, doing)
  } finally {
    if (isLeft) await unlink(temp).catch(() => undefined)
  }
}

/** `withNewFile` without a decision in between: `conflict` when something of that name is there. */
export function writeNew(permit: Permit, root: string, relative: string, bytes: Uint8Array | string): Promise<Result<void>> {
  return useFolder(root, dirname(relative), (folder) =>
    withNewFile(permit, folder, basename(relative), bytes, (file) => file.publish(true)),
  )
}

async function publish(temp: string, folder: OpenFolder, name: string, durable: boolean, doing: string): Promise<Result<void>> {
  try {
    await giveName(temp, `${folder.path}/${name}`)
    // Whether the temporary name is gone from the disk does not matter: it is swept some day.
    await Promise.all([unlink(temp).catch(() => undefined), durable ? folder.sync() : undefined])
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, doing)
  }
}

/** Unlike `rename`, a second name for the file fails when the name is taken. Throws EEXIST then. */
async function giveName(temp: string, path: string): Promise<void> {
  try {
    await link(temp, path)
  } catch (thrown) {
    if (!hasNoLinks(thrown)) throw thrown
    await refuseTaken(path)
    await rename(temp, path)
  }
}

/**
 * Moves a file to a name that nobody has, below the same root. At every moment it has the one name or the other, so that no reader misses it and no
 * crash loses it; a move that was interrupted is finished by doing it again. Both folders are durable when it returns.
 * @returns `conflict` when another file has the name, `not-found`, `not-allowed`, `unavailable`…
 */
export function moveToNew(
  _permit: Permit,
  root: string,
  from: string,
  to: string,
  folders: FolderAccess = platformFolders,
): Promise<Result<void>> {
  return moveFile(root, from, to, secondNameThenUnlink, folders)
}

/** At every moment the file has the one name or the other, or both. */
async function secondNameThenUnlink(source: Place, destination: Place): Promise<void> {
  await secondName(source.path, destination.path)
  // The new name is on disk before the old one goes.
  await syncFolder(destination.folder)
  // A file that somebody has put in its place meanwhile is another one and stays.
  if (await isSameFile(source.path, destination.path)) await unlink(source.path)
  await syncFolder(source.folder)
}

async function secondName(source: string, destination: string): Promise<void> {
  try {
    await link(source, destination)
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST' && (await isSameFile(source, destination))) return
    if (!hasNoLinks(thrown)) throw thrown
    await refuseTaken(destination)
    await rename(source, destination)
  }
}

/** False also when one of the two is not there. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  try {
    const [left, right] = await Promise.all([lstat(one, { bigint: true }), lstat(other, { bigint: true })])
    return left.ino === right.ino && left.dev === right.dev
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return false
    throw thrown
  }
}

/** A file system that knows one name per file only (FAT, some network disks). */
function hasNoLinks(thrown: unknown): boolean {
  return ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(errnoOf(thrown) ?? '')
}

async function refuseTaken(path: string): Promise<void> {
  try {
    await lstat(path)
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return
    throw thrown
  }
  throw Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' })
}
