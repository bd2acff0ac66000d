import { expect, test } from 'vitest'
import type { Need } from '../../../core/need.ts'
import { fixtureDebt, fixtureRow } from '../testing/desk-fixtures.ts'
import { rowWords } from './need-words.ts'

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
