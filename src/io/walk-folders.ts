import { constants, lstatSync } from 'node:fs'
import type { Dirent } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { mostParts, platformFolders } from './safe-path-walk.ts'
import type { FolderAccess, HeldFolder } from './safe-path-walk.ts'

/** One name in a folder; links are never followed. */
export interface WalkedEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
}

/** A folder that the walk has reached, kept open while `visit` examines it. */
export interface WalkedFolder {
  /** Below the root, with `/`; empty for the root itself. */
  readonly path: string
  readonly entries: readonly WalkedEntry[]
  /** Sizes of files in it, in the order of the names, bytes; undefined for missing ones. */
  sizes(names: readonly string[]): Promise<readonly (number | undefined)[]>
  /** The first `most` bytes of an ordinary file in it; undefined when it cannot be read. */
  read(name: string, most: number): Promise<Buffer | undefined>
}

/** The parameters of a walk. `T` is what a folder passes on to its subfolders. */
export interface WalkPlan<T> {
  readonly start: T
  /** Examines a folder and returns which subfolders to enter, and what they inherit. */
  visit(folder: WalkedFolder, inherited: T): Promise<readonly { readonly name: string; readonly inherits: T }[]>
  /** A folder that is not entered or, with `too many`, perhaps not read completely. */
  skipped(path: string, why: 'denied' | 'too deep' | 'too many'): void
  /** Names to examine in total. */
  readonly mostEntries: number
  readonly signal?: AbortSignal
}

interface Task<T> {
  readonly name: string
  readonly path: string
  readonly depth: number
  readonly inherited: T
  readonly parent: OpenFolder
}

/** A folder stays open until it and everything entered from it has been examined. */
interface OpenFolder {
  readonly held: HeldFolder
  users: number
}

/** Folders examined in parallel: enough to keep Node's threads busy while one is processed. */
const lanes = 4

/**
 * Walks the folders below `root` without passing a link, a few at a time, in no particular order. Nothing outside is reached even if a folder is
 * swapped for a link meanwhile: each is entered from its parent (F14).
 * @returns when all were visited; a fault when the root cannot be read, or `cancelled`.
 */
export async function walkFolders<T>(root: string, plan: WalkPlan<T>, folders: FolderAccess = platformFolders): Promise<Result<void>> {
  const stack: Task<T>[] = []
  let entriesLeft = plan.mostEntries
  const isAborted = (): boolean => plan.signal?.aborted === true

  async function look(here: OpenFolder, { path, depth, inherited }: Omit<Task<T>, 'name'>): Promise<void> {
    const { entries, more } = await readFolder(here.held.path, Math.max(0, entriesLeft))
    entriesLeft -= entries.length
    if (more) plan.skipped(path, 'too many')
    for (const { name, inherits } of await plan.visit(walkedFolder(here.held.path, path, entries), inherited)) {
      const below = path === '' ? name : `${path}/${name}`
      if (depth === mostParts) plan.skipped(below, 'too deep')
      else if (entriesLeft <= 0) plan.skipped(below, 'too many')
      else {
        here.users++
        stack.push({ name, path: below, depth: depth + 1, inherited: inherits, parent: here })
      }
    }
  }

  async function visit(task: Task<T>): Promise<void> {
    let here: OpenFolder | undefined
    try {
      if (isAborted()) return
      here = { held: await folders.enter(task.parent.held, task.name), users: 1 }
      await look(here, task)
    } catch (thrown) {
      if (errnoOf(thrown) === undefined) throw thrown
      plan.skipped(task.path, 'denied')
    } finally {
      for (const folder of [here, task.parent]) await release(folder)
    }
  }

  const top = await openTop(root, folders)
  if (!top.ok) return top
  try {
    await look(top.value, { path: '', depth: 0, inherited: plan.start, parent: top.value })
  } catch (thrown) {
    if (errnoOf(thrown) === undefined) throw thrown
    return errnoFault(thrown, `list ${root}`)
  } finally {
    await release(top.value)
  }
  await inLanes(stack, visit)
  return isAborted() ? fail('cancelled', `Listing ${root} was stopped.`) : ok(undefined)
}

/** Processes the growing stack, newest first: so only the folders of a few paths are open at the same time. */
async function inLanes<T>(stack: T[], work: (task: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  while (stack.length > 0 || running.size > 0) {
    for (const task of stack.splice(running.size - lanes)) {
      const done = work(task).finally(() => running.delete(done))
      running.add(done)
    }
    await Promise.race(running)
  }
}

async function release(folder: OpenFolder | undefined): Promise<void> {
  if (folder !== undefined && --folder.users === 0) await folder.held.close()
}

async function openTop(root: string, folders: FolderAccess): Promise<Result<OpenFolder>> {
  try {
    return ok({ held: await folders.openRoot(await realpath(root)), users: 1 })
  } catch (thrown) {
    return errnoFault(thrown, `open the folder ${root}`)
  }
}

/** Names in a folder, at most `most`, and whether there are more. Node reads a folder completely; reading name by name takes twice as long. */
async function readFolder(path: string, most: number): Promise<{ readonly entries: readonly WalkedEntry[]; readonly more: boolean }> {
  const found = await readdir(path, { withFileTypes: true })
  return { entries: found.slice(0, most).map((entry) => ({ name: entry.name, kind: kindOf(entry) })), more: found.length > most }
}

function kindOf(entry: Dirent): WalkedEntry['kind'] {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other'
}

function walkedFolder(held: string, path: string, entries: readonly WalkedEntry[]): WalkedFolder {
  return { path, entries, sizes: (names) => sizesOf(held, names), read: (name, most) => readBeginning(`${held}/${name}`, most) }
}

/** How long we may block others, and the response time that indicates a slow disk; ms. */
const stretchMs = 8
const slowMs = 4

/**
 * A disk with cached data answers in microseconds, while a round trip through Node's threads takes ten times that. So sizes are read synchronously,
 * a few ms at a stretch; once a response takes long, the rest goes through the threads, and nothing blocks.
 */
async function sizesOf(folder: string, names: readonly string[]): Promise<readonly (number | undefined)[]> {
  const sizes: (number | undefined)[] = []
  let [began, asked] = [performance.now(), performance.now()]
  for (const name of names) {
    sizes.push(sizeOf(`${folder}/${name}`))
    const now = performance.now()
    if (now - asked > slowMs) return [...sizes, ...(await sizesByThreads(folder, names.slice(sizes.length)))]
    asked = now
    if (now - began < stretchMs) continue
    await setImmediate()
    began = asked = performance.now()
  }
  return sizes
}

function sizeOf(path: string): number | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() === true ? stats.size : undefined
  } catch {
    return undefined // why it cannot be examined does not matter: it is not listed
  }
}

function sizesByThreads(folder: string, names: readonly string[]): Promise<readonly (number | undefined)[]> {
  return Promise.all(
    names.map(async (name) => {
      const stats = await lstat(`${folder}/${name}`).catch(() => undefined)
      return stats?.isFile() === true ? stats.size : undefined
    }),
  )
}

async function readBeginning(path: string, most: number): Promise<Buffer | undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stats = await handle.stat()
    if (!stats.isFile()) return undefined
    const buffer = Buffer.allocUnsafe(Math.min(stats.size, most))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } catch (thrown) {
    if (errnoOf(thrown) === undefined) throw thrown
    return undefined
  } finally {
    await handle?.close()
  }
}
