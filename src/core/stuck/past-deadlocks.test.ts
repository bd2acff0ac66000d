import { describe, expect, test } from 'vitest'
import { debtRow } from '../../../test/fakes/debt-rows.ts'
import type { Debt, DebtRow } from '../debt.ts'
import { pastDeadlocks, pastWaits, quietParts } from './past-deadlocks.ts'

const minute = 60_000
const lasted = (since: number, until: number): number => until - since
const options = { from: 0, to: 60 * minute, operator: 'operator', least: 2 * minute, lasted }

type Acts = ReturnType<Parameters<typeof pastWaits>[1]['actsOf']>
type Kept = Acts[number]

/** A debt from one minute to another; without an end it is open. */
function owed(creditor: string, debtor: string, from: number, to?: number, more: Partial<Debt> = {}): DebtRow {
  const ended = to !== undefined && {
    state: 'settled' as const,
    end: { at: to * minute, by: debtor, how: 'ref' as const, evidence: 'declared' as const },
  }
  return debtRow(creditor, debtor, { openedAt: from * minute, ...ended, ...more })
}

function rings(rows: readonly DebtRow[], acts: Readonly<Record<string, Acts>> = {}, more: Partial<typeof options> = {}): unknown[] {
  const waits = pastWaits(rows, { actsOf: (key) => acts[key] ?? [], agentOf: (_source, name) => name })
  return pastDeadlocks(waits, { ...options, ...more }).map(({ members, since, until }) => [
    members.join(''),
    since / minute,
    until / minute,
  ])
}

const act = (word: Kept['word'], by: string, at: number, more: Partial<Kept> = {}): Kept => ({ word, by, at: at * minute, ...more })

describe('deadlocks that are over', () => {
  test.each<[string, readonly DebtRow[], readonly unknown[]]>([
    ['last from the wait that closed them to the first answer', [owed('a', 'b', 1, 9), owed('b', 'a', 3, 12)], [['ab', 3, 9]]],
    ['may have one wait that is still open', [owed('a', 'b', 1), owed('b', 'a', 3, 12)], [['ab', 3, 12]]],
    [
      'come again',
      [owed('a', 'b', 1), owed('b', 'a', 3, 8, { key: 's|1' }), owed('b', 'a', 20, 30, { key: 's|2' })],
      [
        ['ab', 3, 8],
        ['ab', 20, 30],
      ],
    ],
    [
      'start over with another wait in them',
      [owed('a', 'b', 1, 20), owed('b', 'a', 3, 20), owed('b', 'a', 10, 20, { key: 's|2' })],
      [
        ['ab', 3, 10],
        ['ab', 10, 20],
      ],
    ],
    [
      'start over when others join them',
      [owed('a', 'b', 1, 20), owed('b', 'a', 1, 20), owed('b', 'd', 1, 20), owed('d', 'a', 9, 20)],
      [
        ['ab', 1, 9],
        ['ab', 9, 20],
      ],
    ],
    [
      'go on while another wait in them ends',
      [owed('a', 'b', 1, 20), owed('b', 'a', 1, 20), owed('b', 'a', 1, 8, { key: 's|2' })],
      [['ab', 1, 20]],
    ],
    ['are not those of now', [owed('a', 'b', 1), owed('b', 'a', 3)], []],
    ['are not as short as the limit', [owed('a', 'b', 1, 5), owed('b', 'a', 4, 9)], []],
    ['are not a chain', [owed('a', 'b', 1, 9), owed('b', 'c', 1, 9)], []],
    ['are not through the operator', [owed('a', 'operator', 1, 9), owed('operator', 'a', 1, 9)], []],
    ['are not what was read from history', [owed('a', 'b', 1, 9, { late: true }), owed('b', 'a', 1, 9, { late: true })], []],
    ['are not a question back', [owed('a', 'b', 1, 20, { key: 's|task' }), owed('b', 'a', 4, 15, { key: 's|q', parent: 's|task' })], []],
    ['are not before a task was handed over', [owed('a', 'b', 1, 12, { passedAt: 8 * minute }), owed('b', 'a', 1, 12)], [['ab', 8, 12]]],
  ])('%s', (_name, rows, expected) => {
    expect(rings(rows)).toEqual(expected)
  })

  test('begin again with a sign of a debtor, and end with a wait that was declared', () => {
    const rows = [owed('a', 'b', 1, 20), owed('b', 'a', 1, 20)]
    expect(rings(rows, { 's|a>b': [act('report', 'b', 7)] })).toEqual([
      ['ab', 1, 7],
      ['ab', 7, 20],
    ])
    expect(rings(rows, { 's|a>b': [act('report', 'c', 7)] })).toEqual([['ab', 1, 20]])
    const declared = [owed('a', 'b', 1, 20)]
    expect(rings(declared, { 's|a>b': [act('wait', 'b', 4, { to: ['a'] }), act('take', 'b', 9)] })).toEqual([['ab', 4, 9]])
  })

  test('are those of the span, and the time that the machine slept does not count', () => {
    const rows = [owed('a', 'b', 1, 9), owed('b', 'a', 3, 12)]
    expect(rings(rows, {}, { from: 10 * minute })).toEqual([])
    expect(rings(rows, {}, { from: 4 * minute, to: 6 * minute })).toEqual([['ab', 3, 9]])
    expect(rings(rows, {}, { to: 3 * minute })).toEqual([])
    expect(rings(rows, {}, { lasted: (since, until) => until - since - 5 * minute })).toEqual([])
  })

  test('are none while their agents speak to each other', () => {
    const parts = quietParts({ since: 0, until: 9 * minute }, [minute, 5 * minute], options)
    expect(parts).toEqual([
      { since: minute, until: 5 * minute },
      { since: 5 * minute, until: 9 * minute },
    ])
  })
})
