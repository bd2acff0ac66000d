import { setTimeout as sleep } from 'node:timers/promises'
import type { NewEvent } from '../../core/event.ts'
import type { LinkContext } from '../../core/protocol.ts'
import type { LinkStatus } from '../../core/link.ts'
import { FileTail } from '../../io/tail/file-tail.ts'
import type { TailCondition, TailSink } from '../../io/tail/tail-types.ts'
import { count } from '../../core/count.ts'
import { reasonOf } from '../../core/fault.ts'
import { ChatReader } from './pure/reader.ts'
import type { ChatState } from './state.ts'

/** With more unread bytes than this, the end is shown first and the rest is read afterwards. */
const tailFirstAbove = 16 * 1024 * 1024
const tailFirstWindow = 1024 * 1024
/** How long the restart that follows an archive may take to be noticed, in ms. */
const restartMs = 4_000
/** Small enough that reading and storing one chunk does not block other work, even with short lines: storing an event takes about 50 µs. */
const chunkBytes = 16 * 1024
/** A frame of a screen: at 1,000 lines a second, reading and storing each one alone would take half of a core. */
const gatherMs = 16

export type FollowState = Pick<ChatState, 'generation' | 'tail' | 'live' | 'fill'>

export interface FollowOptions {
  readonly root: string
  /** Workspace-relative path of the chat file. */
  readonly path: string
  readonly poll: boolean
  readonly saved: FollowState | undefined
  readonly context: Pick<LinkContext, 'reserveOrder' | 'now' | 'log' | 'isWatched'>
  /** Stores events together with `state()`. */
  readonly emit: (events: readonly NewEvent[]) => void
  readonly status: (status: Omit<LinkStatus, 'since'>) => void
}

/** Follows one chat file and turns its bytes into events: the live end, the part that was skipped at first, and restarts of the file. */
export class ChatFollow implements TailSink {
  readonly #options: FollowOptions
  readonly #tail: FileTail
  #generation: number
  #live: ChatReader
  #fill: ChatReader | undefined
  #fillPaused: boolean
  #fillBase = 0
  #gap = { at: 0, from: 0, to: 0 }
  #settle: NodeJS.Timeout | undefined
  #savedOffset = -1
  #expected: { readonly words: string; readonly resolve: (bytes: number) => void } | undefined
  #given = 0
  #lastActivity: number | undefined
  #isReading = true
  /** The file started over by itself: what it has now did not just happen. */
  #isReplay = false

