import { describe, expect, test } from 'vitest'
import { debtRow, settledRow } from '../../../test/fakes/debt-rows.ts'
import type { DebtRow } from '../debt.ts'
import { findOrphans } from './orphan.ts'
import { foldSigns } from './signs.ts'

const minute = 60_000
const now = 200 * minute
const task = { kind: 'task', openedAt: now - 12 * minute } as const

function judge(rows: readonly DebtRow[], gone: Readonly<Record<string, string>> = {}, blocks: readonly string[] = ['a']): string[] {
  const signs = foldSigns()
  for (const [agent, said] of Object.entries(gone))
    signs.left(agent, 's', { at: now - 5 * minute, evidence: 'declared', said, isForGood: said === 'unregistered' })
  return findOrphans({
    rows,
    operator: 'operator',
    now,
    gone: minute,
    signsOf: (agent) => signs.get(agent),
    blocks: () => blocks,
  }).map(({ reason }) => reason)
}

describe('orphans (F28)', () => {
  test.each<[name: string, reason: string, rows: readonly DebtRow[], gone?: Readonly<Record<string, string>>]>([
    ['a task for a group that nobody took', 'unowned', [debtRow('a', '', { ...task, group: ['@workers'] }, { life: 'overdue' })]],
    ['a task without an assignee', 'unowned', [debtRow('a', '', task, { life: 'overdue' })]],
    ['whose assignee is not registered any more', 'signed off', [debtRow('a', 'b', task)], { b: 'unregistered' }],
    ['whose creditor is gone', 'moot', [debtRow('a', 'b', task)], { a: 'connection lost' }],
    [
      'a task of the operator whose assignee is not registered any more',
      'signed off',
      [debtRow('operator', 'b', task)],
      { b: 'unregistered' },
    ],
  ])('%s is one: %s', (_name, reason, rows, gone) => {
    expect(judge(rows, gone)).toEqual([reason])
  })

  test.each<[name: string, rows: readonly DebtRow[], gone?: Readonly<Record<string, string>>, blocks?: readonly string[]]>([
    ['a task that nobody took yet', [debtRow('a', '', task, { life: 'due' })]],
    ['a task that somebody has', [debtRow('a', 'b', task, { life: 'overdue' })]],
    ['a task that is done', [settledRow('a', '', now, { kind: 'task' })]],
    ['a question', [debtRow('a', '', { openedAt: 0 }, { life: 'overdue' })]],
    ['whose assignee left, and may be back', [debtRow('a', 'b', task)], { b: 'connection lost' }],
    ['whose creditor is gone, but others wait for it', [debtRow('a', 'b', task)], { a: 'connection lost' }, ['a', 'c']],
    ['a task that was read from history', [debtRow('a', '', { ...task, late: true }, { life: 'overdue' })]],
    ['a task of the operator, of whom there are no signs', [debtRow('operator', 'b', task)]],
  ])('%s is none', (_name, rows, gone, blocks) => {
    expect(judge(rows, gone, blocks)).toEqual([])
  })
})
