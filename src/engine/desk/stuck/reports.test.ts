import { expect, test } from 'vitest'
import type { DebtRow } from '../../../core/debt.ts'
import { limits } from '../../../core/limits.ts'
import { debtRow } from '../../../../test/fakes/debt-rows.ts'
import { deadlockOf, loopOf, starvationOf, stormOf } from './reports.ts'

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

const row = (key: string, from = 'lead', to = 'coder'): DebtRow => debtRow(from, to, { key, text: `Review ${key}`, openedAt: Number(key) })

test('what one agent passes over of another is one condition, whatever it is, and not that of the other way round', () => {
  const one = starvationOf({ rows: [row('1')], served: [] })
  const more = starvationOf({ rows: [row('1'), row('2')], served: [] })
  expect(one.text).toBe('coder served 0 others since lead asked: Review 1')
  expect(more).toMatchObject({ text: 'coder served 0 others since lead asked 2 things, first: Review 1', debts: ['1', '2'], since: 1 })
  expect(starvationOf({ rows: [row('2')], served: [] }).id).toBe(one.id)
  expect(starvationOf({ rows: [row('1', 'coder', 'lead')], served: [] }).id).not.toBe(one.id)
})

test('each thing that is passed over is part of the condition, however often one of them was said (F28)', () => {
  const often = { ...row('1'), keys: Array.from({ length: limits.rowDebts }, (_, at) => `1-${at}`) }
  const { debts, rows } = starvationOf({ rows: [often, row('2'), row('3')], served: [] })
  expect(rows).toBe(3)
  expect(debts).toHaveLength(limits.rowDebts)
  expect(debts.slice(0, 4)).toEqual(['1-0', '2', '3', '1-1'])
})