  constructor(options: FollowOptions) {
    this.#options = options
    const { saved, root, path, poll, context } = options
    this.#generation = saved?.generation ?? 1
    // A state saved without a mark of the file does not say where to resume: the file is read again, with the same identities.
    const known = saved?.tail === undefined ? undefined : saved
    this.#live = this.#reader(known?.live ?? { offset: 0, line: 1 })
    const fill = known?.fill
    if (fill !== undefined) {
      this.#fill = this.#reader(fill.position, fill.orderBase)
      this.#fillBase = fill.orderBase
    }
    this.#fillPaused = fill?.paused ?? false
    const mark = saved?.tail
    if (mark !== undefined && fill !== undefined) {
      this.#gap = { at: fill.position.offset, from: fill.position.offset, to: mark.runs.at(-1)?.base ?? 0 }
    }
    this.#tail = new FileTail(
      {
        root,
        path,
        poll,
        chunkBytes,
        gatherMs,
        now: context.now,
        isShown: context.isWatched,
        skip: { above: tailFirstAbove, window: tailFirstWindow, begins: beginsItem, onlyFirst: false },
        ...(mark === undefined || saved === undefined
          ? {}
          : { resume: { mark, from: saved.live.offset, ...(fill === undefined ? {} : { gapFrom: fill.position.offset }) } }),
      },
      this,
    )
  }

  start(): void {
    this.#options.status({ lamp: 'connecting', text: 'opening the file' })
    this.#tail.start()
  }

  async stop(): Promise<void> {
    this.#settleNever()
    await this.#tail.stop()
    this.#store(this.#live.take('closed'))
  }

  /** Looks at the file now. */
  kick(): void {
    this.#tail.kick()
  }

  /**
   * Announces that the next restart of the file is caused by us and is reported with this text.
   * Returns a function that waits for it and resolves to the number of bytes read from the old file; undefined if it does not happen.
   */
  expectRestart(words: string): () => Promise<number | undefined> {
    const restarted = new Promise<number | undefined>((resolve) => {
      this.#expected = { words, resolve }
    })
    return () => {
      this.#tail.kick()
      return Promise.race([restarted, sleep(restartMs, undefined, { ref: false })])
    }
  }

  /** The restart happened or will not happen. */
  expectNothing(): void {
    this.#expected = undefined
  }

  /** Whether earlier lines are still to be read. */
  get hasEarlier(): boolean {
    return this.#fill !== undefined
  }

  /** Whether there are bytes known that have not been read yet but will be. */
  get isBusy(): boolean {
    return this.#isReading || (this.#fill !== undefined && !this.#fillPaused)
  }

  /** Stops reading earlier lines. */
  async pause(): Promise<void> {
    this.#fillPaused = true
    await this.#tail.pauseGap()
    this.#options.emit([])
    this.#following()
  }

  /** Resumes reading earlier lines. */
  resume(): void {
    this.#fillPaused = false
    this.#tail.fillGap()
  }

  state(): FollowState {
    const tail = this.#tail.mark
    return {
      generation: this.#generation,
      live: this.#live.position,
      ...(tail === undefined ? {} : { tail }),
      ...(this.#fill === undefined ? {} : { fill: { position: this.#fill.position, orderBase: this.#fillBase, paused: this.#fillPaused } }),
    }
  }

  bytes(chunk: Uint8Array, offset: number, more: boolean): void {
    this.#live.push(chunk)
    this.#given = offset + chunk.length
    this.#store(this.#live.take(more ? 'more' : 'idle'))
    this.#isReading = more
    if (!more) this.#isReplay = false
    if (!more) return this.#settleLater()
    this.#settleNever()
    this.#options.status({ lamp: 'connecting', text: `reading, byte ${count(offset + chunk.length)}` })
  }

  restarted(): void {
    this.#settleNever()
    this.#store(this.#live.take('settled'))
    this.#generation += 1
    this.#isReplay = this.#expected === undefined
    this.#fill = undefined
    this.#live = this.#reader({ offset: 0, line: 1 })
    const text = this.#expected?.words ?? 'chat.md was replaced or truncated: the lines read earlier are no longer in it.'
    this.#expected?.resolve(this.#given)
    this.#expected = undefined
    const { path } = this.#options
    this.#options.emit([
      {
        wireId: `${this.#generation}:restart`,
        raw: { text: '', anchor: { label: 'chat.md', path } },
        body: { kind: 'marker', marker: 'restart', text },
      },
    ])
  }

  skipped(from: number, to: number, newlines: number): void {
    this.#store(this.#live.take('idle'))
    this.#fill = this.#live
    this.#fillBase = this.#options.context.reserveOrder(to - from) - from
    this.#fill.backfill(this.#fillBase)
    this.#fillPaused = false
    this.#gap = { at: from, from, to }
    this.#live = this.#reader({ offset: to, line: this.#fill.line + newlines })
  }

  gapBytes(chunk: Uint8Array, offset: number, done: boolean): void {
    const fill = this.#fill
    if (fill === undefined) return
    fill.push(chunk)
    const events = fill.take(done ? 'settled' : 'more')
    if (done) this.#fill = undefined
    this.#gap.at = offset + chunk.length
    this.#options.emit(events)
    this.#following()
  }

  condition(condition: TailCondition): void {
    this.#isReading = false
    if (condition.is === 'following') {
      if (this.#savedOffset !== this.#tail.offset) this.#options.emit([])
      this.#savedOffset = this.#tail.offset
      if (this.#fill !== undefined && !this.#fillPaused) this.#tail.fillGap()
      this.#following()
    } else if (condition.is === 'missing') {
      this.#missing()
    } else {
      this.#options.status({ lamp: 'down', text: 'cannot read the file', reason: condition.fault, ...this.#counted() })
    }
  }

  broken(thrown: unknown): void {
    const detail = reasonOf(thrown)
    this.#options.context.log('following the file failed', { reason: detail, level: 'error' })
    const reason = {
      code: 'internal',
      message: 'An internal error occurred while reading this file. Stop and restart this link.',
      detail,
    } as const
    this.#options.status({ lamp: 'down', text: 'stopped by an error', reason })
  }

  /** Counts from the oldest text that waits; of the beginning of an item, from the last. */
  #settleLater(): void {
    const wait = this.#live.settleMs
    if (wait === undefined || this.#live.isBeginning) this.#settleNever()
    if (wait !== undefined) this.#settle ??= setTimeout(() => this.#settleNow(), wait)
  }

  #settleNow(): void {
    this.#settle = undefined
    this.#store(this.#live.take('settled'))
  }

  #settleNever(): void {
    clearTimeout(this.#settle)
    this.#settle = undefined
  }

  #store(events: readonly NewEvent[]): void {
    if (events.length === 0) return
    this.#lastActivity = this.#options.context.now()
    this.#savedOffset = this.#tail.mark === undefined ? -1 : this.#tail.offset
    this.#options.emit(this.#isReplay ? events.map((event) => ({ ...event, late: true as const })) : events)
  }

  /** A file that was read and is gone is no normal state: it may have been deleted, or its folder replaced. */
  #missing(): void {
    if (this.#tail.mark === undefined) {
      return this.#options.status({ lamp: 'up', text: 'no chat.md yet; following starts as soon as it appears', ...this.#counted() })
    }
    const { path } = this.#options
    const reason = { code: 'not-found', message: `${path} was here and is gone: it was deleted or moved, or its folder was.` } as const
    this.#options.status({ lamp: 'down', text: 'chat.md is gone', reason, ...this.#counted() })
  }

  #following(): void {
    const { at, from, to } = this.#gap
    const text = `caught up, byte ${count(this.#tail.offset)}`
    if (this.#fill === undefined) this.#options.status({ lamp: 'up', text, ...this.#counted() })
    else if (this.#fillPaused) {
      this.#options.status({ lamp: 'up', text: `${text}; ${count(to - at)} earlier bytes not loaded`, ...this.#counted() })
    } else {
      const progress = { done: at - from, total: to - from, unit: 'bytes', cancellable: true }
      this.#options.status({ lamp: 'up', text: `${text}; loading earlier lines`, progress, ...this.#counted() })
    }
  }

  #counted(): Pick<LinkStatus, 'count' | 'lastActivity' | 'acts'> {
    const value = this.#live.line - 1 + (this.#live.unfinished ? 1 : 0)
    const count = { value, unit: value === 1 ? 'line' : 'lines' }
    const acts = [...(value > 0 && !this.isBusy ? ['archive'] : []), ...(this.hasEarlier && this.#fillPaused ? ['earlier'] : [])]
    return { count, acts, ...(this.#lastActivity === undefined ? {} : { lastActivity: this.#lastActivity }) }
  }

  #reader(position: FollowState['live'], orderBase?: number): ChatReader {
    const { path } = this.#options
    const { offset, line, wireId } = position
    return new ChatReader({
      generation: this.#generation,
      label: path.slice(path.lastIndexOf('/') + 1),
      path,
      position: wireId === undefined ? { offset, line } : { offset, line, wireId },
      orderBase,
    })
  }
}

function beginsItem(byte: number): boolean {
  return byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d
}
