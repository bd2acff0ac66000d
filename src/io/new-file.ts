import { link, lstat, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path/posix'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { checkPathPart } from '../core/names.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import type { FileCalls } from './file-calls.ts'
import { useFolder } from './kept-folders.ts'
import type { OpenFolder } from './kept-folders.ts'
import { moveFile } from './move-file.ts'
import { platformFolders } from './safe-path-walk.ts'
import type { FolderAccess, Place } from './safe-path-walk.ts'
import { newTempName, syncFolder } from './temp-file.ts'

/** A file that is complete, and on disk if it is to be durable, under a temporary name. */
export interface UnpublishedFile {
  /** Gives it its final name, once. `conflict` when the name is taken: nothing is ever replaced. */
  publish(): Promise<Result<void>>
}

/**
 * Writes a new file completely or not at all, and never over another: temporary name in the same folder → write → fsync → the file's name → fsync of the
 * folder. `use` decides between the fsync and the final name; a file that it does not publish is removed.
 * @param durable false: without the two fsyncs, for what can be made again. After a power failure the file may be missing, or be empty.
 * @returns what `use` returns; `not-found` when the folder no longer exists, `invalid` or `not-allowed` for the name, `unavailable`…
 */
export async function withNewFile<T>(
  _permit: Permit,
  folder: OpenFolder,
  name: string,
  bytes: Uint8Array | string,
  use: (file: UnpublishedFile) => Promise<Result<T>>,
  durable = true,
): Promise<Result<T>> {
  const checked = checkPathPart(name)
  if (!checked.ok) return checked
  const doing = `write ${name}`
  const temp = `${folder.path}/${newTempName()}`
  let isLeft = true
  try {
    const [isThere] = await Promise.all([folder.isStillThere(), writeWhole(folder, temp, bytes, durable)])
    if (!isThere) return fail('not-found', `Could not ${doing}: its folder no longer exists.`)
    return await use({
      publish: async () => {
        const published = await publish(temp, folder, name, durable, doing)
        isLeft = !published.ok
        return published
      },
    })
  } catch (thrown) {
    return errnoFault(thrown, doing)
  } finally {
    if (isLeft) await folder.calls.unlink(temp).catch(() => undefined)
  }
}

/** An empty file of this age is not being written by another program, in ms. */
const settledMs = 10_000

/**
 * What a folder has under the name of a small file that was written without `durable`: a power failure leaves all of it or nothing.
 * What another program may be writing now counts as whole, and so does anything that is not a file. Undefined: nothing that can be seen.
 */
export async function wholeOrEmpty(folder: OpenFolder, name: string): Promise<'whole' | 'empty' | undefined> {
  try {
    const found = await folder.calls.lstat(`${folder.path}/${name}`)
    if (found === undefined) return undefined
    return found.isFile() && found.size === 0n && Date.now() - Number(found.mtimeMs) > settledMs ? 'empty' : 'whole'
  } catch {
    return undefined // writing it reports why
  }
}

/** Removes what `wholeOrEmpty` finds empty. @returns whether it did. */
export async function removeEmpty(_permit: Permit, folder: OpenFolder, name: string): Promise<boolean> {
  if ((await wholeOrEmpty(folder, name)) !== 'empty') return false
  return unlink(`${folder.path}/${name}`).then(
    () => true,
    () => false,
  )
}

/** `withNewFile` without a decision in between: `conflict` when the name is taken. */
export function writeNew(permit: Permit, root: string, relative: string, bytes: Uint8Array | string): Promise<Result<void>> {
  return useFolder(root, dirname(relative), (folder) => withNewFile(permit, folder, basename(relative), bytes, (file) => file.publish()))
}

async function writeWhole({ calls }: OpenFolder, temp: string, bytes: Uint8Array | string, durable: boolean): Promise<void> {
  const file = await calls.create(temp, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, 0o644)
  try {
    if (durable) await file.sync()
  } catch (thrown) {
    await file.close().catch(() => undefined)
    throw thrown
  }
  // What is on disk is not lost by closing it, which nobody has to wait for; Windows renames no open file.
  if (durable && process.platform !== 'win32') void file.close().catch(() => undefined)
  else await file.close()
}

async function publish(temp: string, folder: OpenFolder, name: string, durable: boolean, doing: string): Promise<Result<void>> {
  try {
    await giveName(folder.calls, temp, `${folder.path}/${name}`)
    // It does not matter whether the temporary name is gone from disk: it is swept eventually.
    await Promise.all([folder.calls.unlink(temp).catch(() => undefined), durable ? folder.sync() : undefined])
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, doing)
  }
}

/** Unlike `rename`, a hard link fails when the name is taken. Throws EEXIST then. */
async function giveName(calls: FileCalls, temp: string, path: string): Promise<void> {
  try {
    await calls.link(temp, path)
  } catch (thrown) {
    if (!hasNoLinks(thrown)) throw thrown
    await refuseTaken(path)
    await rename(temp, path)
  }
}

/**
 * Moves a file to an unused name below the same root. At every moment it has at least one of the names, so no reader misses it and no
 * crash loses it; repeating an interrupted move completes it. Both folders are durable on return.
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

/** At every moment the file has one of the names, or both. */
async function secondNameThenUnlink(source: Place, destination: Place): Promise<void> {
  await secondName(source.path, destination.path)
  // The new name is on disk before the old one is removed.
  await syncFolder(destination.folder)
  // A different file that has since taken its place stays.
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

/** Also false when one of the two does not exist. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  try {
    const [left, right] = await Promise.all([lstat(one, { bigint: true }), lstat(other, { bigint: true })])
    return left.ino === right.ino && left.dev === right.dev
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return false
    throw thrown
  }
}

/** For a file system without hard links (FAT, some network disks). */
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
