import { constants } from 'node:fs'
import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { onBeat } from '../beat.ts'
import { errnoFault } from '../errno-fault.ts'
import { RestCheck } from '../rest-check.ts'
import { lstatInside, openInside } from '../safe-path.ts'
import { TailRuns } from './tail-runs.ts'
import { sameStamp } from './same-stamp.ts'
import type { FileStamp, TailMark } from './tail-mark.ts'
import type { TailCondition, TailOptions, TailSink } from './tail-types.ts'
import { WatchHint } from './watch-hint.ts'

/** How long a file with a changed beginning may keep changing before it is accepted as it is. */
const SETTLE_AT_MOST = 2_000
/** Files up to this size are compared completely after a period of growth, which finds a rewrite of equal length combined with an append. */
const RECHECK_BYTES = 16 * 1024 * 1024
const RECHECK_MS = 10_000

/**
 * Follows one file through every way in which it can change. File system events are hints; the file is checked every `sweepMs` anyway.
 * All reading is one sequence of asynchronous passes, so the sink is never called twice at the same time.
 */
export class FileTail {
  readonly #options: TailOptions
  readonly #sink: TailSink
  readonly #runs: TailRuns
  readonly #hint: WatchHint
  readonly #rest: RestCheck
  readonly #stopping = new AbortController()
  #handle: FileHandle | undefined
  #stamp: FileStamp | undefined
  #said = ''
  #stopSweep: (() => void) | undefined
  #settle: NodeJS.Timeout | undefined
  /** A state of the file whose beginning differs from what was read, and since when: writers rewrite a file in several steps. */
  #suspect: { readonly key: string; readonly since: number } | undefined
  #pass: Promise<void> | undefined
  #again = false
  #sweepDue = true
  #isKicked = false
  #comparedAt = 0
  #grown = false
  /** There was no file at the start: when one appears, it is new from its first byte. */
  #wasMissing = false
  /** The handle was opened since the last comparison; inode numbers are reused, so they prove nothing. */
  #fresh = false

