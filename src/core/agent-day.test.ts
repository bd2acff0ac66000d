import { expect, test } from 'vitest'
import { agentDay, type AgentDay } from './agent-day.ts'
import type { FlowDebt } from './flow.ts'

const debt = (since: number, more: Partial<FlowDebt> = {}): FlowDebt => ({
  key: `l|${since}`,
  kind: 'answer',
  link: 'l',
  ask: 'e',
  debtor: 'coder',
  creditor: 'planner',
  text: 'Why?',
  since,
  state: 'open',
  evidence: 'inferred',
  isMine: false,
  isTaken: false,
  ...more,
})
const settled = (since: number, until: number, more: Partial<FlowDebt> = {}): FlowDebt => debt(since, { state: 'settled', until, ...more })

/** The same, as numbers. */
function counts({ answered, failed, open, overdue, ...spans }: AgentDay): object {
  return { answered: answered.length, ...spans, failed: failed.length, open: open.length, overdue: overdue.length }
}

test('half and nine of ten of the answers, by what ended within the day', () => {
  const tens = Array.from({ length: 10 }, (_, at) => settled(100, 100 + (at + 1) * 10))
  expect(counts(agentDay(tens, 'coder', 100, 1_000))).toEqual({ answered: 10, half: 50, most: 90, failed: 0, open: 0, overdue: 0 })
  expect(counts(agentDay([settled(50, 160)], 'coder', 100, 1_000))).toMatchObject({ answered: 1, half: 110, most: 110 })
  expect(counts(agentDay([settled(50, 99), settled(50, 1_000)], 'coder', 100, 1_000))).toMatchObject({ answered: 0, open: 1 })
})

test('what was left open is as of the end of the day, and others’ debts do not count', () => {
  const debts = [
    debt(100, { limitAt: 500 }),
    debt(200, { limitAt: 2_000 }),
    settled(300, 1_500, { limitAt: 900 }),
    debt(1_000),
    debt(400, { debtor: 'tester', creditor: 'coder' }),
    debt(10, { state: 'failed', until: 600 }),
    debt(10, { state: 'withdrawn', until: 600 }),
  ]
  expect(counts(agentDay(debts, 'coder', 100, 1_000))).toEqual({ answered: 0, failed: 1, open: 3, overdue: 2 })
})
