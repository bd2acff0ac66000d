import { describe, expect, test } from 'vitest'
import { matchWords, merge } from './match-words.ts'

describe('matchWords', () => {
  test('finds all words in any order and case', () => {
    expect(matchWords('Open a Folder', 'fold op')).toEqual([
      [0, 2],
      [7, 11],
    ])
  })
  test('a missing word means no match', () => expect(matchWords('Open a folder', 'open file')).toBeUndefined())
  test('an empty query matches everything and marks nothing', () => expect(matchWords('x', '  ')).toEqual([]))
  test('a letter whose lower case is longer does not shift the marks', () => expect(matchWords('İİ task', 'task')).toEqual([[3, 7]]))
})

test('merge joins ranges that overlap or touch', () => {
  expect(
    merge([
      [4, 6],
      [0, 2],
      [1, 4],
    ]),
  ).toEqual([[0, 6]])
})
