const byteOrderMark = '\ufeff'

/** The file after an edit, or its number of lines if it lacks some of the named ones. */
export type Edited =
  | { readonly ok: true; readonly after: string; readonly removed: readonly string[]; readonly inserted: readonly string[] }
  | { readonly ok: false; readonly lines: number }

/** Number of lines: those that end in LF or CR LF, and text after the last of them. */
export function countLines(text: string): number {
  let lines = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines++
  return text.length > 0 && !text.endsWith('\n') && text !== byteOrderMark ? lines + 1 : lines
}

/** A text without an initial byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

/** The lines of a text without their line ends and without a byte order mark. */
export function linesOf(text: string): string[] {
  const lines = withoutMark(text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/**
 * Replaces lines `from` to `to` (1-based, inclusive) with the lines of `body` (specification: EDIT_FILE). A last line of the body without a line end counts as
 * a line; an empty body deletes the range. New lines end like the first line they replace, the byte order mark stays, and a file without a final newline stays
 * so. Linear in the text.
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

/** The lines of a body, each without its line end. */
export function linesOfBody(body: string): string[] {
  if (body === '') return []
  const lines = body.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** Offset of the first character of a line, -1 if there is no such line. A byte order mark is not part of a line. */
function startOfLine(text: string, line: number): number {
  let at = text.startsWith(byteOrderMark) ? 1 : 0
  for (let before = 1; before < line; before++) {
    const newline = text.indexOf('\n', at)
    if (newline < 0) return -1
    at = newline + 1
  }
  return at < text.length ? at : -1
}

/** Offset after this many lines from `start`, including the last one's line end; -1 if there are fewer. */
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
