import { sectionMarkers } from './outbox-layout.ts'

/** The contents of an outbox. Files end with a newline unless they are empty; notes in place of contents are read as such. */
export interface OutboxReading {
  readonly session: string
  readonly sequence: number
  readonly task: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
  readonly results: readonly { readonly type: string; readonly success: boolean; readonly summary: string; readonly output?: string }[]
  readonly contents: readonly { readonly path: string; readonly text: string }[]
  readonly prompt: string
}

interface Cursor {
  readonly lines: readonly string[]
  at: number
}

/**
 * Reads an outbox as written by `formatOutbox` or another agent, also after a clipboard changed its line ends to CR LF. `formatOutbox` explains why data in it
 * cannot be taken for a part of it.
 * @returns undefined if the text is not an outbox from its first line on. Linear in the text.
 */
export function readOutbox(text: string): OutboxReading | undefined {
  const cursor: Cursor = { lines: text.replace(/^\ufeff/, '').split('\n'), at: 0 }
  const [header, protocol, context, prompt] = sectionMarkers
  while (cursor.at < cursor.lines.length && peek(cursor).trim() === '') cursor.at++
  if (!take(cursor, header)) return undefined
  const session = /^Session: ([0-9a-f]{8})$/.exec(next(cursor))?.[1]
  const sequence = /^Sequence: (\d{1,9})$/.exec(next(cursor))?.[1]
  const task = /^Task: (.*)$/su.exec(next(cursor))?.[1]
  if (session === undefined || sequence === undefined || task === undefined) return undefined
  const whole = [task, ...indentedLines(cursor)].join('\n')
  if (!skipTo(cursor, protocol) || !skipTo(cursor, context)) return undefined
  const files: { path: string; size: number }[] = []
  const results: OutboxReading['results'][number][] = []
  const contents: OutboxReading['contents'][number][] = []
  while (cursor.at < cursor.lines.length && peek(cursor) !== prompt) {
    const line = next(cursor)
    if (line === '## Workspace Files') files.push(...listed(cursor))
    else if (line === '## Previous Command Results') results.push(...resultsOf(cursor))
    else if (line === '## Requested File Contents') {
      const found = contentsOf(cursor)
      if (found === undefined) return undefined
      contents.push(...found)
    }
  }
  if (!take(cursor, prompt)) return undefined
  const rest = cursor.lines.slice(cursor.at).map(unreturned).join('\n')
  return { session, sequence: Number(sequence), task: whole, files, results, contents, prompt: rest.replace(/\n$/, '') }
}

function listed(cursor: Cursor): { path: string; size: number }[] {
  return indentedLines(cursor).flatMap((line) => {
    const entry = /^(.*) \((\d{1,15}) bytes\)$/su.exec(line)
    return entry === null ? [] : [{ path: entry[1] ?? '', size: Number(entry[2]) }]
  })
}

function resultsOf(cursor: Cursor): OutboxReading['results'][number][] {
  const results: OutboxReading['results'][number][] = []
  for (;;) {
    const result = /^\[(OK|FAILED)\] (.*?): (.*)$/su.exec(peek(cursor))
    if (result === null) return results
    cursor.at++
    const output = indentedLines(cursor).join('\n')
    results.push({
      type: result[2] ?? '',
      success: result[1] === 'OK',
      summary: result[3] ?? '',
      ...(output.startsWith('Output: ') ? { output: output.slice('Output: '.length) } : {}),
    })
  }
}

/** Blocks of contents; undefined if one of them has no end. */
function contentsOf(cursor: Cursor): { path: string; text: string }[] | undefined {
  const contents: { path: string; text: string }[] = []
  for (;;) {
    const open = /^(-{3,}) (.*) \1$/su.exec(peek(cursor))
    if (open === null) return contents
    const end = `${open[1]} end ${open[2]} ${open[1]}`
    cursor.at++
    let text = ''
    for (; peek(cursor) !== end; cursor.at++) {
      if (cursor.at >= cursor.lines.length) return undefined
      text += `${cursor.lines[cursor.at] ?? ''}\n`
    }
    cursor.at++
    contents.push({ path: open[2] ?? '', text })
  }
}

function indentedLines(cursor: Cursor): string[] {
  const lines: string[] = []
  while (peek(cursor).startsWith('  ')) lines.push(next(cursor).slice(2))
  return lines
}

function skipTo(cursor: Cursor, marker: string): boolean {
  while (cursor.at < cursor.lines.length) if (next(cursor) === marker) return true
  return false
}

function take(cursor: Cursor, marker: string): boolean {
  return next(cursor) === marker
}

function peek(cursor: Cursor): string {
  return unreturned(cursor.lines[cursor.at] ?? '')
}

function next(cursor: Cursor): string {
  const line = peek(cursor)
  cursor.at++
  return line
}

function unreturned(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
