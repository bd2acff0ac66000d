/** Half-open range of UTF-16 units in a text. */
export type Range = readonly [start: number, end: number]

/** A word of one or two letters is in the middle of most names, so it is only found where a word begins. */
const isShort = /^[\x20-\x7e]{1,2}$/

/**
 * Finds every word of a query in a text, in any order and any case; short ones only where a word begins.
 * @param isStart the same for all of them.
 * @returns their ranges, sorted and merged (empty for an empty query); undefined if a word is missing.
 */
export function matchWords(text: string, query: string, isStart = false): Range[] | undefined {
  const folded = fold(text)
  const found: Range[] = []
  for (const word of fold(query).split(/\s+/).filter(Boolean)) {
    const at = isStart || isShort.test(word) ? beginningOf(folded, word) : folded.indexOf(word)
    if (at < 0) return undefined
    found.push([at, at + word.length])
  }
  return merge(found)
}

/** Where a word of the text begins with this, or -1. */
function beginningOf(text: string, word: string): number {
  let at = text.indexOf(word)
  while (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) at = text.indexOf(word, at + 1)
  return at
}

/** Lower case that keeps every index: characters that change their length stay as they are. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length
    ? lower
    : Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('')
}

/** Sorts ranges and joins those that touch. */
export function merge(ranges: readonly Range[]): Range[] {
  const out: Range[] = []
  for (const range of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1)
    if (last && range[0] <= last[1]) out[out.length - 1] = [last[0], Math.max(last[1], range[1])]
    else out.push(range)
  }
  return out
}
