import { constants } from 'node:fs'
import type { Stats } from 'node:fs'
import { lstat, mkdir, open, opendir, rename, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { moveFile } from './move-file.ts'
import { mostParts, platformFolders, withPlace } from './safe-path-walk.ts'
import type { FolderAccess, HeldFolder, LinkRule } from './safe-path-walk.ts'

export { checkRelative } from '../core/names.ts'

/**
 * Every access to a file named by someone else goes through here: nothing outside `root` is ever opened, listed or changed (F14).
 * Links that stay below the root are followed for reading; no link is followed for writing. On Linux this holds even if folders
 * are swapped meanwhile; elsewhere the opened file is compared afterwards.
 */

const accessMode = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR
const changing = constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND

/** True for open flags that could change or create a file. */
function isWriting(flags: number): boolean {
  return (flags & accessMode) !== constants.O_RDONLY || (flags & changing) !== 0
}

/**
 * Opens the ordinary file (or, with O_DIRECTORY, the folder) `relative` below `root`. Never waits on a FIFO, never opens a device.
 * @param flags numbers of `fs.constants`; callers may use writing flags only with a permit.
 * @param mode permissions of a new file.
 * @param links `refuse` when reading something that may be written later.
 * @returns an open handle that the caller closes, or `not-found`, `not-allowed`, `conflict` (not a regular file), `unavailable`…
 */
export function openInside(
  root: string,
  relative: string,
  flags: number,
  mode = 0o644,
  folders: FolderAccess = platformFolders,
  links: LinkRule['links'] = isWriting(flags) ? 'refuse' : 'follow',
): Promise<Result<FileHandle>> {
  const safe = flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
  const wantsFolder = (flags & (constants.O_DIRECTORY ?? 0)) !== 0
  return withPlace(
    root,
    relative,
    { links },
    async (place, realRoot) => {
      let handle: FileHandle | undefined
      try {
        handle = await open(place.path, safe, mode)
        const stats = await handle.stat()
        if (wantsFolder ? stats.isDirectory() : stats.isFile()) {
          if (await folders.verify(realRoot, place, handle)) return ok(handle)
          await handle.close()
          return fail('not-allowed', `${relative} was replaced while being opened.`)
        }
        await handle.close()
        return fail(
          'conflict',
          `${relative} is not a regular file: ${stats.isDirectory() ? 'a folder' : 'a device or pipe'} is in its place.`,
        )
      } catch (thrown) {
        await handle?.close().catch(() => undefined)
        return errnoFault(thrown, `open ${relative}`)
      }
    },
    folders,
  )
}

/** What is at `relative` below `root`, without following a final link. `undefined`: nothing is there. A missing root is `not-found`. */
export async function lstatInside(
  root: string,
  relative: string,
  folders: FolderAccess = platformFolders,
): Promise<Result<Stats | undefined>> {
  let rootIsThere = false
  const found = await withPlace<Stats | undefined>(
    root,
    relative,
    { links: 'follow', keepLast: true },
    async (place) => {
      try {
        return ok(await lstat(place.path))
      } catch (thrown) {
        if (isAbsence(thrown)) return ok(undefined)
        return errnoFault(thrown, `check ${relative}`)
      }
    },
    {
      ...folders,
      openRoot: (path) => {
        rootIsThere = true
        return folders.openRoot(path)
      },
    },
  )
  return !found.ok && found.fault.code === 'not-found' && rootIsThere ? ok(undefined) : found
}

/** Names in a folder, and whether there are more than requested. */
export interface FolderList {
  readonly names: string[]
  readonly more: boolean
}

/**
 * Names in a folder below `root`, unsorted; at most `most`, and whether there are more.
 * @param relative the folder, `.` for the root.
 */
export function listInside(
  root: string,
  relative: string,
  most: number,
  folders: FolderAccess = platformFolders,
): Promise<Result<FolderList>> {
  return withPlace<FolderList>(
    root,
    relative,
    { links: 'follow' },
    async (place) => {
      let folder: HeldFolder | undefined
      try {
        folder = await folders.enter({ path: place.folder }, place.name)
        const names: string[] = []
        for await (const entry of await opendir(folder.path, { bufferSize: 1_024 })) {
          if (names.length === most) return ok({ names, more: true })
          names.push(entry.name)
        }
        return ok({ names, more: false })
      } catch (thrown) {
        return errnoFault(thrown, `list ${relative}`)
      } finally {
        await folder?.close()
      }
    },
    folders,
  )
}

/** Creates the folder `relative` below `root` and any missing parents. An existing folder is fine. */
export async function mkdirInside(
  permit: Permit,
  root: string,
  relative: string,
  mode = 0o755,
  folders: FolderAccess = platformFolders,
): Promise<Result<void>> {
  const parts = relative.split('/')
  if (parts.length > mostParts) return fail('too-large', `The path has ${parts.length} folders; the limit is ${mostParts}.`)
  for (let depth = 1; depth <= parts.length; depth++) {
    const made = await makeOne(permit, root, parts.slice(0, depth).join('/'), mode, folders)
    if (!made.ok) return made
  }
  return ok(undefined)
}

function makeOne(_permit: Permit, root: string, relative: string, mode: number, folders: FolderAccess): Promise<Result<void>> {
  return withPlace(
    root,
    relative,
    { links: 'refuse' },
    async (place) => {
      try {
        await mkdir(place.path, mode)
        return ok(undefined)
      } catch (thrown) {
        const isThere = errnoOf(thrown) === 'EEXIST' && (await lstat(place.path)).isDirectory()
        return isThere ? ok(undefined) : errnoFault(thrown, `create the folder ${relative}`)
      }
    },
    folders,
  )
}

/** Moves a file to another name below the same root. Never replaces anything: a taken name is `conflict`. */
export function moveInside(
  _permit: Permit,
  root: string,
  from: string,
  to: string,
  folders: FolderAccess = platformFolders,
): Promise<Result<void>> {
  return moveFile(root, from, to, ({ path: source }, { path: destination }) => reserveThenRename(source, destination), folders)
}

/** `rename` replaces its target, so the name is first reserved with an empty file that only we can have created. */
async function reserveThenRename(source: string, destination: string): Promise<void> {
  await (await open(destination, 'wx')).close()
  try {
    await rename(source, destination)
  } catch (thrown) {
    await unlink(destination).catch(() => undefined)
    throw thrown
  }
}

function isAbsence(thrown: unknown): boolean {
  const code = errnoOf(thrown)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
