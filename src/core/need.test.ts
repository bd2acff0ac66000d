import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Debt, DebtRow } from './debt.ts'
import { isToWho, needOfDebt, needWords, rankNeeds, scoreOf, withoutCovered, type Need } from './need.ts'

const minute = 60_000
const now = 1_000 * minute

function need(id: string, more: Partial<Need> = {}): Need {
  return { id, source: 'answer', band: 'rest', who: 'ada', text: 'a question', since: now, blocks: [], change: 'new', ...more }
}

function row(more: Partial<DebtRow> = {}, debt: Partial<Debt> = {}): DebtRow {
  return {
    debt: {
      key: 's|m1',
      kind: 'answer',
      source: 's',
      protocol: 'p',
      ask: 'e1',
      creditor: 'ada',
      debtor: 'me',
      evidence: 'declared',
      text: 'Which limit?',
      asked: 1,
      openedAt: now - 12 * minute,
      time: 'ours',
      sign: now - 12 * minute,
      state: 'open',
      ...debt,
    },
    keys: ['s|m1'],
    asked: 1,
    creditor: 'ada',
    debtor: 'me',
    life: 'open',
    blocks: [],
    ...more,
  }
}

/** The score of a need of this age, minutes, that so many agents wait for. */
function aged(age: number, waiting: number): number {
  return scoreOf(need('x', { since: now - age * minute, limit: 10 * minute, blocks: Array.from({ length: waiting }, String) }), now)
}

describe('the order of what needs the operator (F27)', () => {
  test('a question that two wait for comes before an outbox, and that before an approval of three minutes', () => {
    const question = need('question', { since: now - 12 * minute, blocks: ['reviewer', 'coder'] })
    const paste = need('paste', { source: 'paste', since: now - 6 * minute, blocks: ['docs'] })
    const approve = need('approve', { source: 'approve', since: now - 3 * minute, blocks: ['tester'] })
    expect([question, paste, approve].map((one) => scoreOf(one, now))).toEqual([39, 14, 12])
    expect(rankNeeds([approve, paste, question], now).map(({ id }) => id)).toEqual(['question', 'paste', 'approve'])
  })

  test('items that lose data come first, and items that expire second, whatever their scores', () => {
    const old = need('old', { since: now - 100 * minute, blocks: ['a', 'b', 'c'] })
    const losing = need('losing', { source: 'journal', band: 'losing' })
    const ending = need('ending', { source: 'approve', band: 'ending' })
    expect(rankNeeds([old, ending, losing], now).map(({ id }) => id)).toEqual(['losing', 'ending', 'old'])
  })

  test('the score never decreases with age or number of waiting agents; age counts up to four limits', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), fc.nat(20), fc.nat(20), (older, younger, more, fewer) => {
        expect(aged(Math.max(older, younger), fewer)).toBeGreaterThanOrEqual(aged(Math.min(older, younger), fewer))
        expect(aged(older, Math.max(more, fewer))).toBeGreaterThanOrEqual(aged(older, Math.min(more, fewer)))
        expect(aged(40, fewer)).toBe(aged(4_000, fewer))
      }),
    )
  })

  test('of messages that were read together, the one that was written first comes first, whatever its place is called', () => {
    const lines = [9, 10, 11, 100].map((line) => need(`chat|${line}`, { event: `e${String(line).padStart(4, '0')}` }))
    expect(rankNeeds(lines.toReversed(), now).map(({ id }) => id)).toEqual(['chat|9', 'chat|10', 'chat|11', 'chat|100'])
  })

  test('the order does not depend on the order of arrival', () => {
    const some = Array.from({ length: 8 }, (_, index) => need(`n${index}`, { since: now - (index % 3) * minute }))
    const ids = rankNeeds(some, now).map(({ id }) => id)
    fc.assert(
      fc.property(fc.shuffledSubarray(some, { minLength: 8 }), (shuffled) => {
        expect(rankNeeds(shuffled, now).map(({ id }) => id)).toEqual(ids)
      }),
    )
  })
})

