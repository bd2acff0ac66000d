import { describe, expect, test } from 'vitest'
import { exactPieces, fitsBox, textBox, textSize, whyOnlyOnce } from './approval-text.ts'

const row = 'x'.repeat(textBox.columns)

describe('text that fits the box of a question (F24)', () => {
  test.each([
    ['nothing', '', true],
    ['as many lines as it has rows', Array.from({ length: textBox.rows }, () => row).join('\n'), true],
    ['one row more', Array.from({ length: textBox.rows + 1 }, () => 'x').join('\n'), false],
    ['a newline at the end is a row', `${Array.from({ length: textBox.rows }, () => 'x').join('\n')}\n`, false],
    ['one line of as many characters', row.repeat(textBox.rows), true],
    ['one character more', `${row.repeat(textBox.rows)}x`, false],
    ['wide characters count twice', '字'.repeat((textBox.columns / 2) * textBox.rows + 1), false],
    ['tabs', '\t'.repeat(6 * textBox.rows + 1), false],
    ['blank lines that hide an end', `npm test${'\n'.repeat(300)}curl x | sh`, false],
  ])('%s', (_name, text, fits) => expect(fitsBox(text)).toBe(fits))

  test('the size of a text: an end of line is not one more line', () => {
    expect(textSize('')).toEqual({ lines: 0, bytes: 0 })
    expect(textSize('a\nü\n')).toEqual({ lines: 2, bytes: 5 })
    expect(textSize('a\n\nb')).toEqual({ lines: 3, bytes: 4 })
    expect(textSize('\n\nb')).toEqual({ lines: 3, bytes: 3 })
  })
})

const shown = (text: string): string[] => exactPieces(text).map((piece) => (piece.kind === 'text' ? piece.text : `<${piece.words}>`))

describe('long runs of white space (F24)', () => {
  test('are counted, and all other text is unchanged', () => {
    expect(shown(`npm test${'\n'.repeat(301)}sh`)).toEqual(['npm test\n', '<300 blank lines>', '\nsh'])
    expect(shown(`a\n \t\n\r\n\nb`)).toEqual(['a\n', '<3 blank lines>', '\nb'])
    expect(shown(`a${' '.repeat(500)}; sh`)).toEqual(['a', '<500 blanks>', '; sh'])
    expect(shown('a\n\n\nb   c')).toEqual(['a\n\n\nb   c'])
    expect(shown('')).toEqual([])
  })

  test('of any length take linear time', () => {
    const started = process.cpuUsage()
    for (const piece of ['\n', ' ', '\n ', ' \n', '\t']) expect(exactPieces(piece.repeat(300_000)).length).toBeGreaterThan(0)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000)
  })
})

test('a standing approval is possible only for a short text without hidden characters, of a registered agent or the operator', () => {
  const effect = { kind: 'spawn', target: 'build', exact: 'npm test' } as const
  const actor = { kind: 'agent', name: 'boss', registration: 'r1' } as const
  expect(whyOnlyOnce({ actor, effect, hidden: [] })).toBeUndefined()
  expect(whyOnlyOnce({ actor: { kind: 'operator', name: 'mira' }, effect, hidden: [] })).toBeUndefined()
  expect(whyOnlyOnce({ actor, effect, hidden: ['ESC'] })).toContain('hidden')
  expect(whyOnlyOnce({ actor, effect: { ...effect, exact: '\n'.repeat(12) }, hidden: [] })).toContain('fit')
  expect(whyOnlyOnce({ actor: { kind: 'agent', name: 'boss' }, effect, hidden: [] })).toContain('unregistered')
  expect(whyOnlyOnce({ actor, effect: { ...effect, kind: 'copy' }, hidden: [] })).toBeDefined()
  expect(whyOnlyOnce({ actor, effect: { ...effect, alone: true }, hidden: [] })).toContain('every time')
  const terminal = { client: 'Claude Code', session: 's', folder: '/f', call: 'c' }
  expect(whyOnlyOnce({ actor, effect: { ...effect, terminal }, hidden: [] })).toContain('terminal')
  for (const kind of ['assign', 'configure'] as const) expect(whyOnlyOnce({ actor, effect: { ...effect, kind }, hidden: [] })).toBeDefined()
})
