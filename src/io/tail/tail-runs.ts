import type { FileHandle } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { countNewlines, findLineStart } from './line-start.ts'
import { PrefixDigest, verifyPrefix } from './prefix-digest.ts'
import type { PrefixMark } from './tail-mark.ts'
import type { TailOptions, TailSink } from './tail-types.ts'

/** Bytes before the cursor that are reread with every read: most in-place rewrites show there immediately. */
const OVERLAP = 256
/** A file that grows all the time is examined this often, ms: its name, and what of it was rewritten. */
const GATHERED = 250

/**
 * What was read of one generation of a file: runs of bytes with their digests, the cursor of the live end, and a gap that was skipped.
 * Knows only offsets and bytes; `FileTail` decides whether the handle is the right one.
 */
export class TailRuns {
  readonly #options: TailOptions
  readonly #sink: TailSink
  readonly #buffer: Buffer
  #runs: PrefixDigest[] = []
  #cursor: number
  #recent = 0
  #gap: { at: number; readonly to: number } | undefined
  #filling: Promise<void> | undefined
  #fillStops = false
  /** Saved runs that were not yet compared with the file. */
  #saved: readonly PrefixMark[] | undefined

  constructor(options: TailOptions, sink: TailSink) {
    this.#options = options
    this.#sink = sink
    this.#buffer = Buffer.allocUnsafe(OVERLAP + options.chunkBytes)
    this.#saved = options.resume?.mark.runs
    this.#cursor = options.resume?.from ?? 0
  }

