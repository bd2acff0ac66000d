import type { NewEvent } from '../../../core/event.ts'
import { hasGrown } from '../../../core/has-grown.ts'
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

/** What was emitted last: where its item starts, and how much of it that was; after a restart that is not known. */
interface Emitted {
  readonly offset: number
  readonly wireId: string
  readonly bytes?: number
  readonly cut?: boolean
}

/** So long after it came, text of an item is emitted that has not been, ms. */
const settleMs = 1_000
/** Each time that the versions of an item have so many bytes, and its length, that takes as long again. */
const freeBytes = 256 * 1024

/**
 * Turns the bytes of one generation of `chat.md` into events, without I/O. An item is emitted as soon as it can be read and again,
 * superseding itself, when it has grown: by late continuation lines, or the rest of a torn line. Each version contains all earlier text: one for
 * every line would fill the disk, so there is one for every eighth, and one for what has waited for some time.
 */
export class ChatReader {
  readonly #options: ReaderOptions
  readonly #framer: LineFramer
  #open: Item | undefined
  /** Blank lines below the open item: part of it if an indented line follows. */
  #blank: Line[] = []
  #last: Emitted | undefined
  /** Bytes of all versions of the item that was emitted last. */
  #spent = 0
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
   * Events since the last call. `idle`: the file has no more bytes, so the open item is emitted in its current state, if it is new or has grown
   * enough. `closed`: in any case, because nobody reads on. `settled`: `settleMs` later or at the end of a one-time read, so a line without a
   * newline counts as well.
   */
  take(state: 'more' | 'idle' | 'closed' | 'settled'): NewEvent[] {
    if (state === 'settled') this.#settle()
    else if (this.#open !== undefined && (state === 'closed' || (state === 'idle' && this.#isDue(this.#open)))) this.#emit(this.#open)
    const out = this.#out
    this.#out = []
    return out
  }

  /** How long after the oldest text that has not been emitted `settled` is to be taken, ms; undefined: everything has been emitted. */
  get settleMs(): number | undefined {
    const open = this.#open
    const last = this.#lastAt(open?.first.start ?? this.#framer.position.offset)
    const isEmitted = open === undefined || (last?.bytes === open.bytes && last.cut === open.cut)
    if (isEmitted && !this.unfinished) return undefined
    if (last === undefined) return settleMs
    return settleMs * Math.max(1, this.#spent / (freeBytes + (last.bytes ?? 0)))
  }

  /** Whether a line without newline is waiting. */
  get unfinished(): boolean {
    return this.#framer.partial() !== undefined
  }

  /** Whether what is waiting is the beginning of another item: it is wrong until its first line is complete, so `settled` waits for silence. */
  get isBeginning(): boolean {
    const line = this.#framer.partial()
    return line !== undefined && line.text.trim() !== '' && (this.#open === undefined || !isContinuation(line.text))
  }

  /** Where to resume after a restart, once the events of `take` are stored. */
  get position(): ReaderPosition {
    const first = this.#open?.first
    const at = first === undefined ? this.#framer.position : { offset: first.start, line: first.number }
    const wireId = this.#lastAt(at.offset)?.wireId
    return wireId === undefined ? at : { ...at, wireId }
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
    if (line === undefined || line.text.trimEnd() === '') {
      if (this.#open !== undefined) this.#emit(this.#open)
      return
    }
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

  #lastAt(offset: number): Emitted | undefined {
    return this.#last?.offset === offset ? this.#last : undefined
  }

  #isDue(item: Item): boolean {
    const last = this.#lastAt(item.first.start)
    return last?.bytes === undefined || (item.cut && last.cut === false) || hasGrown(last.bytes, item.bytes)
  }

  #emit(item: Item): void {
    const event = itemEvent(item, this.#options)
    const offset = item.first.start
    const before = this.#lastAt(offset)?.wireId
    this.#spent = item.bytes + (before === undefined ? 0 : this.#spent)
    this.#last = { offset, wireId: event.wireId, bytes: item.bytes, cut: item.cut }
    if (before === event.wireId) return
    const orderBase = this.#orderBase
    this.#out.push({
      ...event,
      ...(before === undefined ? {} : { supersedes: before }),
      ...(orderBase === undefined ? {} : { ord: orderBase + offset }),
    })
  }
}
