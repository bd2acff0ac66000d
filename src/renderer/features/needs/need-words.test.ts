import { expect, test } from 'vitest'
import type { Debt, DebtEnd } from '../../../core/debt.ts'
import type { Need } from '../../../core/need.ts'
import { fixtureDebt, fixtureRow } from '../testing/desk-fixtures.ts'
import { closedWords, rowWords } from './need-words.ts'

const outbox = { source: 'paste', text: 'Outbox 3' } as const
const debt = fixtureDebt(8, { kind: 'paste', text: 'Outbox 3', sign: 8, openedAt: 8 })
const clock = (ms: number): string => `clock ${ms}`

function words(more: Partial<typeof debt>): string {
  return rowWords({ ...outbox, row: fixtureRow({ ...debt, ...more }) } as Need, clock)
}

test('an outbox says that it is to be copied, or when it was, or that its reply was discarded', () => {
  expect(words({})).toBe('Outbox 3: copy it')
  expect(words({ sign: 9 })).toBe('Outbox 3 was copied at clock 9, no reply yet')
  expect(words({ sign: 10, taken: true })).toBe('Outbox 3 needs another reply')
  expect(rowWords({ source: 'answer', text: 'Which port?' } as Need, clock)).toBe('Which port?')
})

test('a task that nobody took is not taken for one that its creator forgot', () => {
  expect(rowWords({ source: 'unowned', who: 'planner', text: 'Port it' } as Need, clock)).toBe('Nobody took: Port it')
})

function closed(how: DebtEnd['how'], state: Debt['state'] = 'settled'): string {
  const end = { event: 'e1', at: 180_000, by: 'coder', how, evidence: 'inferred' } as const
  return closedWords(fixtureRow(fixtureDebt(8, { openedAt: 0, state, end })), (name) => name)
}

test('how a debt closed says who did what, and after how long', () => {
  expect([closed('ref'), closed('turn'), closed('pair')]).toEqual([
    'coder answered in 3 m',
    'coder spoke again in 3 m',
    'taken as answered by coder after 3 m',
  ])
  expect([closed('left', 'void'), closed('link', 'void'), closed('parent', 'void'), closed('sibling')]).toEqual([
    'coder has been gone for a day',
    'its link was removed',
    'its task ended',
    'coder answered instead',
  ])
  expect([closed('ref', 'failed'), closed('ref', 'withdrawn')]).toEqual(['coder could not', 'coder withdrew it'])
})
