import { describe, expect, test } from 'vitest'
import { fixtureDiff } from './session-fixtures.ts'
import { changeAt, diffRows } from './diff-rows.ts'

describe('unified', () => {
  test('names the lines between two hunks and numbers the changes', () => {
    const { rows, changes } = diffRows(fixtureDiff('a', 2), 'unified')
    expect(
      rows.map((row) => (row.kind === 'gap' ? `gap ${row.lines}` : row.kind === 'line' ? `${row.line.kind} ${row.change ?? '-'}` : '')),
    ).toEqual(['gap 8', 'same -', 'del 0', 'del 0', 'add 0', 'same -', 'gap 16', 'same -', 'del 1', 'del 1', 'add 1', 'same -'])
    expect(changes).toEqual([2, 8])
  })
  test('a new file has no gap before it', () => {
    const { rows, changes } = diffRows({ path: 'a', hunks: [{ lines: [{ kind: 'add', after: 1, text: 'x' }] }] }, 'unified')
    expect(rows.length).toBe(1)
    expect(changes).toEqual([0])
  })
})

describe('side by side', () => {
  test('pairs removed with added lines, and leaves the shorter side empty', () => {
    const { rows, changes } = diffRows(fixtureDiff(), 'side')
    const pairs = rows.map((row) => (row.kind === 'pair' ? [row.left?.text, row.right?.text] : row.kind))
    expect(pairs).toEqual([
      'gap',
      ['public class Calculator', 'public class Calculator'],
      ['    public double Last;', '    private readonly Memory _memory = new();'],
      ['', undefined],
      ['}', '}'],
    ])
    expect(changes).toEqual([2])
  })
  test('a run of 200,000 lines is no problem', () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => ({ kind: 'add' as const, after: at + 1, text: 'x' }))
    expect(diffRows({ path: 'a', hunks: [{ lines }] }, 'side').rows.length).toBe(200_000)
  })
})

test('steps wrap around both ends', () => {
  expect([-1, 0, 2, 3, 7].map((step) => changeAt(step, 3))).toEqual([2, 0, 2, 0, 1])
  expect(changeAt(5, 0)).toBe(0)
})
