import { textHash } from '../text-hash.ts'

/** Longer texts are compared by their beginning. */
const mostChars = 2_000
/** Between the hashes of a pair that occurs again. */
const again = 0x9e3779b1

/** What is compared of a text: little, since it is kept for each message of the last minutes. */
export interface Shape {
  /** How many words it has. */
  readonly words: number
  /** The same for texts with the same words in the same order. */
  readonly hash: number
  /** Hashes of its pairs of neighbouring words, sorted; a pair that occurs again has another one each time. */
  readonly pairs: Uint32Array
  /** Its numbers, sorted: texts whose numbers differ report progress, and are not the same. */
  readonly numbers: string
}

const code = /```[\s\S]*?(?:```|$)/g
/** Dates, clock times, hexadecimal ids and ULIDs. */
const changing = /\b\d{4}-\d\d-\d\d(?:t[\d:.]+z?)?\b|\b\d{1,2}:\d\d(?::\d\d)?\b|\b(?=[a-f]*\d)[0-9a-f]{7,}\b|\b[0-9a-hjkmnp-tv-z]{26}\b/gi
const mayChange = /\d|\w{26}/
const mention = /@[\w-]+/g
const url = /https?:\/\/\S+/gi
const word = /[\p{L}\p{N}_]+|[¤@]/gu

/** The shape of a text. Linear in its length. Pure. */
export function shapeOf(text: string): Shape {
  const masked = mask(text.slice(0, mostChars))
  const words = wordsIn(masked)
  const counts = new Map<number, number>()
  const pairs = Uint32Array.from({ length: Math.max(1, words.length - 1) }, (_, at) => {
    const hash = textHash(words.length < 2 ? (words[0] ?? '') : `${words[at]} ${words[at + 1]}`)
    const count = counts.get(hash) ?? 0
    counts.set(hash, count + 1)
    return hash + count * again
  })
  return {
    words: words.length,
    hash: textHash(words.join(' ')),
    pairs: pairs.toSorted(),
    numbers: (masked.match(/\d+/g) ?? []).toSorted().join(' '),
  }
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
  if (mayChange.test(masked)) masked = masked.replaceAll(changing, '¤')
  return masked.includes('@') ? masked.replaceAll(mention, '@') : masked
}

/** How alike two texts are, 0 to 1: the share of their word pairs that both have (Jaccard); 0 if their numbers differ. Pure. */
export function similarity(a: Shape, b: Shape): number {
  if (a.numbers !== b.numbers) return 0
  let [both, at, other] = [0, 0, 0]
  while (at < a.pairs.length && other < b.pairs.length) {
    const [one, two] = [a.pairs[at] as number, b.pairs[other] as number]
    if (one === two) both++
    if (one <= two) at++
    if (two <= one) other++
  }
  return both / (a.pairs.length + b.pairs.length - both)
}

/** Whether `similarity` is at least `near`; texts of too different lengths are not compared. Pure. */
export function isAlike(a: Shape, b: Shape, near: number): boolean {
  const [few, many] = [Math.min(a.pairs.length, b.pairs.length), Math.max(a.pairs.length, b.pairs.length)]
  return few >= near * many && similarity(a, b) >= near
}

const shapes = new WeakMap<object, Shape>()
/** The shape of what was said, made once. */
export function shapeOfSaid(said: { readonly text: string }): Shape {
  const known = shapes.get(said) ?? shapeOf(said.text)
  shapes.set(said, known)
  return known
}
