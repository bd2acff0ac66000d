import { constants } from 'node:fs'
import { lstat, open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { descriptorFolders, platformFolders, withPlace } from './safe-path-walk.ts'
import type { HeldFolder } from './safe-path-walk.ts'
import { syncFolder } from './temp-file.ts'

/** A folder for new files. */
export interface OpenFolder {
  /** For system calls; valid only during the loan. */
  readonly path: string
  /** False when its name now belongs to something else: files written here would not be found there. */
  isStillThere(): Promise<boolean>
  /** Makes the names in it durable. Throws. */
  sync(): Promise<void>
}

interface Kept {
  readonly handle: FileHandle
  /** Distinguishes it from a folder that takes over its name. It stays unique while the folder is open. */
  readonly identity: string
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
    clearTimeout(kept.timer)
    kept.users++
    try {
      return await use({
        path: `/proc/self/fd/${kept.handle.fd}`,
        sync: () => kept.handle.sync(),
        isStillThere: async () => {
          const isThere = (await identityOf(join(this.#root, relative))) === kept.identity
          if (!isThere) this.#drop(relative, kept)
          return isThere
        },
      })
    } finally {
      kept.users--
      if (kept.users === 0) {
        if (kept.isDropped) await kept.handle.close()
        else kept.timer = setTimeout(() => this.#drop(relative, kept), idleMs).unref()
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
        return ok({ handle: opened, identity: `${dev}:${ino}`, users: 0, isDropped: false, timer: undefined })
      } catch (thrown) {
        await handle?.close().catch(() => undefined)
        return errnoFault(thrown, `open ${relative}`)
      }
    })
  }

  #drop(relative: string, kept: Kept): void {
    if (kept.isDropped) return
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
      return await use({ path: folder.path, isStillThere: () => Promise.resolve(true), sync: () => syncFolder(folder.path) })
    } catch (thrown) {
      return errnoFault(thrown, `open ${relative}`)
    } finally {
      await held?.close()
    }
  })
}

/** Whether a folder contains this name; a link counts. Throws when that cannot be determined. */
export async function isIn(folder: OpenFolder, name: string): Promise<boolean> {
  try {
    await lstat(`${folder.path}/${name}`)
    return true
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return false
    throw thrown
  }
}

/** Undefined when nothing with this name is visible. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
