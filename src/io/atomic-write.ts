import type { Stats } from 'node:fs'
import { lstat, rename, unlink } from 'node:fs/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { checkPathPart } from '../core/names.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { listInside } from './safe-path.ts'
import { platformFolders, withPlace } from './safe-path-walk.ts'
import type { FolderAccess, Place } from './safe-path-walk.ts'
import { isTempName, newTempName, syncFolder, tempSuffix, writeTemp } from './temp-file.ts'

const tempAgeMs = 24 * 60 * 60 * 1000
/** The largest folders have mail of years. */
const mostListed = 200_000

export interface AtomicWriteOptions {
  /** Permissions of the file; by default those of the replaced file, or 0644 for a new one. */
  readonly mode?: number
  /**
   * The temporary name: `path` for the file's own name plus `.tmp`, where a specification requires it. A leftover from a crash is replaced,
   * so only one process may write such files in a folder. By default, a unique name.
   */
  readonly temporary?: 'path'
}

/**
 * Writes a file completely or not at all: temporary name in the same folder → write → fsync → rename → fsync of the folder. After a crash at any point the
 * file is the old or the new one. Replaces an ordinary file; never a folder, a link or anything else.
 * @returns when the bytes are on disk; otherwise a fault, with the old file intact: `unavailable` (full, failing or forbidden disk), `not-allowed`, `not-found`…
 */
export function writeAtomic(
  _permit: Permit,
  root: string,
  relative: string,
  bytes: Uint8Array | string,
  options: AtomicWriteOptions = {},
  folders: FolderAccess = platformFolders,
): Promise<Result<void>> {
  return replaceFile(root, relative, bytes, options, folders)
}

/** The same for a file in our own data folder, or one that the operator chose in a dialog of the system; neither needs a permit. `name` is a single file name; new files are private (0600). */
export function writePrivateFile(dataDir: string, name: string, bytes: Uint8Array | string): Promise<Result<void>> {
  const checked = checkPathPart(name)
  return checked.ok ? replaceFile(dataDir, name, bytes, { mode: 0o600 }, platformFolders) : Promise.resolve(checked)
}

/**
 * Removes unfinished files that a crash left in a folder, if older than a day; touches nothing else.
 * @param now ms.
 * @returns how many were removed.
 */
export async function sweepTemps(_permit: Permit, root: string, relativeFolder: string, now: number): Promise<Result<number>> {
  const found = await oldTemps(root, relativeFolder, now)
  if (!found.ok) return found
  let swept = 0
  for (const relative of found.value) {
    const removed = await withPlace(root, relative, { links: 'refuse' }, async (place) => {
      const isFound = await isOld(place, now)
      return isFound.ok && isFound.value ? removeTemp(place) : isFound
    })
    if (removed.ok && removed.value) swept++
  }
  return ok(swept)
}

/** What `sweepTemps` would remove, relative to the root: who needs a permit asks for one only if there is something. */
export async function oldTemps(root: string, relativeFolder: string, now: number): Promise<Result<string[]>> {
  const listed = await listInside(root, relativeFolder, mostListed)
  if (!listed.ok) return listed
  const found: string[] = []
  for (const name of listed.value.names.filter(isTempName)) {
    const relative = relativeFolder === '.' ? name : `${relativeFolder}/${name}`
    const isFound = await withPlace(root, relative, { links: 'refuse' }, (place) => isOld(place, now))
    if (isFound.ok && isFound.value) found.push(relative)
  }
  return ok(found)
}

async function isOld(place: Place, now: number): Promise<Result<boolean>> {
  try {
    const stats = await lstat(place.path)
    return ok(stats.isFile() && now - stats.mtimeMs >= tempAgeMs)
  } catch (thrown) {
    return errnoFault(thrown, `look at ${place.name}`)
  }
}

async function removeTemp(place: Place): Promise<Result<boolean>> {
  try {
    await unlink(place.path)
    return ok(true)
  } catch (thrown) {
    return errnoFault(thrown, `remove ${place.name}`)
  }
}

function replaceFile(
  root: string,
  relative: string,
  bytes: Uint8Array | string,
  options: AtomicWriteOptions,
  folders: FolderAccess,
): Promise<Result<void>> {
  const doing = `write ${relative}`
  return withPlace(
    root,
    relative,
    { links: 'refuse' },
    async (place) => {
      let mode: number
      try {
        const old = await lstatIfThere(place.path)
        if (old !== undefined && !old.isFile())
          return fail('conflict', `Could not ${doing}: something other than a regular file is in its place.`)
        mode = options.mode ?? (old === undefined ? 0o644 : old.mode & 0o777)
      } catch (thrown) {
        return errnoFault(thrown, doing)
      }
      const temp = `${place.folder}/${options.temporary === 'path' ? `${place.name}${tempSuffix}` : newTempName()}`
      try {
        if (options.temporary === 'path') await removeLeftover(temp)
        await writeTemp(temp, bytes, mode)
        await rename(temp, place.path)
      } catch (thrown) {
        await unlink(temp).catch(() => undefined)
        return errnoFault(thrown, doing)
      }
      try {
        await syncFolder(place.folder)
        return ok(undefined)
      } catch (thrown) {
        return errnoFault(thrown, `sync ${relative} to disk`)
      }
    },
    folders,
  )
}

/** A leftover from a crash under a reused name; a link is removed, not followed. */
async function removeLeftover(temp: string): Promise<void> {
  try {
    await unlink(temp)
  } catch (thrown) {
    if (errnoOf(thrown) !== 'ENOENT') throw thrown
  }
}

async function lstatIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}
