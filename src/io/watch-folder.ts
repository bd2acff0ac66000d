import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../core/fault.ts'
import { errnoOf } from './errno-fault.ts'
import { FolderHint } from './folder-hint.ts'
import { listInside } from './safe-path.ts'

/** A file that is new or different, or (`gone`) not there any more. */
export interface FolderChange {
  readonly name: string
  readonly gone: boolean
}

export interface FolderWatchOptions {
  /** Absolute path of the folder that must not be left. */
  readonly root: string
  /** The folder, relative to `root`. It need not be there yet. */
  readonly folder: string
  readonly accepts: (name: string) => boolean
  /** At most so many files are looked at. */
  readonly most: number
  /** Names that were there the last time somebody looked: those that are gone now are reported as gone. */
  readonly expected?: readonly string[]
  /** Do not rely on hints of the file system. */
  readonly poll: boolean
  readonly sweepMs?: number
  /** Called with every change, one call at a time. Names that it returns are reported again at the next sweep even if they stay as they are. */
  readonly changed: (changes: readonly FolderChange[]) => Promise<readonly string[]>
  /** The folder cannot be listed, or holds more files than `most`. Called when that changes. */
  readonly problem: (problem: { readonly fault?: Fault; readonly more: boolean }) => void
  /**
   * Files of this folder do not change once they are there: only names are compared, and while the folder's own time stays the same it is not even
   * listed. Makes a folder of 100,000 files cost one look at the folder.
   */
  readonly namesOnly?: boolean
  /** Called after each look, when all changes that it found have been reported. */
  readonly looked?: () => void
  readonly broken: (thrown: unknown) => void
}

const together = 64
/** A folder that changed less than this before it was listed may have changed again with the same time, in ms. */
const timeGrain = 2_000

/**
 * Reports which files of one folder changed. Listing the folder is the truth; file system events only make it happen sooner, so nothing is
 * missed when the system drops them (F5). Sweeps come less often when listing takes long.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions
  readonly #hint: FolderHint
  readonly #seen = new Map<string, string>()
  #stopped = false
  #again = false
  #pass: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #restUntil = 0
  #said = ''
  /** Time of the folder when it was last listed whole; only with `namesOnly`. */
  #listed = ''

  constructor(options: FolderWatchOptions) {
    this.#options = options
    for (const name of options.expected ?? []) this.#seen.set(name, '')
    this.#hint = new FolderHint(join(options.root, options.folder), (name) => {
      if (name === undefined || options.accepts(name)) this.kick()
    })
  }

  start(): void {
    this.kick()
  }

  /** Resolves when nothing is called any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await Promise.all([this.#hint.close(), this.#pass])
  }

  /** Looks now. */
  kick(): void {
    if (this.#stopped) return
    this.#again = true
    this.#pass ??= this.#passes().finally(() => {
      this.#pass = undefined
    })
  }

  async #passes(): Promise<void> {
    clearTimeout(this.#timer)
    const began = performance.now()
    try {
      while (this.#again && !this.#stopped) {
        // A folder of many files that changes all the time takes half of the time at most.
        const rest = this.#restUntil - performance.now()
        if (rest > 0) await sleep(rest)
        this.#again = false
        const from = performance.now()
        await this.#scan()
        this.#restUntil = 2 * performance.now() - from
      }
    } catch (thrown) {
      this.#options.broken(thrown)
    }
    if (this.#stopped) return
    const wait = Math.max(this.#options.sweepMs ?? 5_000, 10 * (performance.now() - began))
    this.#timer = setTimeout(() => this.kick(), wait)
  }

  async #scan(): Promise<void> {
    const { root, folder, accepts, most, poll } = this.#options
    const time = this.#options.namesOnly === true ? await this.#folderTime() : ''
    if (time !== '' && time === this.#listed) return this.#options.looked?.()
    const listed = await listInside(root, folder, most)
    if (!poll && listed.ok && !this.#hint.armed) this.#hint.arm()
    if (!listed.ok) await this.#hint.close()
    const isGone = !listed.ok && listed.fault.code === 'not-found'
    this.#tell(listed.ok || isGone ? { more: listed.ok && listed.value.more } : { fault: listed.fault, more: false })
    // A folder that cannot be read now may still hold everything; only one that is gone holds nothing.
    if (!listed.ok && !isGone) return this.#options.looked?.()
    const names = listed.ok ? listed.value.names.filter(accepts) : []
    const changes = await this.#compare(names)
    if (this.#stopped) return
    const again = changes.length === 0 ? [] : await this.#options.changed(changes)
    for (const name of again) this.#seen.delete(name)
    this.#listed = again.length === 0 ? time : ''
    this.#options.looked?.()
  }

  /** Empty while it is too new to say anything, or cannot be learned. */
  async #folderTime(): Promise<string> {
    try {
      const { ino, mtimeMs } = await lstat(join(this.#options.root, this.#options.folder))
      return Date.now() - mtimeMs < timeGrain ? '' : `${ino}:${mtimeMs}`
    } catch {
      return ''
    }
  }

  async #compare(names: readonly string[]): Promise<FolderChange[]> {
    const changes: FolderChange[] = []
    const present = new Set<string>()
    for (let from = 0; from < names.length && !this.#stopped; from += together) {
      const part = names.slice(from, from + together)
      const stamps = this.#options.namesOnly === true ? part.map(() => 'there') : await Promise.all(part.map((name) => this.#stamp(name)))
      for (const [index, name] of part.entries()) {
        const stamp = stamps[index]
        if (stamp === undefined) continue
        present.add(name)
        if (this.#seen.get(name) === stamp) continue
        this.#seen.set(name, stamp)
        changes.push({ name, gone: false })
      }
    }
    for (const name of this.#seen.keys()) {
      if (present.has(name)) continue
      this.#seen.delete(name)
      changes.push({ name, gone: true })
    }
    return changes
  }

  async #stamp(name: string): Promise<string | undefined> {
    try {
      const { size, mtimeMs, ctimeMs, ino }: Stats = await lstat(join(this.#options.root, this.#options.folder, name))
      return `${ino}:${size}:${mtimeMs}:${ctimeMs}`
    } catch (thrown) {
      return errnoOf(thrown) === 'ENOENT' ? undefined : 'unreadable'
    }
  }

  #tell(problem: { readonly fault?: Fault; readonly more: boolean }): void {
    const key = JSON.stringify(problem)
    if (key === this.#said || this.#stopped) return
    const isFirst = this.#said === ''
    this.#said = key
    if (!isFirst || problem.more || problem.fault !== undefined) this.#options.problem(problem)
  }
}
