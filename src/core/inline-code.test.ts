import { expect, test } from 'vitest'
import { splitCode, withoutCodeMarks } from './inline-code.ts'

test('the backticks around code are left out, others stay', () => {
  expect(withoutCodeMarks('honour `Retry-After` in `a.ts`')).toBe('honour Retry-After in a.ts')
  expect(withoutCodeMarks('one ` alone, ``two``, ```ts')).toBe('one ` alone, ``two``, ```ts')
})

test('ranges move along when the backticks are left out', () => {
  const text = 'use `retry` or `later`, retry `x'
  const found = [...text.matchAll(/retry|or `later`/gu)].map((match) => [match.index, match.index + match[0].length] as const)
  const split = splitCode(text, found)
  expect(split.text).toBe('use retry or later, retry `x')
  expect(split.ranges.map(([from, to]) => split.text.slice(from, to))).toEqual(['retry', 'or later', 'retry'])
  expect(split.code.map(([from, to]) => split.text.slice(from, to))).toEqual(['retry', 'later'])
})
