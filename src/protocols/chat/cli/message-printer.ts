import { isUtf8 } from 'node:buffer'
import { fastJsonLines } from './fast-lines.ts'
import { LineFramer } from '../../../core/line-framer.ts'
import type { Line } from '../../../core/line-framer.ts'
import { parseHeader } from '../pure/header.ts'
import { jsonLine } from '../pure/json.ts'
import { limits } from '../../../core/limits.ts'
import { terminalJson } from '../../../core/terminal-text.ts'

/**
 * Turns bytes of a chat file into lines of JSON as printed by the specification's server: each message line alone, without continuation lines. A line without
 * newline is printed when it has settled, and again if it grows.
 */
export class MessagePrinter {
  readonly #timestamp: () => string
  readonly #complain: (words: string) => void
  #framer: LineFramer
  /** The part of the unfinished line that was printed. */
  #settled: string | undefined

  /** `timestamp` is called once per batch. */
  constructor(at: { readonly offset: number; readonly line: number }, timestamp: () => string, complain: (words: string) => void) {
    this.#framer = new LineFramer(at, false)
    this.#timestamp = timestamp
    this.#complain = complain
  }

  /** Number of the next line. */
  get line(): number {
    return this.#framer.position.line
  }

  /** Whether a line without newline is waiting to be printed. */
  get unfinished(): boolean {
    const line = this.#framer.partial()
    return line !== undefined && line.text !== this.#settled
  }

  /** The JSON lines that `chunk` completes, as UTF-8. */
  push(chunk: Buffer): Buffer {
    const timestamp = this.#timestamp()
    const { offset } = this.#framer.position
    const isMarked = offset === 0 && chunk[0] === 0xef
    const end = chunk.lastIndexOf(0x0a) + 1
    // The fast path does not pay off for short pieces and cannot handle malformed text.
    if (end < 4_096 || isMarked || !isUtf8(chunk.subarray(0, end))) return this.#slowly(chunk, timestamp)
    const begun = this.#framer.partial() === undefined ? 0 : chunk.indexOf(0x0a) + 1
    const first = this.#slowly(chunk.subarray(0, begun), timestamp)
    const whole = chunk.subarray(begun, end)
    const { json, lines } = fastJsonLines(whole, this.#framer.position.line, timestamp, (line, bytes) => this.#overLong(line, bytes))
    this.#framer.skip(whole.length, lines)
    this.#settled = undefined
    this.#slowly(chunk.subarray(end), timestamp)
    return first.length === 0 ? json : Buffer.concat([first, json])
  }

  #slowly(chunk: Buffer, timestamp: string): Buffer {
    let out = ''
    this.#framer.push(chunk, (line) => {
      out += this.#json(line, timestamp)
    })
    return Buffer.from(out)
  }

  /** The unfinished line after a second of silence, or at the end of the file. */
  settle(): string {
    const line = this.#framer.partial()
    if (line === undefined || line.text === this.#settled) return ''
    const out = this.#json(line, this.#timestamp())
    this.#settled = line.text
    return out
  }

  /** Marks the unfinished line as printed without printing it: it was there before we started. */
  ignoreUnfinished(): void {
    this.#settled = this.#framer.partial()?.text
  }

  #json(line: Line, timestamp: string): string {
    const settled = this.#settled
    this.#settled = undefined
    if (line.text === settled) return ''
    if (line.bytes > limits.line) {
      this.#overLong(line.number, line.bytes)
      return ''
    }
    const header = parseHeader(line.text)
    if (header === undefined) return ''
    return `${terminalJson(jsonLine(header, timestamp, line.number))}\n`
  }

  #overLong(line: number, bytes: number): void {
    this.#complain(`line ${line} has ${bytes} bytes, more than the limit of ${limits.line}; it is skipped.`)
  }
}
