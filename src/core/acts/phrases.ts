/** One word of a text: in small letters, at [start, end) in UTF-16 units. A letter of a script without spaces is a word of its own. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Which lists have a phrase that begins with it; undefined: none, as with nearly all words. */
  readonly begins: ReadonlyMap<object, readonly (readonly string[])[]> | undefined
}

/** What follows in phrases, by their first word and then by list: one look at a word says whether any list has something to compare. */
const beginnings = new Map<string, Map<object, readonly (readonly string[])[]>>()

/** Replaces code and links, with the same number of units. */
export const codeMark = '\ue000'
/** Replaces quoted words: text in quotation marks. */
export const quoteMark = '\ue001'

const letter = /^[\p{L}\p{N}\p{M}]$/u
// eslint-disable-next-line no-control-regex -- all of ASCII is meant
const ascii = /^[\u0000-\u007f]*$/

/**
 * Splits a text into words; an apostrophe splits too. Other than `tokenize` it keeps diacritics, joins runs of marks, and takes a fraction of the time
 * for Chinese, since it runs on every message. Linear.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  // Nearly all texts are ASCII, where small letters take as many units.
  const small = ascii.test(text) ? text.toLowerCase() : undefined
  let start = -1
  const push = (word: string, from: number, end: number): void => {
    words.push({ text: word, start: from, end, begins: beginnings.get(word) })
  }
  const close = (end: number): void => {
    if (start < 0) return
    push(small?.slice(start, end) ?? smallOf(text.slice(start, end)), start, end)
    start = -1
  }
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text, at)
    if (kind === 'part') {
      if (start < 0) start = at
      continue
    }
    close(at)
    if (kind === 'mark') {
      const mark = text.charAt(at)
      const from = at
      while (text.charAt(at + 1) === mark) at++
      push(mark, from, at + 1)
    } else if (kind === 'single') push(text.charAt(at), at, at + 1)
  }
  close(text.length)
  return words
}

function smallOf(word: string): string {
  return ascii.test(word) ? word.toLowerCase() : word.normalize('NFC').toLowerCase()
}

function kindOf(text: string, at: number): 'part' | 'single' | 'mark' | 'gap' {
  const code = text.charCodeAt(at)
  if (code < 0x80) {
    const small = code | 0x20
    return (small >= 0x61 && small <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f ? 'part' : 'gap'
  }
  if ((code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)) return 'single'
  if (code === 0xe000 || code === 0xe001) return 'mark'
  return letter.test(text.charAt(at)) ? 'part' : 'gap'
}

/** A list of phrases, compiled from text with commas between them. */
export interface Phrases {
  /** How many words from `at` on are one of the phrases; the longest, 0: none. */
  lengthAt(words: readonly Word[], at: number): number
  /** Index of the first word at which one begins, -1: none. */
  indexIn(words: readonly Word[], from?: number): number
}

/** Compiles a list of `words.ts`. Texts that are split into words before do not know it. */
export function phrasesOf(list: string): Phrases {
  const own = {}
  for (const phrase of list.split(',')) {
    const [first, ...rest] = wordsOf(phrase).map((word) => word.text)
    if (first === undefined) continue
    const lists = beginnings.get(first) ?? new Map<object, readonly (readonly string[])[]>()
    beginnings.set(first, lists)
    lists.set(
      own,
      [...(lists.get(own) ?? []), rest].toSorted((a, b) => b.length - a.length),
    )
  }
  const lengthAt = (words: readonly Word[], at: number): number => {
    const found = words[at]?.begins?.get(own)?.find((rest) => rest.every((word, index) => words[at + 1 + index]?.text === word))
    return found === undefined ? 0 : found.length + 1
  }
  return {
    lengthAt,
    indexIn(words, from = 0) {
      for (let at = from; at < words.length; at++) if (words[at]?.begins !== undefined && lengthAt(words, at) > 0) return at
      return -1
    },
  }
}