  constructor(options: TailOptions, sink: TailSink) {
    this.#options = options
    this.#sink = sink
    this.#runs = new TailRuns(options, sink)
    const file = join(options.root, options.path)
    this.#rest = new RestCheck(file)
    this.#hint = new WatchHint([dirname(file), file], (name) => {
      if (name === undefined || name === basename(file)) this.kick()
    })
    this.#stamp = options.resume?.mark.stamp
  }

  start(): void {
    if (!this.#options.poll && this.#options.once !== true) this.#hint.arm()
    const { sweepMs = 1_000, isShown } = this.#options
    this.#stopSweep = onBeat(
      sweepMs,
      () => this.kick(true),
      () => isShown?.() !== false || !this.#hint.armed,
    )
    this.kick()
  }

  /** Resolves when the file is closed and nothing more is called. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#stopSweep?.()
    clearTimeout(this.#settle)
    this.#hint.close()
    await this.#runs.gapStopped()
    await this.#pass
    await this.#close()
  }

  /** Checks the file now. `isSweep`: nothing indicates that it has changed. */
  kick(isSweep = false): void {
    if (isSweep) this.#sweepDue = true
    else this.#isKicked = true
    if (this.#stopping.signal.aborted) return
    if (this.#pass !== undefined) {
      this.#again = true
      return
    }
    this.#pass = this.#passes().finally(() => {
      this.#pass = undefined
    })
  }

  /** Offset up to which the file was read. */
  get offset(): number {
    return this.#runs.offset
  }

  /** What a later tail needs to continue here; undefined before anything was opened. */
  get mark(): TailMark | undefined {
    return this.#stamp === undefined || this.#options.once === true ? undefined : { stamp: this.#stamp, runs: this.#runs.marks() }
  }

  /** Reads what was skipped, in parallel with the live end. Does nothing without a gap or while it is being read. */
  fillGap(): void {
    this.#runs.fillGap(
      () => this.#handle,
      this.#stopping.signal,
      (thrown) => this.#break(thrown),
    )
  }

  /** Stops reading the gap. Resolves when no more of it will arrive. */
  pauseGap(): Promise<void> {
    return this.#runs.gapStopped()
  }

  async #passes(): Promise<void> {
    try {
      do {
        this.#again = false
        await this.#look()
      } while (this.#again && !this.#stopping.signal.aborted)
    } catch (thrown) {
      if (!(thrown instanceof Error && 'syscall' in thrown)) return this.#break(thrown)
      // The disk or the network failed: the next check reopens the file.
      await this.#close()
      this.#condition({ is: 'fault', fault: errnoFault(thrown, `read ${this.#options.path}`).fault })
    }
  }

  #break(thrown: unknown): void {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort()
    this.#stopSweep?.()
    this.#hint.close()
    this.#sink.broken(thrown)
  }

  async #look(): Promise<void> {
    const swept = this.#sweepDue
    const mayRest = swept && !this.#isKicked
    this.#sweepDue = false
    this.#isKicked = false
    if (mayRest && (await this.#isAtRest())) return
    if (swept && !this.#options.poll && this.#options.once !== true && !this.#hint.armed) this.#hint.arm()
    if (this.#handle !== undefined && this.#suspect === undefined) {
      // The shortest way from an append to the sink: read first, check the file afterwards.
      if ((await this.#read(this.#handle)) === 'changed') return this.#compare(this.#handle)
    }
    const opened = await this.#identify(swept)
    if (opened === undefined || this.#stopping.signal.aborted) return
    await this.#follow(opened, swept)
  }

  async #isAtRest(): Promise<boolean> {
    if (this.#options.poll || this.#suspect !== undefined || this.#fresh) return false
    if (this.#handle === undefined) return this.#said.startsWith('missing ') && (await this.#rest.look()) === 'absent'
    const stamp = this.#stamp
    // A repeated check proves nothing new; only a state that was reported counts as unchanged.
    if (this.#said !== `following ${this.#runs.offset}`) return false
    if (stamp === undefined || !this.#hint.armed || stamp.size !== this.#runs.offset || this.#recheckDue(stamp)) return false
    const stats = await this.#rest.look()
    return typeof stats === 'object' && sameStamp(stamp, stats)
  }

  /** Ensures that our handle is the file at the path now. Undefined: there is none to read. */
  async #identify(swept: boolean): Promise<FileHandle | undefined> {
    const { root, path } = this.#options
    const found = await lstatInside(root, path)
    if (!found.ok) return this.#lose({ is: 'fault', fault: found.fault })
    if (found.value === undefined) return this.#lose({ is: 'missing' })
    const handle = this.#handle
    const own = await handle?.stat()
    const isLink = found.value.isSymbolicLink()
    if (handle !== undefined && own !== undefined) {
      const isSame = own.dev === found.value.dev && own.ino === found.value.ino
      const isReadable = this.#stamp?.ctimeMs === own.ctimeMs || own.size !== this.#stamp?.size
      if (isSame && isReadable) return handle
      if (isLink && !swept) return handle
    }
    return this.#open(own)
  }

  /** Opens the file at the path. The old handle is read to its end first, because it contains lines appended just before a rename. */
  async #open(own: Stats | undefined): Promise<FileHandle | undefined> {
    const { root, path } = this.#options
    const opened = await openInside(root, path, constants.O_RDONLY)
    if (!opened.ok) return this.#lose(opened.fault.code === 'not-found' ? { is: 'missing' } : { is: 'fault', fault: opened.fault })
    const stats = await opened.value.stat()
    if (this.#handle !== undefined && own !== undefined && own.dev === stats.dev && own.ino === stats.ino) {
      await opened.value.close()
      return this.#handle
    }
    if (this.#handle !== undefined) {
      if (this.#suspect === undefined) await this.#readRest(this.#handle)
      await this.#close()
    }
    this.#handle = opened.value
    this.#fresh = true
    if (!this.#options.poll && this.#options.once !== true) this.#hint.arm()
    return this.#handle
  }

  async #follow(handle: FileHandle, swept: boolean): Promise<void> {
    const stats = await handle.stat()
    const before = this.#stamp
    if (before !== undefined) {
      if (this.#fresh || this.#suspect !== undefined || stats.size < this.#runs.offset) return this.#compare(handle)
      if (stats.size === before.size && (stats.mtimeMs !== before.mtimeMs || stats.ctimeMs !== before.ctimeMs)) return this.#compare(handle)
      if (swept && this.#recheckDue(stats)) return this.#compare(handle)
    }
    this.#fresh = false
    if (before === undefined) await this.#runs.begin(handle, stats.size, this.#wasMissing ? 'restart' : 'first', this.#stopping.signal)
    if ((await this.#read(handle)) === 'changed') return this.#compare(handle)
    await this.#remember(handle, stats)
  }

  #recheckDue(stats: Pick<Stats, 'size'>): boolean {
    return this.#grown && stats.size <= RECHECK_BYTES && this.#options.now() - this.#comparedAt >= RECHECK_MS
  }

  /** Compares what was read with the file and continues or, once the file has settled with other contents, starts over. */
  async #compare(handle: FileHandle): Promise<void> {
    const stats = await handle.stat()
    const untouched = this.#stamp !== undefined && sameStamp(this.#stamp, stats)
    const signal = this.#stopping.signal
    const isSame = await this.#runs.compare(handle, untouched && this.#suspect === undefined ? 'lastBlock' : 'everything', signal)
    if (signal.aborted) return
    this.#comparedAt = this.#options.now()
    this.#grown = false
    this.#fresh = false
    if (!isSame && !this.#settled(stats)) return
    this.#suspect = undefined
    if (!isSame) {
      await this.#runs.gapStopped()
      this.#runs.restart()
      this.#sink.restarted()
    }
    await this.#runs.begin(handle, stats.size, isSame ? 'same' : 'restart', signal)
    if ((await this.#read(handle)) === 'changed') this.#doubt(stats)
    else await this.#remember(handle, stats)
  }

  /** Whether the contents have changed for good: a shorter file may still be being rewritten, so it must stay that way for a moment. */
  #settled(stats: Stats): boolean {
    if (stats.size >= this.#runs.offset) return true
    const now = this.#options.now()
    const key = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}`
    const since = this.#suspect?.since ?? now
    if (this.#suspect?.key === key || now - since >= SETTLE_AT_MOST) return true
    this.#suspect = { key, since }
    clearTimeout(this.#settle)
    this.#settle = setTimeout(() => this.kick(), this.#options.settleMs ?? 100)
    return false
  }

  async #read(handle: FileHandle): Promise<'end' | 'changed'> {
    const read = await this.#runs.read(handle, this.#stopping.signal)
    if (read.bytes > 0) this.#grown = true
    return read.result
  }

  /** The last lines of a file that lost its name; a disk error no longer matters here. */
  async #readRest(handle: FileHandle): Promise<void> {
    try {
      await this.#read(handle)
    } catch (thrown) {
      if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown
    }
  }

  /** Remembers the file as it was read. `before` is its state before the last read: what was rewritten in place since is not what was read. */
  async #remember(handle: FileHandle, before: Stats): Promise<void> {
    const after = await handle.stat()
    const isGrown = after.size !== before.size
    const isTouched = after.mtimeMs !== before.mtimeMs || after.ctimeMs !== before.ctimeMs
    if (after.size !== this.#runs.offset || (isTouched && !isGrown)) return this.#doubt(after)
    const { dev, ino, size, mtimeMs, ctimeMs } = after
    this.#stamp = { dev, ino, size, mtimeMs, ctimeMs }
    // While lines are gathered, hints of them come all the time.
    if (!this.#again || this.#options.gatherMs !== undefined) this.#condition({ is: 'following', mark: this.mark })
  }

  /** The file has changed since it was read: the next check takes growth for growth, and compares a file of this size completely. */
  #doubt({ dev, ino }: Stats): void {
    this.#stamp = { dev, ino, size: this.#runs.offset, mtimeMs: 0, ctimeMs: 0 }
    this.#again = true
  }

  async #lose(condition: TailCondition): Promise<undefined> {
    if (this.#handle !== undefined && this.#suspect === undefined) await this.#readRest(this.#handle)
    await this.#close()
    if (condition.is === 'missing') this.#wasMissing = true
    this.#condition(condition)
    return undefined
  }

  #condition(condition: TailCondition): void {
    const key = condition.is === 'fault' ? JSON.stringify(condition.fault) : `${condition.is} ${this.#runs.offset}`
    if (key === this.#said || this.#stopping.signal.aborted) return
    this.#said = key
    this.#sink.condition(condition)
  }

  async #close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close().catch(() => undefined)
  }
}
