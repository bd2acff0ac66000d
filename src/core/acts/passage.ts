import { codeMark, quoteMark, wordsOf, type Word } from './phrases.ts'

/** The part of a text that its author says in their own words. Positions are those of the text, in UTF-16 units. */
export interface Passage {
  /** The same length as the part that is read: what is left out is replaced by spaces or marks. */
  readonly text: string
  readonly words: readonly Word[]
  readonly sentences: readonly Sentence[]
}

export interface Sentence {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly words: readonly Word[]
  /** Ends with a question mark. */
  readonly isMarked: boolean
}

/** Characters that are read. */
const mostRead = 4_000

const fence = /```[^]*?(?:```|$)/gu
const inlineCode = /`[^`\n]+`/gu
const link = /[a-z][a-z0-9+.-]{0,20}:\/\/[!-~]+/giu
const linkEnd = /[.,;:!?)\]}>"'*_]{1,8}$/u
const quoted = /(?<![\p{L}\p{N}])"[^"\n]{1,400}"(?![\p{L}\p{N}])|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|「[^「」\n]*」/gu
const quotes = /["“„«「]/u
const lineStart = /(?:^|[\n\r\u2028\u2029])[ >|\t]/u
const lineLeftOut = /^(?: {0,3}[>|\t]| {4}).*$/gmu
const mention = /(?<![\p{L}\p{N}_@])@[\p{L}\p{N}_[\]\\^{}|-]{1,64}/gu

/**
 * Reads the first 4,000 characters without code, links, quoted lines and text, tables, indented lines and names that are spoken to. `names` are those
 * that may stand at the beginning without an `@`: `coder: …`. Linear, never throws.
 */
export function readPassage(text: string, names: readonly string[] = []): Passage {
  const read = withoutNames(ownWords(text.slice(0, mostRead)), names)
  const words = wordsOf(read)
  return { text: read, words, sentences: sentencesOf(read, words) }
}

/** Most lines have none of what is left out, which a look for its first mark shows. */
function ownWords(text: string): string {
  let own = text
  if (own.includes('```')) own = own.replace(fence, (found) => codeMark + blank(found.slice(1)))
  if (lineStart.test(own)) own = own.replace(lineLeftOut, blank)
  if (own.includes('`')) own = own.replace(inlineCode, (found) => codeMark.repeat(found.length))
  if (own.includes('://'))
    own = own.replace(link, (found) => {
      const end = found.length - (linkEnd.exec(found)?.[0].length ?? 0)
      return codeMark.repeat(end) + found.slice(end)
    })
  if (quotes.test(own)) own = own.replace(quoted, (found) => quoteMark.repeat(found.length))
  return own.includes('@') ? own.replace(mention, blank) : own
}

function blank(found: string): string {
  return found.replace(/[^\n]/g, ' ')
}

/** Blanks the names, with a comma or colon behind each, that the text begins with. */
function withoutNames(text: string, names: readonly string[]): string {
  let rest = text
  for (let times = 0; times < 8; times++) {
    const at = rest.search(/[^\s,:，：]/u)
    if (at < 0) break
    const name = names.find((each) => each !== '' && rest.slice(at, at + each.length).toLowerCase() === each.toLowerCase())
    if (name === undefined || !/^[,:，：]/u.test(rest.slice(at + name.length, at + name.length + 1))) break
    rest = rest.slice(0, at) + blank(rest.slice(at, at + name.length + 1)) + rest.slice(at + name.length + 1)
  }
  return rest
}

/** Whether a word stands behind a comma, colon, semicolon or dash. */
export function isClauseStart(text: string, { start }: Word): boolean {
  return /[,;:，；：—–][\s"“(]{0,4}$|\s[-]\s$/u.test(text.slice(Math.max(0, start - 6), start))
}

/** Whether what comes before a word ends with a mark, or the words end. */
export function isClauseEnd(words: readonly Word[], at: number, text: string): boolean {
  const next = words[at]
  return next === undefined || /[,;:.!?…，；：。！？—–\n]|\s-\s/u.test(text.slice(words[at - 1]?.end, next.start))
}

/** The end of a sentence: marks with a gap behind them, or those of scripts without spaces, or the end of the line. */
const sentenceEnd = /(?<![.!?…])[.!?؟…]+["”’'»)\]*_]{0,4}(?=\s|$)|[。！？]+["”’」』)\]*_]{0,4}|\n/gu
/** A full stop behind an abbreviation ends no sentence, nor does one behind the number of an entry in a list. */
const abbreviation = /\.\p{L}$|(?:^|[^\p{L}\p{N}])(?:vs|bzw|ca|cf|approx|incl)$/u
const listNumber = /^\s*\d{1,2}$/u

function sentencesOf(text: string, words: readonly Word[]): Sentence[] {
  const sentences: Sentence[] = []
  let [start, line, next] = [0, 0, 0]
  const close = (end: number, isMarked: boolean): void => {
    const first = next
    while ((words[next]?.end ?? Number.POSITIVE_INFINITY) <= end) next++
    const own = words.slice(first, next)
    const from = start + text.slice(start, end).search(/\S/u)
    if (own.length > 0) sentences.push({ start: from, end: start + text.slice(start, end).trimEnd().length, line, words: own, isMarked })
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(sentenceEnd)) {
    if (mark === '.' && (abbreviation.test(text.slice(Math.max(start, index - 8), index)) || isListNumber(text, start, index))) continue
    close(index + mark.length, /[?？؟]/u.test(mark))
    if (mark === '\n') line++
  }
  close(text.length, false)
  return sentences
}

function isListNumber(text: string, start: number, end: number): boolean {
  return end - start < 12 && listNumber.test(text.slice(start, end))
}
