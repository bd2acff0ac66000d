import { splitCode } from '../../../core/inline-code.ts'

type Range = readonly [number, number]

/** An excerpt of a message around its first match, with the ranges of the matches shifted accordingly. */
export interface Excerpt {
  readonly text: string
  readonly ranges: readonly Range[]
  /** Where its code is; the backticks around it are left out. */
  readonly code: readonly Range[]
}

/**
 * Shortens a message for a result row: starts a little before the first match, at the beginning of a word if possible.
 * @param before characters kept in front of the first match.
 * @param length maximum characters of the excerpt.
 */
export function excerpt(message: string, matches: readonly Range[], before = 60, length = 400): Excerpt {
  const { text, ranges, code } = splitCode(message, matches)
  const first = ranges[0]?.[0] ?? 0
  let start = Math.max(0, first - before)
  if (start > 0) {
    const space = text.indexOf(' ', start)
    if (space >= 0 && space < first) start = space + 1
    // Never between the halves of a surrogate pair.
    if (isLow(text.charCodeAt(start))) start--
  }
  let end = Math.min(text.length, start + length)
  if (end < text.length && isLow(text.charCodeAt(end))) end--
  const head = start > 0 ? '… ' : ''
  const shift = head.length - start
  return {
    text: `${head}${text.slice(start, end)}${end < text.length ? ' …' : ''}`,
    ranges: ranges.filter((range) => range[0] >= start && range[1] <= end).map(([from, to]) => [from + shift, to + shift]),
    code: code
      .filter(([from, to]) => to > start && from < end)
      .map(([from, to]) => [Math.max(from, start) + shift, Math.min(to, end) + shift]),
  }
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
