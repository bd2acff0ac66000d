import { describe, expect, it } from 'vitest'
import { countLines, editLines, linesOf } from './edit-lines.ts'

/** The text afterwards, or the number of lines of a file that lacks the named ones. */
function edit(text: string, from: number, to: number, body: string): string | number {
  const edited = editLines(text, from, to, body)
  return edited.ok ? edited.after : edited.lines
}

describe('EDIT_FILE', () => {
  it.each([
    ['one line by one', 'a\nb\nc\n', 2, 2, 'X\n', 'a\nX\nc\n'],
    ['a range by more lines', 'a\nb\nc\n', 1, 2, 'X\nY\nZ\n', 'X\nY\nZ\nc\n'],
    ['a range by fewer', 'a\nb\nc\n', 1, 3, 'X\n', 'X\n'],
    ['a range by nothing', 'a\nb\nc\n', 2, 3, '', 'a\n'],
    ['all by nothing', 'a\nb\n', 1, 2, '', ''],
    ['a line by a blank one', 'a\nb\n', 1, 1, '\n', '\nb\n'],
    ['with a body that lacks its last newline', 'a\nb\n', 1, 1, 'X\nY', 'X\nY\nb\n'],
  ])('replaces %s', (_what, text, from, to, body, after) => {
    expect(edit(text, from, to, body)).toBe(after)
  })

  it.each([
    ['CR LF', 'a\r\nb\r\n', 2, 2, 'X\nY\n', 'a\r\nX\r\nY\r\n'],
    ['LF though the body has CR LF', 'a\nb\n', 1, 1, 'X\r\nY\r\n', 'X\nY\nb\n'],
    ['what the first replaced line has, of mixed ones', 'a\nb\r\nc\nd\r\n', 2, 3, 'X\nY\n', 'a\nX\r\nY\r\nd\r\n'],
    ['what the line before has, when the last has none', 'a\r\nb', 2, 2, 'X\nY\n', 'a\r\nX\r\nY'],
    ['what the body has, when the file has none', 'a', 1, 1, 'X\r\nY\r\n', 'X\r\nY'],
    ['a CR that is no line end', 'a\rb\nc\n', 2, 2, 'X\rY\n', 'a\rb\nX\rY\n'],
  ])('keeps line ends: %s', (_what, text, from, to, body, after) => {
    expect(edit(text, from, to, body)).toBe(after)
  })

  it.each([
    ['the last line', 'a\nb', 2, 2, 'X\n', 'a\nX'],
    ['the last line, deleted', 'a\r\nb', 2, 2, '', 'a'],
    ['all lines, deleted', 'a\nb', 1, 2, '', ''],
    ['another line', 'a\nb', 1, 1, 'X\n', 'X\nb'],
    ['blank lines at its end', 'a\nb\n\n', 2, 2, 'X\n', 'a\nX\n\n'],
  ])('keeps a final newline, or its absence: %s', (_what, text, from, to, body, after) => {
    expect(edit(text, from, to, body)).toBe(after)
  })

  it('keeps the byte order mark, which is not part of line 1', () => {
    expect(edit('\ufeffa\nb\n', 1, 1, 'X\n')).toBe('\ufeffX\nb\n')
    expect(edit('\ufeffa', 1, 1, '')).toBe('\ufeff')
    expect(editLines('\ufeffa\n', 1, 1, 'X\n')).toMatchObject({ removed: ['a'], inserted: ['X'] })
  })

  it.each([
    ['behind the end', 'a\nb\n', 2, 3, 2],
    ['wholly behind the end', 'a\nb\n', 3, 3, 2],
    ['before the first', 'a\nb\n', 0, 1, 2],
    ['below zero', 'a\nb\n', -1, 1, 2],
    ['turned round', 'a\nb\n', 2, 1, 2],
    ['of an empty file', '', 1, 1, 0],
    ['of a file that is a byte order mark', '\ufeff', 1, 1, 0],
    ['far away', 'a', 2_000_000_000, 2_147_483_647, 1],
  ])('refuses lines %s (Execution Errors: Invalid line range)', (_what, text, from, to, lines) => {
    expect(edit(text, from, to, 'X\n')).toBe(lines)
  })
})

it.each([
  ['', 0, []],
  ['\n', 1, ['']],
  ['a', 1, ['a']],
  ['\ufeffa\r\n\r\nb', 3, ['a', '', 'b']],
  ['a\n\n', 2, ['a', '']],
])('counts the lines of %j', (text, count, lines) => {
  expect([countLines(text), linesOf(text)]).toEqual([count, lines])
})
