import { fail, ok } from '../fault.ts'
import type { Result } from '../fault.ts'

/** The two lines around our part of a text file that other people and programs also edit. */
export interface Marks {
  readonly begin: string
  readonly end: string
}

/** Puts our part at the end of a text, instead of an earlier one. The rest keeps its bytes. @param lines without the marks. */
export function setMarked(text: string, { begin, end }: Marks, lines: readonly string[], what: string): Result<string> {
  const without = removeMarked(text, { begin, end }, what)
  if (!without.ok) return without
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const part = [begin, ...lines, end].join(eol)
  const { mark, rest } = split(without.value)
  if (rest === '') return ok(`${mark}${part}${eol}`)
  // A file without a line break at its end stays one, so that removing our part gives back the same bytes.
  return ok(rest.endsWith('\n') ? `${mark}${rest}${eol}${part}${eol}` : `${mark}${rest}${eol}${eol}${part}`)
}

/** Removes our part with the blank line between it and the rest; a text without one is returned as it is. A mark without its counterpart is a fault. */
export function removeMarked(text: string, { begin, end }: Marks, what: string): Result<string> {
  const { mark, rest } = split(text)
  let result = rest
  for (let from = lineAt(result, begin, 0); from >= 0; from = lineAt(result, begin, from)) {
    const until = lineAt(result, end, from)
    const again = lineAt(result, begin, from + 1)
    if (until < 0 || (again >= 0 && again < until)) return broken(result, from, what)
    const close = until + end.length
    const before = result.slice(0, from)
    const behind = result.slice(close)
    const next = /^\r?\n/.exec(behind)?.[0] ?? ''
    const above = behind === '' ? before.replace(/(?:\r?\n){2}$/, '') : before.replace(/(\r?\n)\r?\n$/, '$1')
    result = above === '' ? behind.slice(next.length).replace(/^\r?\n/, '') : above + behind.slice(next.length)
    from = Math.min(above.length, result.length)
  }
  const left = lineAt(result, end, 0)
  return left >= 0 ? broken(result, left, what) : ok(mark + result)
}

function broken(text: string, at: number, what: string): Result<string> {
  const line = text.slice(0, at).split('\n').length
  return fail('conflict', `${what} has a mark of Patchbay in line ${line} without its counterpart. Remove that part by hand and try again.`)
}

/** Where a line that is exactly this text starts, at or behind a position; -1: nowhere. */
function lineAt(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at >= 0; at = text.indexOf(line, at + 1)) {
    const follows = text.slice(at + line.length, at + line.length + 2)
    if ((at === 0 || text[at - 1] === '\n') && (follows === '' || follows.startsWith('\n') || follows === '\r\n')) return at
  }
  return -1
}

function split(text: string): { readonly mark: string; readonly rest: string } {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  return { mark, rest: text.slice(mark.length) }
}
