import type { NewEvent } from '../../../core/event.ts'
import { isContinuation } from './continuation.ts'
import { LineFramer } from '../../../core/line-framer.ts'
import type { Line } from '../../../core/line-framer.ts'
import { growItem, itemEvent, itemOf } from './item.ts'
import type { Item } from './item.ts'

/** Where reading resumes after a restart: the start of the last item, which may still grow, and its last event. */
export interface ReaderPosition {
  readonly offset: number
  readonly line: number
  /** Identity under which the item at this offset was last emitted. */
  readonly wireId?: string
}

export interface ReaderOptions {
  readonly generation: number
  /** Short name for anchors, for example `chat.md`. */
  readonly label: string
  /** Workspace-relative path of the file. */
  readonly path: string
  readonly position: ReaderPosition
  /** Display order of the byte at offset 0, for reading history. */
  readonly orderBase?: number | undefined
}

/**
 * Turns the bytes of one generation of `chat.md` into events, without I/O. An item is emitted as soon as it can be read and again,
 * superseding itself, when it grows: a late continuation line, or the rest of a torn line.
 */
export class ChatReader {
  readonly #options: ReaderOptions
  readonly #framer: LineFramer
  #open: Item | undefined
  /** Blank lines below the open item: part of it if an indented line follows. */
  #blank: Line[] = []
  #last: { readonly offset: number; readonly wireId: string } | undefined
  #out: NewEvent[] = []
  #orderBase: number | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    const { offset, line, wireId } = options.position
    this.#orderBase = options.orderBase
    this.#framer = new LineFramer({ offset, line }, true)
    if (wireId !== undefined) this.#last = { offset, wireId }
  }

  /** Number of complete lines so far. */
  get line(): number {
    return this.#framer.position.line
  }

  /** From here on events are history: their display order is `orderBase` plus the byte offset. */
  backfill(orderBase: number): void {
    this.#orderBase = orderBase
  }

  /** Accepts bytes in file order. `take` returns the events. */
  push(bytes: Uint8Array): void {
    this.#framer.push(bytes, (line) => this.#line(line))
  }

  /**
   * Events since the last call. `idle`: the file has no more bytes, so the open item is emitted in its current state.
   * `settled`: a second of silence or the end of a one-time read, so a line without a newline counts as well.
   */
  take(state: 'more' | 'idle' | 'settled'): NewEvent[] {
    if (state !== 'more' && this.#open !== undefined) this.#emit(this.#open)
    if (state === 'settled') this.#settle()
    const out = this.#out
    this.#out = []
    return out
  }

  /** Whether a line without newline is waiting. */
  get unfinished(): boolean {
    return this.#framer.partial() !== undefined
  }

  /** Where to resume after a restart, once the events of `take` are stored. */
  get position(): ReaderPosition {
    const first = this.#open?.first
    const at = first === undefined ? this.#framer.position : { offset: first.start, line: first.number }
    return this.#last?.offset === at.offset ? { ...at, wireId: this.#last.wireId } : at
  }

  #line(line: Line): void {
    if (line.text.trimEnd() === '') {
      if (this.#open !== undefined && this.#blank.length < 1_000) this.#blank.push(line)
      return
    }
    if (this.#open !== undefined && isContinuation(line.text)) {
      growItem(this.#open, [...this.#blank, line])
      this.#blank = []
      return
    }
    this.#close()
    const item = itemOf(line)
    if (item.header === undefined) this.#emit(item)
    else this.#open = item
  }

  #settle(): void {
    const line = this.#framer.partial()
    if (line === undefined || line.text.trimEnd() === '') return
    if (this.#open !== undefined && isContinuation(line.text)) {
      const trial = { ...this.#open, lines: [...this.#open.lines] }
      growItem(trial, [...this.#blank, line])
      this.#emit(trial)
      return
    }
    this.#close()
    this.#emit(itemOf(line))
  }

  #close(): void {
    if (this.#open !== undefined) this.#emit(this.#open)
    this.#open = undefined
    this.#blank = []
  }

  #emit(item: Item): void {
    const event = itemEvent(item, this.#options)
    const offset = item.first.start
    const before = this.#last?.offset === offset ? this.#last.wireId : undefined
    if (before === event.wireId) return
    this.#last = { offset, wireId: event.wireId }
    const orderBase = this.#orderBase
    this.#out.push({
      ...event,
      ...(before === undefined ? {} : { supersedes: before }),
      ...(orderBase === undefined ? {} : { ord: orderBase + offset }),
    })
  }
}
