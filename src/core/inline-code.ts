/** Code in a line of text: one backtick at each end, as in markdown. */
export const inlineCode = /(?<!`)`([^`\n]+)`(?!`)/u

/** A line for places that cannot show code as code: without the backticks around it. */
export function withoutCodeMarks(line: string): string {
  return line.replaceAll(new RegExp(inlineCode, 'gu'), '$1')
}

type Range = readonly [number, number]

/**
 * A text without the backticks around its code, for places that show code as code.
 * @param ranges half-open ranges of `text`, sorted, not overlapping.
 * @returns the text, the ranges moved along with it, and the ranges of its code.
 */
export function splitCode(
  text: string,
  ranges: readonly Range[],
): { readonly text: string; readonly ranges: Range[]; readonly code: Range[] } {
  const spans = [...text.matchAll(new RegExp(inlineCode, 'gu'))].map((match): Range => [match.index, match.index + match[0].length])
  const marks = spans.flatMap(([start, end]) => [start, end - 1])
  let before = 0
  const moved = (at: number): number => {
    while (before < marks.length && (marks[before] ?? 0) < at) before++
    return at - before
  }
  return {
    text: withoutCodeMarks(text),
    ranges: ranges.map(([start, end]): Range => [moved(start), moved(end)]),
    code: spans.map(([start, end], index): Range => [start - 2 * index, end - 2 * index - 2]),
  }
}
