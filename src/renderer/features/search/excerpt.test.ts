import { describe, expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

describe('excerpt', () => {
  test('a short message is not cut', () => {
    expect(excerpt('the next task', [[9, 13]])).toEqual({ text: 'the next task', ranges: [[9, 13]], code: [] })
  })
  test('a distant match is cut at a word and its range moves along', () => {
    const text = `${'word '.repeat(100)}task ${'tail '.repeat(200)}`
    const cut = excerpt(text, [[500, 504]], 20, 60)
    expect(cut.text.startsWith('… word')).toBe(true)
    expect(cut.text.endsWith(' …')).toBe(true)
    expect(cut.ranges.map(([from, to]) => cut.text.slice(from, to))).toEqual(['task'])
  })
  test('matches past the end are left out', () => {
    expect(
      excerpt(
        'a'.repeat(100),
        [
          [0, 1],
          [90, 91],
        ],
        10,
        50,
      ).ranges,
    ).toEqual([[0, 1]])
  })
  test('a surrogate pair is never split', () => {
    const cut = excerpt('😀'.repeat(100), [[101, 103]], 20, 41)
    expect(cut.text.isWellFormed()).toBe(true)
  })
  test('code is a range, also where the excerpt begins inside it', () => {
    const cut = excerpt(`${'word '.repeat(20)}\`npm test --watch\` and \`ls\``, [[110, 117]], 4, 40)
    expect(cut.ranges.map(([from, to]) => cut.text.slice(from, to))).toEqual(['--watch'])
    expect(cut.text).not.toContain('`')
    expect(cut.code.map(([from, to]) => cut.text.slice(from, to))).toEqual(['--watch', 'ls'])
  })
})
