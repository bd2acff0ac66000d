import { expect, test } from 'vitest'
import { defaultDeskLimits, type Debt, type DebtRow } from '../../core/debt.ts'
import { limits } from '../../core/limits.ts'
import { debtsOf } from './debts.ts'
import type { Known } from './known.ts'

const row = (key: string, openedAt: number, debtor: string, state: Debt['state'] = 'open'): DebtRow =>
  ({
    debt: { key, openedAt, state, kind: 'answer', source: 'chat', protocol: 'chat', ask: key, text: key },
    keys: [key],
    debtor,
    creditor: 'lead',
  }) as unknown as DebtRow

function debtsIn(rows: readonly DebtRow[]): ReturnType<typeof debtsOf> {
  const known = {
    lists: { between: () => rows },
    operatorId: 'operator',
    limits: defaultDeskLimits,
    stoodStill: () => 0,
  } as unknown as Known
  return debtsOf(known, { from: 0, to: 10_000 }, new Map())
}

test('of too many debts in a window those of the operator are shown, then the newest that are open, then what ended last', () => {
  const others = Array.from({ length: limits.flowDebts - 2 }, (_, at) => row(`open-${at}`, 10 + at, 'coder'))
  const rows = [
    row('mine-old', 1, 'operator'),
    row('oldest', 2, 'coder'),
    row('ended-old', 3, 'coder', 'settled'),
    row('ended-new', 4, 'coder', 'settled'),
    ...others,
    row('mine-new', 9_000, 'operator'),
  ]
  const { debts, more } = debtsIn(rows)
  const newest = others.map(({ debt }) => debt.key).toReversed()
  expect(debts.map(({ key }) => key)).toEqual(['mine-new', 'mine-old', ...newest])
  expect(more).toBe(3)
  rows.splice(4, others.length - 1)
  expect(debtsIn(rows).more).toBe(0)
})

test('debts that all have room are given oldest first', () => {
  const rows = [row('a', 1, 'coder', 'settled'), row('b', 2, 'operator'), row('c', 3, 'coder')]
  expect(debtsIn(rows).debts.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
})
