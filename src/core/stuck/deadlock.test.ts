import { describe, expect, test } from 'vitest'
import { debtRow, settledRow } from '../../../test/fakes/debt-rows.ts'
import type { DebtRow } from '../debt.ts'
import { waitArrows, type DeclaredWait } from '../waits.ts'
import { findDeadlocks, waysOut, type Deadlock } from './deadlock.ts'

const minute = 60_000
const asIs = (_source: string, name: string): string => name

function judge(
  rows: readonly DebtRow[],
  more: { declared?: readonly DeclaredWait[]; spoke?: Readonly<Record<string, number>> } = {},
): Deadlock[] {
  return findDeadlocks({
    arrows: waitArrows(rows, more.declared ?? [], asIs),
    operator: 'operator',
    spokeAt: (from) => more.spoke?.[from],
  })
}

const members = (found: readonly Deadlock[]): string[] => found.map((each) => each.members.join(''))

describe('deadlocks (F28)', () => {
  test.each<[string, readonly DebtRow[], string[]]>([
    ['two who wait for each other', [debtRow('a', 'b'), debtRow('b', 'a')], ['ab']],
    ['a ring of four', [debtRow('a', 'b'), debtRow('b', 'c'), debtRow('c', 'd'), debtRow('d', 'a')], ['abcd']],
    ['one who waits for a pair', [debtRow('x', 'a'), debtRow('a', 'b'), debtRow('b', 'a')], ['ab']],
    ['two links', [debtRow('a', 'b', { source: 'chat' }), debtRow('b', 'a', { source: 'mail' })], ['ab']],
    ['a wait that was declared', [debtRow('a', 'b', { awaitedNames: ['c'] }), debtRow('c', 'a')], ['abc']],
    ['two rings', [debtRow('a', 'b'), debtRow('b', 'a'), debtRow('c', 'd'), debtRow('d', 'c')], ['ab', 'cd']],
    [
      'a ring next to one with the operator',
      [debtRow('a', 'b'), debtRow('b', 'a'), debtRow('a', 'operator'), debtRow('operator', 'a')],
      ['ab'],
    ],
    ['several debts between two', [debtRow('a', 'b'), debtRow('a', 'b', { key: 's|2' }), debtRow('b', 'a')], ['ab']],
  ])('%s', (_name, rows, expected) => {
    expect(members(judge(rows))).toEqual(expected)
  })

  test.each<[string, readonly DebtRow[]]>([
    ['a chain', [debtRow('a', 'b'), debtRow('b', 'c')]],
    ['a diamond', [debtRow('a', 'b'), debtRow('a', 'c'), debtRow('b', 'd'), debtRow('c', 'd')]],
    ['a review with a question back', [debtRow('coder', 'reviewer', { waitsFor: 's|q' }), debtRow('reviewer', 'coder')]],
    [
      'a task of a group whose members wait for its creator',
      [debtRow('lead', '', { group: ['@workers'] }), debtRow('w1', 'lead'), debtRow('w2', 'lead')],
    ],
    ['a ring through the operator', [debtRow('a', 'operator'), debtRow('operator', 'a')]],
    ['a debt that has ended', [debtRow('a', 'b'), settledRow('b', 'a', 5)]],
    ['debts that were read from history', [debtRow('a', 'b', { late: true }), debtRow('b', 'a', { late: true })]],
    ['oneself', [debtRow('a', 'a')]],
  ])('%s is none', (_name, rows) => {
    expect(judge(rows)).toEqual([])
  })

  test('its time begins with the newest arrow in it, and again when a member speaks to it', () => {
    const rows = [
      debtRow('a', 'b', { openedAt: minute }),
      debtRow('b', 'a', { openedAt: 3 * minute }),
      debtRow('x', 'a', { openedAt: 9 * minute }),
    ]
    expect(judge(rows)[0]?.since).toBe(3 * minute)
    expect(judge(rows, { spoke: { b: 5 * minute } })[0]?.since).toBe(5 * minute)
  })

  test('the cheapest way out is a question, then a review, then a task', () => {
    const rows = [
      debtRow('a', 'b', { kind: 'task', openedAt: 1 }),
      debtRow('b', 'c', { kind: 'review' }),
      debtRow('c', 'a', { openedAt: 2 }),
    ]
    expect(waysOut(judge(rows)[0] ?? { arrows: [] }).map(({ debt }) => debt.kind)).toEqual(['answer', 'review', 'task'])
  })
})
