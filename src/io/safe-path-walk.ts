import { constants, existsSync } from 'node:fs'
import { lstat, open, readlink, realpath, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { isAbsolute, join, relative as relativeTo, resolve, sep } from 'node:path'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { checkRelative } from '../core/names.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'

/** A folder that was reached without passing a link; `path` names it for system calls while it is held. */
export interface HeldFolder {
  readonly path: string
  close(): Promise<void>
}

/** How a platform holds the folders of a path while descending. */
export interface FolderAccess {
  openRoot(path: string): Promise<HeldFolder>
  /** Enters a subfolder. Throws ELOOP or ENOTDIR when the name is a link or a file. */
  enter(folder: Pick<HeldFolder, 'path'>, name: string): Promise<HeldFolder>
  /** Verifies afterwards that the opened file is the one at this place, below the root. */
  verify(root: string, place: Place, handle: FileHandle): Promise<boolean>
}

/** A name in a folder below the root, as `withPlace` found it. */
export interface Place {
  /** Path of the folder for system calls; valid only during `use`. */
  readonly folder: string
  readonly name: string
  /** The two joined. */
  readonly path: string
}

/** `follow`: links that stay below the root are followed, except the last when `keepLast`. `refuse`: any link is a fault. */
export interface LinkRule {
  readonly links: 'follow' | 'refuse'
  readonly keepLast?: boolean
}

const mostLinks = 40
/** Maximum folders in one path, and so descriptors held. */
export const mostParts = limits.pathFolders

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Linux: every folder is an open descriptor in which the next name is looked up, so swapping a folder has no effect. */
export const descriptorFolders: FolderAccess = {
  openRoot: (path) => hold(path),
  enter: (folder, name) => hold(`${folder.path}/${name}`),
  verify: () => Promise.resolve(true),
}

/** Elsewhere: each folder is checked before it is entered, and the opened file is compared afterwards with what is there. */
export const pathFolders: FolderAccess = {
  openRoot: (path) => enterByPath(path),
  enter: (folder, name) => enterByPath(join(folder.path, name)),
  verify: async (root, place, handle) => {
    const [opened, there, folder] = await Promise.all([
      handle.stat({ bigint: true }),
      lstat(place.path, { bigint: true }),
      realpath(place.folder),
    ])
    return opened.ino === there.ino && opened.dev === there.dev && isBelow(root, folder)
  },
}

export const platformFolders: FolderAccess = process.platform === 'linux' && existsSync('/proc/self/fd') ? descriptorFolders : pathFolders

/**
 * Finds the place of `relative` below `root`, segment by segment, and lends it to `use`. The last segment need not exist.
 * @returns what `use` returns, or a fault: `not-allowed` when the path leaves the root, `not-found` when a folder on the way is missing.
 */
export async function withPlace<T>(
  root: string,
  relative: string,
  rule: LinkRule,
  use: (place: Place, realRoot: string) => Promise<Result<T>>,
  folders: FolderAccess = platformFolders,
): Promise<Result<T>> {
  const checked = checkRelative(relative)
  if (!checked.ok) return checked
  const realRoot = await findRoot(root)
  if (!realRoot.ok) return realRoot
  const walk: Walk = { folders, rule, relative, roots: [resolve(root), realRoot.value], held: [], pending: relative.split('/'), links: 0 }
  try {
    walk.held.push(await folders.openRoot(realRoot.value))
    const place = await goDown(walk)
    return place.ok ? await use(place.value, realRoot.value) : place
  } catch (thrown) {
    return errnoFault(thrown, `reach ${relative}`)
  } finally {
    await Promise.all(walk.held.map((folder) => folder.close()))
  }
}

interface Walk {
  readonly folders: FolderAccess
  readonly rule: LinkRule
  readonly relative: string
  /** The root as given and its real path: an absolute link may name either. */
  readonly roots: readonly string[]
  /** Folders from the root down to the current one. */
  readonly held: HeldFolder[]
  readonly pending: string[]
  links: number
}

async function goDown(walk: Walk): Promise<Result<Place>> {
  for (;;) {
    const here = walk.held.at(-1)
    const part = walk.pending.shift()
    if (here === undefined) return leaves(walk)
    if (part === undefined) return ok(placeIn(here, '.'))
    if (part === '' || part === '.') continue
    if (part === '..') {
      await walk.held.pop()?.close()
      continue
    }
    const isLast = walk.pending.length === 0
    if (isLast && walk.rule.keepLast === true) return ok(placeIn(here, part))
    if (!isLast && walk.held.length < mostParts) {
      // Most names are folders: only a name that cannot be entered is checked for being a link.
      const entered = await enterUnlessLink(walk, here, part)
      if (entered !== undefined) {
        walk.held.push(entered)
        continue
      }
    }
    const target = await linkTarget(`${here.path}/${part}`)
    if (target !== undefined) {
      const expanded = await expandLink(walk, target)
      if (!expanded.ok) return expanded
      continue
    }
    if (isLast) return ok(placeIn(here, part))
    if (walk.held.length >= mostParts) return fail('too-large', `The path ${walk.relative} has more than ${mostParts} folders.`)
    walk.held.push(await walk.folders.enter(here, part))
  }
}

/** Undefined when it is a link, or not a folder at all. */
async function enterUnlessLink(walk: Walk, here: HeldFolder, part: string): Promise<HeldFolder | undefined> {
  try {
    return await walk.folders.enter(here, part)
  } catch (thrown) {
    const code = errnoOf(thrown)
    if (code === 'ELOOP' || code === 'ENOTDIR') return undefined
    throw thrown
  }
}

/** Inserts the segments of a link's target before the remaining ones. */
async function expandLink(walk: Walk, target: string): Promise<Result<void>> {
  if (walk.rule.links === 'refuse') {
    return fail('not-allowed', `${walk.relative} goes through a symbolic link; Patchbay only writes to real files and folders.`, {
      detail: target,
    })
  }
  if (++walk.links > mostLinks) return fail('not-allowed', `${walk.relative} goes through too many symbolic links, possibly in a loop.`)
  if (!isAbsolute(target)) {
    walk.pending.unshift(...target.split(sep === '\\' ? /[\\/]/ : '/'))
    return ok(undefined)
  }
  const root = walk.roots.find((candidate) => isBelow(candidate, target))
  if (root === undefined) return leaves(walk)
  for (const folder of walk.held.splice(1)) await folder.close()
  walk.pending.unshift(...relativeTo(root, target).split(sep))
  return ok(undefined)
}

function leaves(walk: Walk): Result<never> {
  return fail('not-allowed', `${walk.relative} leaves its folder through a symbolic link.`)
}

function placeIn(folder: HeldFolder, name: string): Place {
  return { folder: folder.path, name, path: `${folder.path}/${name}` }
}

async function findRoot(root: string): Promise<Result<string>> {
  try {
    return ok(await realpath(root))
  } catch (thrown) {
    return errnoFault(thrown, `open the folder ${root}`)
  }
}

/** True when `path` is the folder itself or inside it; both absolute and without links. */
export function isBelow(folder: string, path: string): boolean {
  const way = relativeTo(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch (thrown) {
    const code = errnoOf(thrown)
    // EINVAL: not a link; UNKNOWN: the same on Windows.
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return undefined
    throw thrown
  }
}

async function hold(path: string): Promise<HeldFolder> {
  const handle = await open(path, folderFlags)
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() }
}

async function enterByPath(path: string): Promise<HeldFolder> {
  if ((await lstat(path)).isSymbolicLink()) throw Object.assign(new Error(`ELOOP: ${path}`), { code: 'ELOOP' })
  if (!(await stat(path)).isDirectory()) throw Object.assign(new Error(`ENOTDIR: ${path}`), { code: 'ENOTDIR' })
  return { path, close: () => Promise.resolve() }
}
