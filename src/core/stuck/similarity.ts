import { textHash } from '../text-hash.ts'

/** Longer texts are compared by their beginning. */
const mostChars = 2_000

/** What is compared of a text: little, since it is kept for each message of the last minutes. */
export interface Shape {
  /** How many words it has. */
  readonly words: number
  /** The same for texts with the same words in the same order. */
  readonly hash: number
  /** Hashes of its pairs of neighbouring words, sorted; a pair that occurs twice is in it twice. */
  readonly pairs: Int32Array
  /** Its numbers, sorted: texts whose numbers differ report progress, and are not the same. */
  readonly numbers: string
}

const code = /```[\s\S]*?(?:```|$)/g
/** Dates, clock times, hexadecimal ids and ULIDs. */
const changing =
  /\b\d{4}-\d\d-\d\d(?:t[\d:.]+z?)?\b|\b\d{1,2}:\d\d(?::\d\d)?\b|\b(?=[a-f]*\d)[0-9a-f]{7,}\b|\b[0-7][0-9a-hjkmnp-tv-z]{25}\b/gi
const digit = /\d/
const mention = /@[\w-]+/g
const url = /https?:\/\/\S+/gi
const word = /[\p{L}\p{N}_]+|[¤@]/gu

/** The shape of a text. Linear in its length. Pure. */
export function shapeOf(text: string): Shape {
  const masked = mask(text.slice(0, mostChars))
  const words = wordsIn(masked).map(textHash)
  const pairs = new Int32Array(Math.max(1, words.length - 1))
  if (words.length < 2) pairs[0] = words[0] ?? 0
  else for (let at = 0; at < pairs.length; at++) pairs[at] = joined(words[at] as number, words[at + 1] as number)
  return {
    words: words.length,
    hash: words.reduce(joined, 0),
    pairs: pairs.toSorted(),
    numbers: (masked.match(/\d+/g) ?? []).toSorted().join(' '),
  }
}

/** Two hashes as one, which depends on their order. */
function joined(a: number, b: number): number {
  return Math.imul(Math.imul(a, 0x01000193) ^ b, 0x01000193)
}

/** The words of a text, lower case, without marks; mentions, URLs, code, times and ids as signs. Pure. */
export function wordsOf(text: string): readonly string[] {
  return wordsIn(mask(text.slice(0, mostChars)))
}

function wordsIn(masked: string): readonly string[] {
  return masked.toLowerCase().match(word) ?? []
}

/** Runs for every message: most have no code, no link, nothing that changes and no mention, which the first look shows. */
function mask(text: string): string {
  let masked = text
  if (masked.includes('```')) masked = masked.replaceAll(code, ' ¤ ')
  if (masked.includes('://')) masked = masked.replaceAll(url, '¤')
  if (digit.test(masked)) masked = masked.replaceAll(changing, '¤')
  return masked.includes('@') ? masked.replaceAll(mention, '@') : masked
}

/**
 * Whether two texts have at least the share `near`, 0 to 1, of their word pairs in common (Jaccard); never if their numbers differ. It stops as soon as
 * too few pairs are left, so texts that differ cost a few steps. Pure.
 */
export function isAlike(a: Shape, b: Shape, near: number): boolean {
  if (a.numbers !== b.numbers) return false
  const [ofA, ofB] = [a.pairs.length, b.pairs.length]
  // The least number of pairs in both; the small part allows for rounding errors.
  const least = ((ofA + ofB) * near) / (1 + near) - 0.001
  if (Math.min(ofA, ofB) < least) return false
  let [leftOfA, leftOfB] = [ofA - least, ofB - least]
  let [both, at, other] = [0, 0, 0]
  while (at < ofA && other < ofB) {
    const [one, two] = [a.pairs[at] as number, b.pairs[other] as number]
    if (one === two) both++
    else if ((one < two ? --leftOfA : --leftOfB) < 0) return false
    if (one <= two) at++
    if (two <= one) other++
  }
  return both / (ofA + ofB - both) >= near
}
