/** Limits on what a text may ask of the markdown parser and of the page. A text past any of them is shown as plain text. */
export const markdownLimits = {
  /** UTF-16 units. */
  chars: 64 * 1024,
  /** Nesting of block quotes and lists. Deeper ones would end up as a column of single letters. */
  depth: 12,
  /** The parser's time grows with the square of the lines and marks of a paragraph, and of all block quotes and items: the sum of these. */
  work: 1_000_000,
  /** Lines, marks and table cells: each can become an element. */
  pieces: 10_000,
} as const

/** A marker of a block quote or list item, with the blanks before it. */
const containerMark = /([\t ]*)(?:>|(?:[-+*]|\d{1,9}[.)])(?=[\t ]|$))/y
/** Characters that can begin or end emphasis, code, a link or an address. */
const inlineMark = /[*~[\]`@<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|www\.|:\/\//gu
const bar = /\|/g
const tab = /\t/g

/** A paragraph, or what could be one: the lines between two blank ones. */
interface Block {
  lines: number
  marks: number
  /** Most bars in one of its lines: every row of a table has that many columns. */
  bars: number
}

/**
 * Whether a text may be parsed as markdown. Checked before parsing: deep nesting would crash the parser and the page with it, and some texts take quadratic
 * time. Reads the text once, and never counts less than the parser will find.
 */
export function isTameMarkdown(text: string): boolean {
  if (text.length > markdownLimits.chars) return false
  let work = 0
  let pieces = 0
  let containers = 0
  let block: Block = { lines: 0, marks: 0, bars: 0 }
  const isWithin = (): boolean =>
    work + workOf(block) + containers * containers <= markdownLimits.work && pieces + piecesOf(block) <= markdownLimits.pieces
  for (const line of linesOf(text)) {
    if (line.trim() === '') {
      work += workOf(block)
      pieces += piecesOf(block) + 1
      block = { lines: 0, marks: 0, bars: 0 }
      continue
    }
    const depth = depthOf(line)
    containers += depth === 0 ? 0 : 1
    block.lines += 1
    block.marks += countOf(line, inlineMark)
    block.bars = Math.max(block.bars, countOf(line, bar))
    if (depth > markdownLimits.depth || !isWithin()) return false
  }
  return true
}

/** The lines of a text one by one, split at the line ends that markdown knows. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|[\n\r]/g
  let from = 0
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(from, end.index)
    from = ends.lastIndex
  }
  yield text.slice(from)
}

/** Nesting levels a line can be in: one for each of its markers, and for each two columns before one a level that began on an earlier line. */
function depthOf(line: string): number {
  let depth = 0
  containerMark.lastIndex = 0
  for (let mark = containerMark.exec(line); mark !== null; mark = containerMark.exec(line)) {
    const columns = columnsOf(mark[1] ?? '')
    depth += 1 + Math.floor((depth === 0 ? columns : Math.max(0, columns - 1)) / 2)
  }
  return depth
}

function columnsOf(room: string): number {
  return room.length + 3 * countOf(room, tab)
}

function workOf({ lines, marks }: Block): number {
  return lines * lines + marks * marks
}

function piecesOf({ lines, marks, bars }: Block): number {
  return lines + marks + bars * lines
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.exec(text) !== null) count += 1
  return count
}
