import { LineFramer } from '../pure/frame.ts'
import type { Line } from '../pure/frame.ts'
import { parseHeader } from '../pure/header.ts'
import { jsonLine } from '../pure/json.ts'
import { limits } from '../../../core/limits.ts'

/**
 * Bytes of a chat file to lines of JSON, as the specification's server prints them: each message line by itself, without continuation lines.
 * A line without newline is printed when it has settled, and once more if it grows.
 */
export class MessagePrinter {
  readonly #timestamp: () => string
  readonly #complain: (words: string) => void
  #framer: LineFramer
  /** What was printed of the unfinished line. */
  #settled: string | undefined

  /** `timestamp` is asked once per batch. */
  constructor(at: { readonly offset: number; readonly line: number }, timestamp: () => string, complain: (words: string) => void) {
    this.#framer = new LineFramer(at, false)
    this.#timestamp = timestamp
    this.#complain = complain
  }

  /** Number of the line that comes next. */
  get line(): number {
    return this.#framer.position.line
  }

  /** Whether a line without newline waits to be printed. */
  get unfinished(): boolean {
    const line = this.#framer.partial()
    return line !== undefined && line.text !== this.#settled
  }

  /** The JSON lines of what `chunk` completes. */
  push(chunk: Uint8Array): string {
    const timestamp = this.#timestamp()
    let out = ''
    this.#framer.push(chunk, (line) => {
      out += this.#json(line, timestamp)
    })
    return out
  }

  /** The unfinished line after a second of silence, or at the end of the file. */
  settle(): string {
    const line = this.#framer.partial()
    if (line === undefined || line.text === this.#settled) return ''
    const out = this.#json(line, this.#timestamp())
    this.#settled = line.text
    return out
  }

  /** Takes the unfinished line as printed without printing it: it was there before we came. */
  ignoreUnfinished(): void {
    this.#settled = this.#framer.partial()?.text
  }

  #json(line: Line, timestamp: string): string {
    const settled = this.#settled
    this.#settled = undefined
    if (line.text === settled) return ''
    if (line.bytes > limits.line) {
      this.#complain(`line ${line.number} has ${line.bytes} bytes, more than ${limits.line}; it is left out.`)
      return ''
    }
    const header = parseHeader(line.text)
    if (header === undefined) return ''
    return `${jsonLine(header, timestamp, line.number)}\n`
  }
}