  /** End of what was read. */
  get offset(): number {
    return Math.max(this.#cursor, this.#runs.at(-1)?.end ?? endOf(this.#saved?.at(-1)))
  }

  marks(): readonly PrefixMark[] {
    return this.#saved ?? this.#runs.map((run) => run.mark())
  }

  /** Whether the file still starts with what was read. */
  async compare(handle: FileHandle, how: 'everything' | 'lastBlock', signal: AbortSignal): Promise<boolean> {
    const found: PrefixDigest[] = []
    for (const mark of this.marks()) {
      const digest = await verifyPrefix(handle, mark, how, signal)
      if (digest === undefined) return false
      found.push(digest)
    }
    if (this.#saved !== undefined) {
      this.#saved = undefined
      this.#runs = found
      this.#openGap()
    }
    return true
  }

  /** Forgets everything: the next byte is the first of a new generation. */
  restart(): void {
    this.#saved = undefined
    this.#runs = []
    this.#cursor = 0
    this.#recent = 0
    this.#gap = undefined
  }

  /** Decides where reading starts when much is unread. */
  async begin(handle: FileHandle, size: number, how: 'first' | 'same' | 'restart', signal: AbortSignal): Promise<void> {
    if (this.#runs.length === 0) this.#runs.push(new PrefixDigest(0))
    const { skip } = this.#options
    const from = this.#runs.at(-1)?.end ?? 0
    if (skip === undefined || this.#gap !== undefined || (skip.onlyFirst && how !== 'first') || size - from <= skip.above) return
    const to = await findLineStart(handle, size, skip.window, skip.begins)
    if (to === undefined || to <= from) return
    const newlines = await countNewlines(handle, from, to, signal)
    if (signal.aborted) return
    // Bytes from the saved position up to here are delivered before the skip, so that the sink is at `from`.
    if (this.#cursor < from) await this.#deliver(handle, from)
    this.#runs.push(new PrefixDigest(to))
    this.#gap = { at: from, to }
    this.#cursor = to
    this.#recent = 0
    this.#sink.skipped?.(from, to, newlines)
  }

  /** Reads to the end. `changed`: the bytes before the cursor are not the ones that were read. */
  async read(handle: FileHandle, signal: AbortSignal): Promise<{ readonly result: 'end' | 'changed'; readonly bytes: number }> {
    const from = this.#cursor
    const { gatherMs = 0 } = this.#options
    const until = performance.now() + GATHERED
    let saidMore = false
    while (!signal.aborted && this.#runs.length > 0) {
      const got = await this.#readOnce(handle, this.#options.chunkBytes)
      if (got === undefined) return { result: 'changed', bytes: this.#cursor - from }
      if (signal.aborted) break
      if (got.length === 0) {
        if (saidMore) this.#sink.bytes(got, this.#cursor, false)
        break
      }
      saidMore = got.length === this.#options.chunkBytes
      this.#take(got, saidMore)
      if (saidMore || gatherMs === 0) continue
      if (performance.now() >= until) break
      await pause(gatherMs, undefined, { signal }).catch(() => undefined)
    }
    return { result: 'end', bytes: this.#cursor - from }
  }

  /** Reads the gap, chunk by chunk, in parallel with the live end. */
  fillGap(handleNow: () => FileHandle | undefined, signal: AbortSignal, failed: (thrown: unknown) => void): void {
    if (this.#gap === undefined || this.#filling !== undefined) return
    this.#fillStops = false
    this.#filling = this.#fill(handleNow, signal)
      .catch(failed)
      .finally(() => {
        this.#filling = undefined
      })
  }

  /** Stops reading the gap; what was read of it stays read. */
  async gapStopped(): Promise<void> {
    this.#fillStops = true
    await this.#filling
  }

  async #fill(handleNow: () => FileHandle | undefined, signal: AbortSignal): Promise<void> {
    const buffer = Buffer.allocUnsafe(this.#options.chunkBytes)
    const run = this.#runs.at(-2)
    if (run === undefined) return
    while (this.#gap !== undefined && !signal.aborted && !this.#fillStops) {
      const gap = this.#gap
      const handle = handleNow()
      if (handle === undefined) return
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, gap.to - gap.at), gap.at)
      if (bytesRead === 0 || signal.aborted || this.#gap !== gap) return
      const chunk = buffer.subarray(0, bytesRead)
      const offset = gap.at
      gap.at += bytesRead
      if (gap.at > run.end) run.update(chunk.subarray(run.end - offset))
      const isDone = gap.at >= gap.to
      if (isDone) this.#gap = undefined
      this.#sink.gapBytes?.(chunk, offset, isDone)
    }
  }

  #openGap(): void {
    const last = this.#runs.at(-1)
    const before = this.#runs.at(-2)
    if (last === undefined || before === undefined || before.end >= last.base) return
    this.#gap = { at: this.#options.resume?.gapFrom ?? before.end, to: last.base }
  }

  async #deliver(handle: FileHandle, to: number): Promise<void> {
    while (this.#cursor < to) {
      const got = await this.#readOnce(handle, Math.min(this.#options.chunkBytes, to - this.#cursor))
      if (got === undefined || got.length === 0) return
      this.#take(got, true)
    }
  }

  async #readOnce(handle: FileHandle, most: number): Promise<Buffer | undefined> {
    const overlap = this.#recent
    const before = Buffer.from(this.#buffer.subarray(0, overlap))
    const { bytesRead } = await handle.read(this.#buffer, 0, overlap + most, this.#cursor - overlap)
    if (bytesRead < overlap || before.compare(this.#buffer, 0, overlap) !== 0) {
      this.#recent = 0
      return undefined
    }
    return this.#buffer.subarray(overlap, bytesRead)
  }

  #take(got: Buffer, more: boolean): void {
    const offset = this.#cursor
    const run = this.#runs.at(-1)
    this.#cursor += got.length
    if (this.#options.once !== true && run !== undefined && this.#cursor > run.end) run.update(got.subarray(run.end - offset))
    try {
      this.#sink.bytes(got, offset, more)
    } finally {
      const total = this.#recent + got.length
      const keep = Math.min(OVERLAP, total)
      this.#buffer.copyWithin(0, total - keep, total)
      this.#recent = keep
    }
  }
}

function endOf(mark: PrefixMark | undefined): number {
  return mark === undefined ? 0 : mark.base + mark.bytes
}
