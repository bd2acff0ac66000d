import { expect, test } from 'vitest'
import { readable } from './readable.ts'

const now = 1_700_000_000_000
const debts = new Map([
  ['old', { openedAt: now - 60_000 }],
  ['new', { openedAt: now - 200 }],
  ['history', { openedAt: now - 200, late: true as const }],
  ['ahead', { openedAt: now + 60_000 }],
])
const of = (...keys: string[]): readonly string[] => readable(keys, (key) => debts.get(key), now)

test('only what came just now could not be read; a clock that was set back keeps nothing open', () => {
  expect(of('old', 'new')).toEqual(['old'])
  expect(of('new', 'history', 'ahead', 'a condition')).toEqual(['history', 'ahead', 'a condition'])
})

test('a row of which nothing is older is decided whole', () => {
  expect(of('new')).toEqual(['new'])
})
