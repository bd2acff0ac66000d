import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
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
  /** When names that `changed` returned are looked at again, ms; without it at the next sweep. */
  readonly soonMs?: number
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
/** Longest rest between two looks at a folder that changes all the time, in ms. */
const mostRest = 1_000
/** Names that are compared before something else has its turn; a multiple of the above. */
const breath = 4_096
/** A folder that changed less than this before it was listed may have changed again with the same time, in ms. */
const timeGrain = 2_000
/** Stamp of a file of which only the name counts. */
const there = 'there'
/** With more names hinted at than this, the whole folder is looked at. */
const mostHinted = 256

/**
 * Reports which files of one folder changed. Listing the folder is the truth; file system events only make single names be looked at sooner, so
 * nothing is missed when the system drops them (F5), and one file costs one look however many lie beside it. Sweeps come less often when listing takes long.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions
  readonly #hint: FolderHint
  readonly #seen = new Map<string, string>()
  /** Names that the system has named since the last look. */
  readonly #hinted = new Set<string>()
  /** Names that this process is writing itself, or has written since the look that is under way began. */
  readonly #own = new Set<string>()
  readonly #written = new Set<string>()
  /** Names that are to be looked at again before the next sweep. */
  readonly #soon = new Set<string>()
  #soonTimer: NodeJS.Timeout | undefined
  #stopped = false
  #again = false
  #pass: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #ending = new AbortController()
  #restUntil = 0
  #said = ''
  /** Time of the folder when it was last listed whole; only with `namesOnly`. */
  #listed = ''

  constructor(options: FolderWatchOptions) {
    this.#options = options
    for (const name of options.expected ?? []) this.#seen.set(name, '')
    this.#hint = new FolderHint(join(options.root, options.folder), (name) => {
      if (name === undefined) this.kick()
      else if (options.accepts(name)) this.#lookAt(name)
    })
  }

  start(): void {
    this.kick()
  }

  /** This process is about to write a file: it is not looked at until `wrote` is called. */
  writing(name: string): void {
    this.#own.add(name)
  }

  /**
   * The end of `writing`. A file that is as this process has left it is not reported; when it goes or changes later, that is.
   * @param isOurs false: nothing was written, what is there is somebody else's.
   */
  async wrote(name: string, isOurs: boolean): Promise<void> {
    const stamp = isOurs ? await this.#stamp(name) : undefined
    this.#own.delete(name)
    if (isOurs) {
      this.#seen.set(name, stamp ?? '')
      if (this.#pass !== undefined) this.#written.add(name)
    }
    if (stamp === undefined) this.#lookAt(name)
  }

  /** Resolves when nothing is called any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#ending.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#soonTimer)
    await Promise.all([this.#hint.close(), this.#pass])
  }

  /** Looks now. */
  kick(): void {
    if (this.#stopped) return
    this.#again = true
    this.#run()
  }

  #lookAt(name: string): void {
    if (this.#stopped || this.#own.has(name)) return
    this.#hinted.add(name)
    if (this.#hinted.size > mostHinted) this.#again = true
    this.#run()
  }

  #run(): void {
    this.#pass ??= this.#passes().finally(() => {
      this.#pass = undefined
    })
  }

  async #passes(): Promise<void> {
    try {
      while ((this.#again || this.#hinted.size > 0) && !this.#stopped) {
        if (this.#again) await this.#sweep()
        else await this.#scanHinted()
      }
    } catch (thrown) {
      this.#options.broken(thrown)
      this.#plan(0)
    }
  }

  async #sweep(): Promise<void> {
    clearTimeout(this.#timer)
    // A folder of many files that changes all the time takes half of the time at most.
    const rest = this.#restUntil - performance.now()
    if (rest > 0) await sleep(rest, undefined, { signal: this.#ending.signal }).catch(() => undefined)
    if (this.#stopped) return
    this.#again = false
    this.#hinted.clear()
    this.#written.clear()
    const from = performance.now()
    await this.#scan()
    const took = performance.now() - from
    this.#restUntil = performance.now() + Math.min(mostRest, took)
    this.#plan(took)
  }

  /** The next sweep comes in any case, `took` ms is what the last one needed. */
  #plan(took: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.kick(), Math.max(this.#options.sweepMs ?? 5_000, 10 * took))
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
    const isWhole = await this.#report(await this.#compare(names))
    this.#listed = isWhole ? time : ''
    if (!this.#stopped) this.#options.looked?.()
  }

  async #scanHinted(): Promise<void> {
    const names = [...this.#hinted]
    if (this.#seen.size + names.length > this.#options.most) {
      this.#again = true
      return
    }
    this.#hinted.clear()
    this.#written.clear()
    const stamps = await Promise.all(names.map((name) => this.#stamp(name)))
    await this.#report(names.flatMap((name, index) => this.#differs(name, stamps[index])))
  }

  /** False when some are to be looked at again. */
  async #report(changes: readonly FolderChange[]): Promise<boolean> {
    const { soonMs } = this.#options
    const again = changes.length === 0 || this.#stopped ? [] : await this.#options.changed(changes)
    for (const name of again) {
      this.#seen.delete(name)
      if (soonMs !== undefined) this.#soon.add(name)
    }
    if (this.#soon.size > 0 && !this.#stopped) this.#soonTimer ??= setTimeout(() => this.#lookSoon(), soonMs)
    return again.length === 0
  }

  #lookSoon(): void {
    this.#soonTimer = undefined
    const names = [...this.#soon]
    this.#soon.clear()
    for (const name of names) this.#lookAt(name)
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
    const present = new Set(names)
    const { namesOnly } = this.#options
    for (let from = 0; from < names.length && !this.#stopped; from += together) {
      const part = names.slice(from, from + together)
      if (from % breath === 0) await nextTurn()
      const stamps = namesOnly === true ? part.map(() => there) : await Promise.all(part.map((name) => this.#stamp(name)))
      for (const [index, name] of part.entries()) changes.push(...this.#differs(name, stamps[index]))
    }
    for (const name of this.#seen.keys()) if (!present.has(name)) changes.push(...this.#differs(name, undefined))
    return changes
  }

  /** What is to be reported of a name, and notes it. Undefined: it is not there. */
  #differs(name: string, stamp: string | undefined): readonly FolderChange[] {
    if (this.#own.has(name) || this.#written.has(name) || this.#seen.get(name) === stamp) return []
    if (stamp === undefined) this.#seen.delete(name)
    else this.#seen.set(name, stamp)
    return [{ name, gone: stamp === undefined }]
  }

  /** Undefined when nothing has the name. */
  async #stamp(name: string): Promise<string | undefined> {
    try {
      const { size, mtimeMs, ctimeMs, ino }: Stats = await lstat(join(this.#options.root, this.#options.folder, name))
      return this.#options.namesOnly === true ? there : `${ino}:${size}:${mtimeMs}:${ctimeMs}`
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
