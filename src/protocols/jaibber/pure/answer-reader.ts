import { parseJsonText, isJsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import { formats, type JsonFormat, type Said } from './output-formats.ts'

/** A longer line, such as the result of a tool with a picture, is skipped, characters. */
export const longestLine = 2 * 1024 * 1024
/** After this many lines that are not JSON, reading stops: the program prints something else, and refusing a line takes longer than printing it. */
export const mostOtherLines = 10_000
/** An answer is cut there, as plain text of a program is, characters. */
const longestAnswer = limits.commandOutput

/** What a program has said by its end. `failed`: the reason that it gives instead of an answer. */
export interface Answered {
  readonly text: string
  readonly failed?: string
}

/**
 * Reads the answer from JSON lines, piece by piece. All its messages are shown as they come, separated by blank lines; the answer is the last of them, which is
 * what these programs print without JSON. Anything may arrive: what is not understood is skipped. Linear, and bounded in memory.
 */
export class AnswerReader {
  readonly #read: ReturnType<(typeof formats)[JsonFormat]>
  #line = ''
  #isSkipping = false
  #otherLines = 0
  #message: string | undefined
  #last = ''
  #shown = 0
  #answer: string | undefined
  #failed: string | undefined

  constructor(format: JsonFormat) {
    this.#read = formats[format]()
  }

  /** @returns the text that this piece of output adds to what is shown. */
  add(piece: string): string {
    let shown = ''
    let from = 0
    for (let end = piece.indexOf('\n'); end >= 0 && this.#otherLines < mostOtherLines; end = piece.indexOf('\n', from)) {
      this.#hold(piece.slice(from, end))
      shown += this.#take()
      from = end + 1
    }
    this.#hold(piece.slice(from))
    return shown
  }

  /** @returns what was said until the output ended; its last line may have no line break. */
  end(): Answered {
    this.#take()
    const text = (this.#answer ?? this.#last).slice(0, longestAnswer).toWellFormed()
    return { text, ...(this.#failed !== undefined && { failed: this.#failed }) }
  }

  #hold(part: string): void {
    if (this.#line.length + part.length > longestLine) this.#isSkipping = true
    this.#line = this.#isSkipping ? '' : this.#line + part
  }

  #take(): string {
    const line = this.#line
    this.#line = ''
    this.#isSkipping = false
    if (line.trim() === '' || this.#otherLines >= mostOtherLines) return ''
    const parsed = parseJsonText(line, 'the line')
    if (!parsed.ok) this.#otherLines++
    const said = parsed.ok && isJsonObject(parsed.value) ? this.#read(parsed.value) : undefined
    return said === undefined ? '' : this.#say(said)
  }

  #say(said: Said): string {
    if (said.kind === 'answer') this.#answer = said.text
    if (said.kind === 'failed') this.#failed = said.words.slice(0, 2_000).toWellFormed()
    if (said.kind !== 'text' || said.text === '') return ''
    const isNext = this.#message !== undefined && said.message !== this.#message
    this.#message = said.message
    this.#failed = undefined
    if (isNext) this.#last = ''
    this.#last += said.text.slice(0, longestAnswer - this.#last.length)
    const more = (isNext ? '\n\n' : '') + said.text
    const shown = more.slice(0, longestAnswer - this.#shown)
    this.#shown += shown.length
    return shown
  }
}