test('what waits in a terminal is left out while the same agent waits for an approval here, and an overdue debt of agents who are stuck (F27)', () => {
  const inTerminal = need('t', { source: 'terminal' })
  const late = need('late', { source: 'overdue' })
  const all = [inTerminal, need('of-bob', { source: 'approve', who: 'bob' }), late]
  expect(withoutCovered(all, new Set())).toEqual(all)
  expect(withoutCovered([...all, need('a', { source: 'approve' })], new Set(['late'])).map(({ id }) => id)).toEqual(['of-bob', 'a'])
})

test('a row says where a question waits, and that a request has no text', () => {
  expect([need('q'), need('t', { source: 'terminal' }), need('e', { text: ' \n' })].map(needWords)).toEqual([
    'a question',
    'Waits in its terminal: a question',
    'No text',
  ])
})

test('unusable messages and the operator’s own are meant for the agent in the row; the others come from it', () => {
  const sources = ['unusable', 'command', 'answer', 'overdue', 'approve'] as const
  expect(sources.filter((source) => isToWho({ source }))).toEqual(['unusable', 'command'])
})

describe('which debts need the operator', () => {
  test.each([
    ['a question to the operator', row(), 'answer'],
    ['a review by the operator', row({}, { kind: 'review' }), 'review'],
    ['one that waits for another', row({}, { waitsFor: 's|m2' }), undefined],
    ['one that has ended', row({ life: undefined }, { state: 'settled' }), undefined],
    ['what others owe in time', row({ debtor: 'bob' }, { debtor: 'bob' }), undefined],
    ['what others owe, overdue', row({ debtor: 'bob', life: 'overdue' }, { debtor: 'bob' }), 'overdue'],
    ['a task that nobody took in time', row({ debtor: undefined, life: 'overdue' }, { debtor: undefined, kind: 'task' }), 'unowned'],
    ['a failure of what the operator asked', row({ creditor: 'me', debtor: 'bob' }, { state: 'failed', debtor: 'bob' }), 'failed'],
    ['a failure between others', row({ debtor: 'bob' }, { state: 'failed', debtor: 'bob' }), undefined],
    ['one that is snoozed', row({ mark: { verb: 'snooze', at: now, until: now + minute, cursor: 1 } }), undefined],
    ['one that was snoozed until now', row({ mark: { verb: 'snooze', at: now, until: now, cursor: 1 } }), 'answer'],
    [
      'one that became overdue while it was snoozed',
      row({ life: 'overdue', overdueAt: now, mark: { verb: 'snooze', at: now - minute, until: now + minute, cursor: 1 } }),
      'answer',
    ],
    [
      'one that was snoozed when it was overdue already',
      row({ life: 'overdue', overdueAt: now - 2 * minute, mark: { verb: 'snooze', at: now - minute, until: now + minute, cursor: 1 } }),
      undefined,
    ],
    [
      'a failure that the operator waived',
      row({ creditor: 'me', mark: { verb: 'waive', at: now, cursor: 1 } }, { state: 'failed' }),
      undefined,
    ],
  ])('%s', (_, debts, source) => {
    expect(needOfDebt(debts, 'me', now)?.source).toBe(source)
  })

  test('names who wants it, and the limit for its bar', () => {
    const mine = needOfDebt(row({ overdueAt: now - 2 * minute, life: 'overdue' }), 'me', now)
    expect(mine).toMatchObject({ who: 'ada', change: 'overdue', limit: 10 * minute, limitAt: now - 2 * minute })
    expect(needOfDebt(row({ debtor: 'bob', life: 'overdue' }, { debtor: 'bob' }), 'me', now)?.who).toBe('bob')
  })
})

test('a debt whose author is in doubt says so wherever it needs the operator (F27)', () => {
  const doubt = 'no session of it wrote this file'
  expect(needOfDebt(row({}, { doubt }), 'me', now)).toMatchObject({ source: 'answer', warning: `in doubt: ${doubt}` })
  expect(needOfDebt(row(), 'me', now)).not.toHaveProperty('warning')
})
