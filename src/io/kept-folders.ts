import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'
import { callsIn, pooledCalls } from './file-calls.ts'
import type { FileCalls } from './file-calls.ts'
import { descriptorFolders, platformFolders, withPlace } from './safe-path-walk.ts'
import type { HeldFolder } from './safe-path-walk.ts'
import { sharedSync } from './shared-sync.ts'
import { syncFolder } from './temp-file.ts'

/** A folder for new files. */
export interface OpenFolder {
  /** For system calls; valid only during the loan. */
  readonly path: string
  /** For files in it. */
  readonly calls: FileCalls
  /** False when its name now belongs to something else: files written here would not be found there. */
  isStillThere(): Promise<boolean>
  /** Makes the names in it durable, all that it has when this is called. Throws. */
  sync(): Promise<void>
}

interface Kept {
  readonly handle: FileHandle
  /** Distinguishes it from a folder that takes over its name. It stays unique while the folder is open. */
  readonly identity: string
  readonly calls: FileCalls
  readonly sync: () => Promise<void>
  users: number
  isDropped: boolean
  timer: NodeJS.Timeout | undefined
}

/** How long an unused folder is kept open, ms. */
const idleMs = 1_000
/** Folders kept open at the same time; beyond that, the others are resolved each time. */
const most = 64
const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Lends folders below one root that are written to repeatedly. Links are refused. Where a folder can be held by a descriptor (Linux), its path is
 * resolved only once, and it is closed a second after its last use; elsewhere it is resolved for each use.
 */
export class KeptFolders {
  readonly #root: string
  readonly #kept = new Map<string, Promise<Result<Kept>>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Runs `use` with a folder. `not-found` when it does not exist or no longer exists, `not-allowed`, `unavailable`. */
  async use<T>(relative: string, use: (folder: OpenFolder) => Promise<Result<T>>): Promise<Result<T>> {
    const canKeep = platformFolders === descriptorFolders && (this.#kept.has(relative) || this.#kept.size < most)
    return canKeep ? this.#useKept(relative, use) : useFolder(this.#root, relative, use)
  }

  async #useKept<T>(relative: string, use: (folder: OpenFolder) => Promise<Result<T>>): Promise<Result<T>> {
    const opening = this.#kept.get(relative) ?? this.#open(relative)
    this.#kept.set(relative, opening)
    const opened = await opening
    if (!opened.ok) {
      this.#kept.delete(relative)
      return opened
    }
    const kept = opened.value
    if (kept.isDropped) return fail('not-found', `${relative} no longer exists.`)
    kept.users++
    try {
      return await use({
        path: `/proc/self/fd/${kept.handle.fd}`,
        calls: kept.calls,
        sync: kept.sync,
        isStillThere: async () => {
          const isThere = (await identityOf(kept.calls, join(this.#root, relative))) === kept.identity
          if (!isThere) this.#drop(relative, kept)
          return isThere
        },
      })
    } finally {
      kept.users--
      if (kept.users === 0) {
        if (kept.isDropped) await kept.handle.close()
        else kept.timer = kept.timer?.refresh() ?? setTimeout(() => this.#rest(relative, kept), idleMs).unref()
      }
    }
  }

  #open(relative: string): Promise<Result<Kept>> {
    return withPlace<Kept>(this.#root, relative, { links: 'refuse' }, async (place) => {
      let handle: FileHandle | undefined
      try {
        const opened = await open(place.path, flags)
        handle = opened
        const { dev, ino } = await opened.stat({ bigint: true })
        const calls = await callsIn(place.path)
        return ok({
          handle: opened,
          identity: `${dev}:${ino}`,
          calls,
          sync: sharedSync(() => nextTurn().then(() => opened.sync())),
          users: 0,
          isDropped: false,
          timer: undefined,
        })
      } catch (thrown) {
        await handle?.close().catch(() => undefined)
        return errnoFault(thrown, `open ${relative}`)
      }
    })
  }

  /** Nobody used it for a while, or somebody still does and starts the time again at the end. */
  #rest(relative: string, kept: Kept): void {
    if (kept.users === 0) this.#drop(relative, kept)
  }

  #drop(relative: string, kept: Kept): void {
    if (kept.isDropped) return
    clearTimeout(kept.timer)
    kept.isDropped = true
    this.#kept.delete(relative)
    if (kept.users === 0) void kept.handle.close().catch(() => undefined)
  }
}

/** Lends a folder below a root once. Same faults as `KeptFolders`. */
export function useFolder<T>(root: string, relative: string, use: (folder: OpenFolder) => Promise<Result<T>>): Promise<Result<T>> {
  return withPlace<T>(root, relative, { links: 'refuse' }, async (place) => {
    let held: HeldFolder | undefined
    try {
      const folder = await platformFolders.enter({ path: place.folder }, place.name)
      held = folder
      return await use({
        path: folder.path,
        calls: pooledCalls,
        isStillThere: () => Promise.resolve(true),
        sync: () => syncFolder(folder.path),
      })
    } catch (thrown) {
      return errnoFault(thrown, `open ${relative}`)
    } finally {
      await held?.close()
    }
  })
}

/** Whether a folder contains this name; a link counts. Throws when that cannot be determined. */
export async function isIn(folder: OpenFolder, name: string): Promise<boolean> {
  return (await folder.calls.lstat(`${folder.path}/${name}`)) !== undefined
}

/** Undefined when nothing with this name is visible. */
async function identityOf(calls: FileCalls, path: string): Promise<string | undefined> {
  try {
    const found = await calls.stat(path)
    return found === undefined ? undefined : `${found.dev}:${found.ino}`
  } catch {
    return undefined
  }
}
