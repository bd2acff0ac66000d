/** Longer texts are compared by their beginning. */
const mostChars = 2_000

/** What is compared of a text. */
export interface Shape {
  /** Its words, lower case, without marks; mentions, URLs, code, times and ids as signs. */
  readonly words: readonly string[]
  /** How often each pair of neighbouring words occurs, and how many pairs there are. */
  readonly pairs: ReadonlyMap<string, number>
  readonly size: number
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
  const words = masked.toLowerCase().match(word) ?? []
  const pairs = new Map<string, number>()
  const size = Math.max(1, words.length - 1)
  for (let at = 0; at < size; at++) {
    const pair = words.length < 2 ? (words[0] ?? '') : `${words[at]} ${words[at + 1]}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return { words, pairs, size, numbers: (masked.match(/\d+/g) ?? []).toSorted().join(' ') }
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
  let both = 0
  for (const [pair, count] of a.pairs) both += Math.min(count, b.pairs.get(pair) ?? 0)
  return both / (a.size + b.size - both)
}

/** Whether `similarity` is at least `near`. It stops as soon as too many pairs are missing, which is soon for nearly all texts. Pure. */
export function isAlike(a: Shape, b: Shape, near: number): boolean {
  if (a.numbers !== b.numbers) return false
  let spare = a.size - (near * (a.size + b.size)) / (1 + near)
  for (const [pair, count] of a.pairs) {
    spare -= Math.max(0, count - (b.pairs.get(pair) ?? 0))
    if (spare < -0.001) return false
  }
  return similarity(a, b) >= near
}

const shapes = new WeakMap<object, Shape>()
/** The shape of what was said, made once. */
export function shapeOfSaid(said: { readonly text: string }): Shape {
  const known = shapes.get(said) ?? shapeOf(said.text)
  shapes.set(said, known)
  return known
}
