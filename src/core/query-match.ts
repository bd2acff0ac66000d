import type { Query, TextClause } from './query.ts'
import { tokenize } from './tokenize.ts'
import type { Token } from './tokenize.ts'

/** How far into a text matches are marked, in UTF-16 units, and how many: a screen shows no more, and time stays bounded. */
const matchedChars = 65_536
export const matchedRanges = 1_000

/**
 * Where the words and phrases of a query occur in a text, for highlighting.
 * @returns ranges [start, end) in UTF-16 units, ascending, none touching another.
 */
export function matchesIn(query: Query, text: string): [number, number][] {
  const wanted = query.text.filter((clause) => !clause.negated)
  if (wanted.length === 0) return []
  const tokens = tokenize(text.slice(0, matchedChars))
  const ranges: [number, number][] = []
  for (const [index, token] of tokens.entries()) {
    let end = 0
    for (const clause of wanted) end = Math.max(end, matchEnd(clause, tokens, index))
    if (end === 0) continue
    const last = ranges.at(-1)
    if (last !== undefined && token.start <= last[1]) last[1] = Math.max(last[1], end)
    else if (ranges.length === matchedRanges) break
    else ranges.push([token.start, end])
  }
  return ranges
}

/** True if the text has the words of the clause, as the index sees it: wherever they stand, in a text of any length. */
export function hasClause(clause: TextClause, text: string): boolean {
  const tokens = tokenize(text)
  return tokens.some((_, index) => matchEnd(clause, tokens, index) > 0)
}

/** End of the clause if it begins at this token, otherwise 0. */
function matchEnd(clause: TextClause, tokens: readonly Token[], from: number): number {
  const size = clause.tokens.length
  const last = tokens[from + size - 1]
  if (last === undefined) return 0
  for (const [offset, wanted] of clause.tokens.entries()) {
    const folded = tokens[from + offset]?.folded ?? ''
    const isOpen = clause.prefix && offset === size - 1
    if (isOpen ? !folded.startsWith(wanted) : folded !== wanted) return 0
  }
  return last.end
}
