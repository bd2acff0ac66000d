import type { Fault } from '../../core/fault.ts'
import type { TailMark } from './tail-mark.ts'

/** The state of the tail, reported whenever it changes. */
export type TailCondition =
  /** Read to the end. A link saves the `mark` now (see `tailMarkSchema`); a tail that reads once has none. */
  | { readonly is: 'following'; readonly mark: TailMark | undefined }
  | { readonly is: 'missing' } // nothing there (yet, or any more)
  | { readonly is: 'fault'; readonly fault: Fault }

/** Receives what the tail reads. A call that throws stops the tail. */
export interface TailSink {
  /** Bytes in file order, valid during the call. `more`: further bytes are known to be waiting. */
  bytes(chunk: Buffer, offset: number, more: boolean): void
  /** What was read is no longer the beginning of the file: the next bytes start at offset 0. */
  restarted(): void
  /** Only with a `skip` rule: the tail continued at `to`, the start of a line, without reading `[from, to)`, which contains `newlines`. `fillGap` reads it. */
  skipped?(from: number, to: number, newlines: number): void
  /** Only after `fillGap`: bytes of the gap in file order; `done` with the last. */
  gapBytes?(chunk: Buffer, offset: number, done: boolean): void
  condition(condition: TailCondition): void
  /** The tail had to stop, because of itself or the sink. */
  broken(thrown: unknown): void
}

/** How much a tail skips at the start. */
export interface SkipRule {
  /** Unread bytes above which reading starts near the end; 0: always at the last line. */
  readonly above: number
  /** How many of the last bytes are read immediately. */
  readonly window: number
  /** Whether a line with this first byte is a good first one. */
  readonly begins: (byte: number) => boolean
  /** Only in a file that existed at the start, not in one that appeared later or started over. */
  readonly onlyFirst: boolean
}

export interface TailOptions {
  /** Absolute path of the folder that the file must not leave. */
  readonly root: string
  /** The file, relative to `root`, with `/`. */
  readonly path: string
  /** Do not rely on file system events. */
  readonly poll: boolean
  /** Bytes per call of the sink. */
  readonly chunkBytes: number
  readonly skip?: SkipRule
  /** Continue here: what was read, and the offset of the next byte to deliver. */
  readonly resume?: { readonly mark: TailMark; readonly from: number; readonly gapFrom?: number }
  /** Read once and do not watch: nothing is remembered for comparison. */
  readonly once?: boolean
  readonly sweepMs?: number
  /** False while nobody sees the lines: where the system reports changes, sweeps are then rare (`restMs`). */
  readonly isShown?: () => boolean
  readonly settleMs?: number
  /** Lines that come one after the other are read together, this far apart, ms; default: each at once. The first after a pause never waits. */
  readonly gatherMs?: number
  readonly now: () => number
}
