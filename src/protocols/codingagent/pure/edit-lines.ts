const byteOrderMark = '\ufeff'

/** What an edit makes of a file, or how many lines the file has when it has not all of those that were named. */
export type Edited =
  | { readonly ok: true; readonly after: string; readonly removed: readonly string[]; readonly inserted: readonly string[] }
  | { readonly ok: false; readonly lines: number }

/** Lines of a text: those that end in LF or CR LF, and what stands behind the last of them. */
export function countLines(text: string): number {
  let lines = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines++
  return text.length > 0 && !text.endsWith('\n') && text !== byteOrderMark ? lines + 1 : lines
}

/** The lines of a text without their ends and without a byte order mark. */
export function linesOf(text: string): string[] {
  const lines = (text.startsWith(byteOrderMark) ? text.slice(1) : text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/**
 * Replaces lines `from` to `to` (1-based, inclusive) by the lines of `body` (specification: EDIT_FILE). A line of the body that lacks its end is a line
 * all the same; an empty body deletes the range. New lines end like the first line that they replace, the byte order mark stays, and a file
 * without a final newline stays so. Linear in the text.
 */
export function editLines(text: string, from: number, to: number, body: string): Edited {
  const start = from < 1 || from > to ? -1 : startOfLine(text, from)
  const end = start < 0 ? -1 : endOfLines(text, start, to - from + 1)
  if (end < 0) return { ok: false, lines: countLines(text) }
  const removed = linesOf(text.slice(start, end))
  const inserted = linesOfBody(body)
  const ending = endingAt(text, start) ?? endingBefore(text, start) ?? (body.includes('\r\n') ? '\r\n' : '\n')
  let head = text.slice(0, start)
  let middle = inserted.map((line) => line + ending).join('')
  const hadFinalNewline = text.endsWith('\n')
  if (end === text.length && !hadFinalNewline) {
    if (middle === '') head = withoutEnding(head)
    else middle = withoutEnding(middle)
  }
  return { ok: true, after: head + middle + text.slice(end), removed, inserted }
}

/** The lines of a body, each without its end. */
export function linesOfBody(body: string): string[] {
  if (body === '') return []
  const lines = body.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Offset of the first character of a line, -1 when there is no such line. A byte order mark belongs to no line. */
function startOfLine(text: string, line: number): number {
  let at = text.startsWith(byteOrderMark) ? 1 : 0
  for (let before = 1; before < line; before++) {
    const newline = text.indexOf('\n', at)
    if (newline < 0) return -1
    at = newline + 1
  }
  return at < text.length ? at : -1
}

/** Offset behind so many lines from `start` on, with the end of the last one; -1 when there are fewer. */
function endOfLines(text: string, start: number, lines: number): number {
  let at = start
  for (let taken = 0; taken < lines; taken++) {
    if (at >= text.length) return -1
    const newline = text.indexOf('\n', at)
    at = newline < 0 ? text.length : newline + 1
  }
  return at
}

function endingAt(text: string, start: number): string | undefined {
  const newline = text.indexOf('\n', start)
  return newline < 0 ? undefined : endingOf(text, newline)
}
function endingBefore(text: string, start: number): string | undefined {
  return start > 0 && text.charAt(start - 1) === '\n' ? endingOf(text, start - 1) : undefined
}
function endingOf(text: string, newline: number): string {
  return text.charAt(newline - 1) === '\r' ? '\r\n' : '\n'
}
function withoutEnding(text: string): string {
  return text.endsWith('\r\n') ? text.slice(0, -2) : text.endsWith('\n') ? text.slice(0, -1) : text
}
