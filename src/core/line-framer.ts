import { limits } from './limits.ts'
import { characterBoundary, countBadBytes, hashBytes } from './bytes.ts'

/** One physical line. `text` keeps everything but the newline and a byte order mark at the start of the file. */
export interface Line {
  /** 1-based. */
  readonly number: number
  /** Byte offset of its first byte in the file. */
  readonly start: number
  readonly text: string
  /** Bytes that were not UTF-8 and became U+FFFD. */
  readonly badBytes: number
  /** Bytes of the line without its newline. More than `limits.line`: `text` is only the beginning. */
  readonly bytes: number
  /** Hash of the bytes; empty when the framer was made without hashes. */
  readonly hash: string
}

const NEWLINE = 0x0a

/**
 * Cuts a stream of bytes into physical lines, however the stream is split (F8). Memory use is bounded by the limit for one line plus the chunk.
 * `at` is the position of the first byte in the file.
 */
export class LineFramer {
  #number: number
  #start: number
  readonly #hashes: boolean
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** The unfinished line: its first bytes, up to the limit, and its true size. */
  #kept = new Uint8Array(256)
  #size = 0

  constructor(at: { readonly offset: number; readonly line: number }, hashes: boolean) {
    this.#start = at.offset
    this.#number = at.line
    this.#hashes = hashes
  }

  /** Where the unfinished line begins, and its number. */
  get position(): { readonly offset: number; readonly line: number } {
    return { offset: this.#start, line: this.#number }
  }

  /** Calls `take` with every line that `chunk` completes, in order. */
  push(chunk: Uint8Array, take: (line: Line) => void): void {
    const last = chunk.lastIndexOf(NEWLINE)
    if (last < 0) {
      this.#keep(chunk, 0, chunk.length)
      return
    }
    let from = 0
    if (this.#size > 0) {
      const first = chunk.indexOf(NEWLINE)
      this.#keep(chunk, 0, first)
      const line = this.#unfinished()
      this.#next(line.bytes + 1)
      this.#size = 0
      take(line)
      from = first + 1
    }
    if (from <= last) this.#whole(chunk, from, last + 1, take)
    this.#keep(chunk, last + 1, chunk.length)
  }

  /** The current text of the line that has no newline yet; undefined if there is none. The line stays unfinished. */
  partial(): Line | undefined {
    return this.#size === 0 ? undefined : this.#unfinished()
  }

  /** Counts whole lines that the caller has read itself. Call it only between lines. */
  skip(bytes: number, lines: number): void {
    this.#start += bytes
    this.#number += lines
  }

  /** Lines of `chunk[from, to)`, which ends with a newline. */
  #whole(chunk: Uint8Array, from: number, to: number, take: (line: Line) => void): void {
    const region = chunk.subarray(from, to)
    const text = this.#decoder.decode(region)
    const doubtful = text.includes('\ufffd')
    const oneByteEach = text.length === region.length && !doubtful
    let textAt = 0
    let byteAt = 0
    // Text and bytes are walked in parallel: no byte of a multi-byte character is a newline, and an invalid byte never swallows one.
    while (byteAt < region.length) {
      const textEnd = text.indexOf('\n', textAt)
      const byteEnd = oneByteEach ? textEnd : region.indexOf(NEWLINE, byteAt)
      const bytes = byteEnd - byteAt
      const line =
        bytes > limits.line || (this.#start === 0 && text.charCodeAt(textAt) === 0xfeff)
          ? this.#lineOf(region, byteAt, byteEnd)
          : {
              number: this.#number,
              start: this.#start,
              text: text.slice(textAt, textEnd),
              badBytes: doubtful ? countBadBytes(region, byteAt, byteEnd) : 0,
              bytes,
              hash: this.#hashes ? hashBytes(region, byteAt, byteEnd) : '',
            }
      this.#next(bytes + 1)
      take(line)
      textAt = textEnd + 1
      byteAt = byteEnd + 1
    }
  }

  #unfinished(): Line {
    return this.#lineOf(this.#kept, 0, this.#size)
  }

  #lineOf(bytes: Uint8Array, from: number, to: number): Line {
    const size = to - from
    const shown = bytes.subarray(from, size > limits.line ? from + limits.line : to)
    const end = size > limits.line ? characterBoundary(shown, shown.length) : shown.length
    const text = this.#decoder.decode(shown.subarray(0, end))
    return {
      number: this.#number,
      start: this.#start,
      text: this.#start === 0 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text,
      badBytes: text.includes('\ufffd') ? countBadBytes(shown, 0, end) : 0,
      bytes: size,
      // Bytes beyond the limit are not kept; their count still distinguishes versions.
      hash: this.#hashes ? hashBytes(shown) + (size > limits.line ? `+${size - limits.line}` : '') : '',
    }
  }

  #next(size: number): void {
    this.#start += size
    this.#number += 1
  }

  #keep(chunk: Uint8Array, from: number, to: number): void {
    const free = limits.line - this.#size
    if (free > 0 && to > from) {
      const part = chunk.subarray(from, Math.min(to, from + free))
      const need = this.#size + part.length
      if (need > this.#kept.length) {
        const grown = new Uint8Array(Math.min(limits.line, Math.max(need, this.#kept.length * 2)))
        grown.set(this.#kept.subarray(0, this.#size))
        this.#kept = grown
      }
      this.#kept.set(part, this.#size)
    }
    this.#size += to - from
  }
}
