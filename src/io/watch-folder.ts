import { lstatSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../core/fault.ts'
import { onBeat } from './beat.ts'
import { errnoOf } from './errno-fault.ts'
import { FileRound } from './file-round.ts'
import { FolderHint } from './folder-hint.ts'
import { isOnLocalDisk } from './local-disk.ts'
import { listInside } from './safe-path.ts'

/** A file that is new or changed, or (`gone`) no longer there. */
export interface FolderChange {
  readonly name: string
  readonly gone: boolean
}

export interface FolderWatchOptions {
  /** Absolute path of the folder that must not be left. */
  readonly root: string
  /** The folder, relative to `root`. It need not exist yet. */
  readonly folder: string
  readonly accepts: (name: string) => boolean
  /** Maximum files examined. */
  readonly most: number
  /** Names from the previous check: those that have disappeared since are reported as gone. */
  readonly expected?: readonly string[]
  /** Do not rely on file system events. */
  readonly poll: boolean
  readonly sweepMs?: number
  /** False while nobody sees the changes: where the system reports them, sweeps are then rare (`restMs`). */
  readonly isShown?: () => boolean
  /** Called with every change, one call at a time. Names that it returns are reported again at the next sweep even if unchanged. */
  readonly changed: (changes: readonly FolderChange[]) => Promise<readonly string[]>
  /** When names returned by `changed` are checked again, ms; by default at the next sweep. */
  readonly soonMs?: number
  /** The folder cannot be listed, or contains more files than `most`. Called when that changes. */
  readonly problem: (problem: { readonly fault?: Fault; readonly more: boolean }) => void
  /** Files in this folder never change once written: only names are compared. */
  readonly namesOnly?: boolean
  /** Called after each check, when all changes found have been reported. */
  readonly looked?: () => void
  readonly broken: (thrown: unknown) => void
}

const together = 64
/** Longest pause between two checks of a constantly changing folder, in ms. */
const mostRest = 1_000
/** Names compared before yielding to other work; a multiple of the above. */
const namesPerTurn = 4_096
/** A folder that changed less than this before it was listed may have changed again with the same timestamp, in ms. */
const timeGrain = 2_000
/** Time of a folder that is not there. */
const absent = 'absent'
/** Stamp of a file of which only the name counts. */
const there = 'there'
/** With hints for more names than this, the whole folder is checked. */
const mostHinted = 256

/**
 * Reports which files of one folder changed. File system events only make single names be checked sooner; sweeps find what the system did not report (F5).
 * A sweep checks the folder itself, lists it only if its own time changed, and checks a few of its files, each within `fileRoundMs` and two sweeps: a folder
 * of 10,000 files that rests costs almost nothing. Without file system events, every sweep checks every file. Sweeps are rarer when listing takes long.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions
  readonly #hint: FolderHint
  readonly #seen = new Map<string, string>()
  /** Names that the system has reported since the last check. */
  readonly #hinted = new Set<string>()
  /** Names that this process is writing, or has written since the current check started. */
  readonly #own = new Set<string>()
  readonly #written = new Set<string>()
  /** Names to be checked again before the next sweep. */
  readonly #soon = new Set<string>()
  #soonTimer: NodeJS.Timeout | undefined
  #stopped = false
  #again = false
  /** The next sweep checks every file. */
  #everyFile = true
  #pass: Promise<void> | undefined
  #stopBeat: (() => void) | undefined
  /** No sweep of its own before this time. */
  #sweepFrom = 0
  readonly #round = new FileRound()
  readonly #ending = new AbortController()
  #restUntil = 0
  #said = ''
  /** Modification time of the folder when it was last listed completely. */
  #listed = ''
  /** The folder is on a disk that answers within a moment. */
  #isLocal = false

  constructor(options: FolderWatchOptions) {
    this.#options = options
    for (const name of options.expected ?? []) this.#seen.set(name, '')
    this.#hint = new FolderHint(join(options.root, options.folder), (name) => {
      if (name === undefined) this.kick()
      else if (options.accepts(name)) this.#lookAt(name)
    })
  }

  start(): void {
    const { sweepMs = 5_000, isShown } = this.#options
    this.#stopBeat = onBeat(
      sweepMs,
      () => {
        if (performance.now() >= this.#sweepFrom) this.#sweepSoon()
      },
      () => isShown?.() !== false || !(this.#hint.armed || this.#listed === absent),
    )
    this.kick()
  }

  /** This process is about to write a file, which is not checked until `wrote` is called. */
  writing(name: string): void {
    this.#own.add(name)
  }

  /**
   * Ends `writing`. A file that is still as this process left it is not reported; if it changes or disappears later, that is.
   * @param isOurs false: nothing was written, and what is there belongs to another program.
   */
  async wrote(name: string, isOurs: boolean): Promise<void> {
    const stamp = isOurs ? await this.#stampSoon(name) : undefined
    this.#own.delete(name)
    if (isOurs) {
      this.#seen.set(name, stamp ?? '')
      if (this.#pass !== undefined) this.#written.add(name)
    }
    if (stamp === undefined) this.#lookAt(name)
  }

  /** The folder is not there, all its files were reported as gone, and this process writes none. */
  get isOver(): boolean {
    return this.#listed === absent && this.#seen.size === 0 && this.#own.size === 0
  }

  /** Resolves when nothing more is called. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#ending.abort()
    this.#stopBeat?.()
    clearTimeout(this.#soonTimer)
    await Promise.all([this.#hint.close(), this.#pass])
  }

  /** Checks every file now. */
  kick(): void {
    this.#everyFile = true
    this.#sweepSoon()
  }

  #sweepSoon(): void {
    if (this.#stopped) return
    this.#again = true
    this.#run()
  }

  #lookAt(name: string): void {
    if (this.#stopped || this.#own.has(name)) return
    this.#hinted.add(name)
    if (this.#hinted.size > mostHinted) return this.kick()
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
      this.#everyFile = true
    }
  }

  async #sweep(): Promise<void> {
    // Checking a large, constantly changing folder takes at most half of the time.
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
    this.#sweepFrom = performance.now() + 9 * took
  }

  async #scan(): Promise<void> {
    const { root, folder, accepts, most, poll, namesOnly } = this.#options
    const everyFile = this.#everyFile || !this.#hint.armed
    this.#everyFile = false
    const time = await this.#folderTime()
    if ((!everyFile || namesOnly === true || time === absent) && time !== '' && time === this.#listed) {
      if (namesOnly !== true && time !== absent) await this.#report(await this.#checkTurn())
      return this.#options.looked?.()
    }
    const listed = await listInside(root, folder, most)
    this.#isLocal = listed.ok && namesOnly !== true && (await isOnLocalDisk(join(root, folder)))
    if (!poll && listed.ok && !this.#hint.armed) this.#hint.arm()
    if (!listed.ok) await this.#hint.close()
    const isGone = !listed.ok && listed.fault.code === 'not-found'
    this.#reportProblem(listed.ok || isGone ? { more: listed.ok && listed.value.more } : { fault: listed.fault, more: false })
    // A folder that cannot be read now may still contain everything; only a missing one contains nothing.
    if (!listed.ok && !isGone) return this.#options.looked?.()
    const names = listed.ok ? listed.value.names.filter(accepts) : []
    this.#listed = isGone ? absent : time
    await this.#report(await this.#compare(names, everyFile))
    if (!this.#stopped) this.#options.looked?.()
  }

  async #scanHinted(): Promise<void> {
    const names = [...this.#hinted]
    if (this.#seen.size + names.length > this.#options.most) {
      this.#again = true
      this.#listed = ''
      return
    }
    this.#hinted.clear()
    this.#written.clear()
    const stamps = await Promise.all(names.map((name) => this.#stampSoon(name)))
    await this.#report(names.flatMap((name, index) => this.#differs(name, stamps[index])))
  }

  async #report(changes: readonly FolderChange[]): Promise<void> {
    const { soonMs } = this.#options
    const again = changes.length === 0 || this.#stopped ? [] : await this.#options.changed(changes)
    // The next sweep lists the folder and finds them as new.
    if (again.length > 0) this.#listed = ''
    for (const name of again) {
      this.#seen.delete(name)
      if (soonMs !== undefined) this.#soon.add(name)
    }
    if (this.#soon.size > 0 && !this.#stopped) this.#soonTimer ??= setTimeout(() => this.#lookSoon(), soonMs)
  }

  #lookSoon(): void {
    this.#soonTimer = undefined
    const names = [...this.#soon]
    this.#soon.clear()
    for (const name of names) this.#lookAt(name)
  }

  /** `absent`, or empty while it is too recent to prove anything, or unknown. */
  async #folderTime(): Promise<string> {
    try {
      const { ino, mtimeMs } = await lstat(join(this.#options.root, this.#options.folder))
      return Date.now() - mtimeMs < timeGrain ? '' : `${ino}:${mtimeMs}`
    } catch (thrown) {
      return errnoOf(thrown) === 'ENOENT' ? absent : ''
    }
  }

  /** Compares with what was there; without `everyFile` only new names are checked, and those whose turn it is. */
  async #compare(names: readonly string[], everyFile: boolean): Promise<FolderChange[]> {
    const present = new Set(names)
    const gone = [...this.#seen.keys()].filter((name) => !present.has(name))
    const turn = everyFile || this.#options.namesOnly === true ? [] : this.#round.next(this.#seen)
    const checked = everyFile ? names : [...new Set([...turn, ...names.filter((name) => !this.#seen.has(name))])]
    if (everyFile) this.#round.restart()
    return [...(await this.#check(checked)), ...gone.flatMap((name) => this.#differs(name, undefined))]
  }

  /** Checks the files that are next. On a local disk the main thread does this itself, in pieces: that costs less than waking other threads. */
  async #checkTurn(): Promise<FolderChange[]> {
    const names = this.#round.next(this.#seen)
    if (!this.#isLocal) return this.#check(names)
    const changes: FolderChange[] = []
    for (let from = 0; from < names.length && !this.#stopped; from += together) {
      await nextTurn()
      for (const name of names.slice(from, from + together)) changes.push(...this.#differs(name, this.#stampNow(name)))
    }
    return changes
  }

  async #check(names: readonly string[]): Promise<FolderChange[]> {
    const changes: FolderChange[] = []
    const { namesOnly } = this.#options
    for (let from = 0; from < names.length && !this.#stopped; from += together) {
      const part = names.slice(from, from + together)
      if (from % namesPerTurn === 0) await nextTurn()
      const stamps = namesOnly === true ? part.map(() => there) : await Promise.all(part.map((name) => this.#stamp(name)))
      for (const [index, name] of part.entries()) changes.push(...this.#differs(name, stamps[index]))
    }
    return changes
  }

  /** What to report about a name, which is also recorded. Undefined: it is not there. */
  #differs(name: string, stamp: string | undefined): readonly FolderChange[] {
    if (this.#own.has(name) || this.#written.has(name) || this.#seen.get(name) === stamp) return []
    if (stamp === undefined) this.#seen.delete(name)
    else this.#seen.set(name, stamp)
    return [{ name, gone: stamp === undefined }]
  }

  /** The same as `#stamp` for a few names. On a local disk the main thread looks itself. */
  async #stampSoon(name: string): Promise<string | undefined> {
    return this.#isLocal ? this.#stampNow(name) : this.#stamp(name)
  }

  /** Undefined when nothing has this name. */
  async #stamp(name: string): Promise<string | undefined> {
    try {
      return this.#stampOf(await lstat(this.#pathOf(name)))
    } catch (thrown) {
      return stampOfFailure(thrown)
    }
  }

  #stampNow(name: string): string | undefined {
    try {
      return this.#stampOf(lstatSync(this.#pathOf(name)))
    } catch (thrown) {
      return stampOfFailure(thrown)
    }
  }

  #stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
    return this.#options.namesOnly === true ? there : `${ino}:${size}:${mtimeMs}:${ctimeMs}`
  }

  #pathOf(name: string): string {
    return join(this.#options.root, this.#options.folder, name)
  }

  #reportProblem(problem: { readonly fault?: Fault; readonly more: boolean }): void {
    const key = JSON.stringify(problem)
    if (key === this.#said || this.#stopped) return
    const isFirst = this.#said === ''
    this.#said = key
    if (!isFirst || problem.more || problem.fault !== undefined) this.#options.problem(problem)
  }
}

function stampOfFailure(thrown: unknown): string | undefined {
  return errnoOf(thrown) === 'ENOENT' ? undefined : 'unreadable'
}
