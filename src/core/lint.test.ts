import { expect, test } from 'vitest'
import { defineLint } from './lint.ts'

const lint = defineLint([
  { rule: 'XX001', severity: 'error', about: 'one' },
  { rule: 'XX002', severity: 'info', about: 'two' },
])

test('a finding has the severity of its rule, and no empty fields', () => {
  expect(lint.finding('XX002', 3, 'why')).toEqual({ rule: 'XX002', line: 3, severity: 'info', message: 'why' })
  expect(lint.finding('XX001', 1, 'why', 'fixed', [{ line: 1, lastLine: 1, lines: [] }])).toMatchObject({ severity: 'error', fix: 'fixed' })
  // @ts-expect-error: the compiler knows the rules
  expect(lint.isError('XX003')).toBe(false)
  expect([lint.isError('XX001'), lint.isError('XX002')]).toEqual([true, false])
})

test('findings are ordered by line, those of a line as found, and limited in number', () => {
  const found = [lint.finding('XX001', 2, 'b'), lint.finding('XX001', 1, 'a'), lint.finding('XX002', 2, 'c')]
  expect(lint.inOrder(found).map(({ message }) => message)).toEqual(['a', 'b', 'c'])
  expect(lint.inOrder(found, 2)).toHaveLength(2)
  expect(lint.inOrder(Array.from({ length: 1_001 }, () => lint.finding('XX001', 1, 'x')))).toHaveLength(1_000)
})
