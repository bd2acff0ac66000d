import { describe, expect, test } from 'vitest'
import { debtRow, settledRow } from '../../../test/fakes/debt-rows.ts'
import type { DebtRow } from '../debt.ts'
import { findStarvation } from './starvation.ts'

const minute = 60_000
const now = 200 * minute

const judge = (rows: readonly DebtRow[], hasActed = false, stood = 0): string[] =>
  findStarvation({
    open: rows.filter(({ debt }) => debt.state === 'open'),
    endedOf: (agent) =>
      rows
        .filter(({ debt, debtor }) => debt.state !== 'open' && debtor === agent)
        .toSorted((a, b) => (a.debt.end?.at ?? 0) - (b.debt.end?.at ?? 0)),
    operator: 'operator',
    now,
    times: 3,
    hasActed: () => hasActed,
    stoodStill: () => stood,
    limitOf: ({ debt, overdueAt = 0 }) => overdueAt - debt.sign - stood,
  }).flatMap(({ rows: found }) => found.map(({ debt }) => debt.key))

/** b settles this many for c, from minute 170 on. */
const served = (times: number, creditor = 'c'): DebtRow[] =>
  Array.from({ length: times }, (_, at) => settledRow(creditor, 'b', (170 + at) * minute))
/** Asked 95 minutes ago; the limit is 30. */
const old = debtRow('a', 'b', { key: 'old', openedAt: now - 95 * minute })
const { overdueAt: _overdueAt, ...unlimited } = old
const nagged = debtRow('a', 'b', { key: 'nagged', openedAt: now - 40 * minute, asked: 3 })

describe('starvation (F28)', () => {
  test('the time that the clock stood still counts neither for nor against it', () => {
    const slept = (ago: number): DebtRow =>
      debtRow('a', 'b', { openedAt: now - ago * minute }, { overdueAt: now - ago * minute + 90 * minute })
    // A limit of 30 minutes, and an hour of sleep.
    expect(judge([slept(149), ...served(5)], false, 60 * minute)).toEqual([])
    expect(judge([slept(150), ...served(5)], false, 60 * minute)).toHaveLength(1)
    const naggedAsleep = debtRow('a', 'b', { openedAt: now - 40 * minute, asked: 3 }, { overdueAt: now + 50 * minute })
    expect(judge([naggedAsleep, ...served(4)], false, 60 * minute)).toEqual([])
  })

  test.each<[string, readonly DebtRow[]]>([
    ['asked 3 times in 40 minutes, while four others were served', [nagged, ...served(4)]],
    ['95 of 30 minutes, while five newer ones were served', [old, ...served(5)]],
    [
      'a question that is three times overdue, while others in the channel are answered',
      [old, ...served(1, 'c'), ...served(1, 'd'), ...served(1, 'e')],
    ],
    ['a review', [{ ...old, debt: { ...old.debt, kind: 'review' } }, ...served(3)]],
    ['exactly three times its limit', [debtRow('a', 'b', { openedAt: now - 90 * minute }), ...served(3)]],
    ['asked five times', [debtRow('a', 'b', { openedAt: now - 40 * minute, asked: 5 }), ...served(3)]],
    ['what it owes to the operator', [debtRow('operator', 'b', { openedAt: now - 95 * minute }), ...served(3)]],
  ])('%s', (_name, rows) => {
    expect(judge(rows)).toHaveLength(1)
  })

  test.each<[name: string, rows: readonly DebtRow[], hasActed?: boolean]>([
    ['its debtor is silent', [old]],
    [
      'its answer broke off before that',
      [debtRow('a', 'b', { openedAt: now - 95 * minute, cut: { at: now - 6 * minute, reason: 'b left' } }), ...served(5)],
    ],
    ['it waits for a question back', [debtRow('a', 'b', { openedAt: now - 95 * minute, waitsFor: 's|q' }), ...served(5)]],
    ['its debtor reported 5 minutes ago', [debtRow('a', 'b', { openedAt: now - 95 * minute, sign: now - 5 * minute }), ...served(5)]],
    [
      'its creditor asked for it for a time that was over',
      [debtRow('a', 'b', { openedAt: now - 40 * minute, due: 0 }, { overdueAt: 0 }), ...served(5)],
    ],
    [
      'its debtor reported after the time that its creditor gave',
      [debtRow('a', 'b', { openedAt: now - 95 * minute, sign: now - minute }, { overdueAt: now - 60 * minute }), ...served(5)],
    ],
    [
      'three requests in a row, while others are answered first',
      [
        debtRow('a', 'b', { openedAt: now - 20 * minute, asked: 3 }),
        ...served(5).map((_row, at) => settledRow('c', 'b', now - at * minute)),
      ],
    ],
    ['two were served', [old, ...served(2)]],
    ['those served had been settled before', [debtRow('a', 'b', { openedAt: now - 20 * minute, asked: 4 }), ...served(5).slice(0, 2)]],
    ['it was asked three times, and taken', [nagged, ...served(4)], true],
    ['only its own creditor was served', [old, ...served(5, 'a')]],
    ['it is overdue, but not far', [debtRow('a', 'b', { openedAt: now - 60 * minute }), ...served(5)]],
    ['it has no limit', [unlimited, ...served(5)]],
    ['it was read from history', [debtRow('a', 'b', { openedAt: now - 95 * minute, late: true }), ...served(5)]],
    [
      'the operator owes it',
      [debtRow('a', 'operator', { openedAt: now - 95 * minute, asked: 9 }), ...served(5).map((row) => ({ ...row, debtor: 'operator' }))],
    ],
  ])('none: %s', (_name, rows, hasActed) => {
    expect(judge(rows, hasActed)).toEqual([])
  })

  test('debts of one agent to another are one finding, each judged by what was served since it was asked', () => {
    const later = debtRow('a', 'b', { key: 'later', openedAt: 172 * minute, asked: 3 }, { overdueAt: 180 * minute })
    const latest = debtRow('a', 'b', { key: 'latest', openedAt: 176 * minute, asked: 3 }, { overdueAt: 180 * minute })
    const other = debtRow('d', 'b', { key: 'other', openedAt: 100 * minute })
    const found = findStarvation({
      open: [other, old, later, latest],
      endedOf: () => served(8),
      operator: 'operator',
      now: 400 * minute,
      times: 3,
      hasActed: () => false,
      limitOf: ({ debt, overdueAt = 0 }) => overdueAt - debt.sign,
    })
    expect(found.map((one) => [one.rows.map(({ debt }) => debt.key), one.served.length])).toEqual([
      [['other'], 8],
      [['old', 'later'], 8],
    ])
  })
})
