import { expect, test } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { deadlockOf, loopOf, stormOf } from './reports.ts'

const idOf = (...members: string[]): string => stormOf({ members, lines: [] }).id

test('whatever the names, two groups of agents are never one condition (F28)', () => {
  expect(idOf('coder|docs', 'ops|tester')).not.toBe(idOf('coder', 'docs', 'ops', 'tester'))
  expect(idOf('a%7Cb', 'c')).not.toBe(idOf('a|b', 'c'))
  const many = Array.from({ length: 64 }, (_, at) => `${'x'.repeat(100)}${at}`)
  expect(idOf(...many, 'y')).not.toBe(idOf(...many, 'z'))
  expect(idOf(...many).length).toBeLessThanOrEqual(limits.debtKey)
  expect(idOf('b', 'a')).toBe(idOf('a', 'b'))
})

test('a name that reads as a word of the sentence is in quotes (F24)', () => {
  const members = ['everybody', 'nobody']
  const lines = members.map((from, at) => ({ from, to: [], text: 'Standing by.', at, event: `e${at}` })) as never
  expect(loopOf({ members, lines, period: 2 } as never).text).toMatch(/^“everybody” and “nobody” said the same/)
  expect(deadlockOf({ members, arrows: [], since: 0 } as never, []).text).toMatch(/^“everybody” → “nobody” → “everybody”:/)
})
