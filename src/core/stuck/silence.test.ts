import { describe, expect, test } from 'vitest'
import { debtRow, settledRow } from '../../../test/fakes/debt-rows.ts'
import type { DebtRow } from '../debt.ts'
import { foldSigns, type SignsFold } from './signs.ts'
import { findLost, lostNextAt, type SilenceInput } from './silence.ts'

const minute = 60_000
const now = 200 * minute

interface Case {
  readonly name: string
  readonly rows?: readonly DebtRow[]
  readonly signs?: (signs: SignsFold) => void
  readonly readSince?: (source: string) => number | undefined
}

const owes = debtRow('a', 'b', { openedAt: now - 50 * minute })
const left = (ago: number) => ({ at: now - ago, evidence: 'transport' as const, said: 'left', isForGood: false })
/** Signs every 40 s, the last one this long ago. */
const busyUntil =
  (ago: number) =>
  (signs: SignsFold): void => {
    for (let at = 30; at >= 0; at--) signs.sign('b', 's', now - ago - at * 40_000)
  }

function inputOf({ rows = [owes], signs = () => {}, readSince = () => 0 }: Omit<Case, 'name'>): SilenceInput {
  const fold = foldSigns()
  signs(fold)
  return { rows, operator: 'operator', now, gone: minute, silent: 15 * minute, signsOf: (agent) => fold.get(agent), readSince }
}

const lost: (Case & { readonly evidence: string })[] = [
  { name: 'its presence left 60 s ago', signs: (signs) => signs.left('b', 's', left(minute)), evidence: 'transport' },
  {
    name: 'it quit with a task in progress',
    rows: [debtRow('a', 'b', { kind: 'task', taken: true, openedAt: now - 5 * minute })],
    signs: (signs) => {
      signs.sign('b', 's', now - 3 * minute)
      signs.left('b', 's', left(2 * minute))
    },
    evidence: 'transport',
  },
  { name: 'no sign for 31 minutes, where 40 s are usual', signs: busyUntil(31 * minute), evidence: 'inferred' },
  { name: 'never heard of, asked 50 minutes ago', evidence: 'inferred' },
  {
    name: 'it said goodbye',
    signs: (signs) => signs.left('b', 's', { ...left(5 * minute), evidence: 'declared' }),
    evidence: 'declared',
  },
  {
    name: 'its link is up again for 20 minutes, and it gave no sign',
    signs: busyUntil(100 * minute),
    readSince: () => now - 20 * minute,
    evidence: 'inferred',
  },
]

const none: Case[] = [
  {
    name: 'it left and was back after 4 s',
    signs: (signs) => {
      signs.left('b', 's', left(2 * minute))
      signs.sign('b', 's', now - 2 * minute + 4_000)
    },
  },
  { name: 'it owes nothing', rows: [debtRow('b', 'a', { openedAt: now })], signs: busyUntil(60 * minute) },
  { name: 'its link is down', signs: busyUntil(20 * minute), readSince: () => undefined },
  { name: 'it left 30 s ago', signs: (signs) => signs.left('b', 's', left(30_000)) },
  { name: 'it was asked 5 minutes ago', rows: [debtRow('a', 'b', { openedAt: now - 5 * minute })], signs: busyUntil(60 * minute) },
  {
    name: 'its usual gap is 20 minutes',
    signs: (signs) => {
      for (let at = 25; at >= 0; at--) signs.sign('b', 's', now - 35 * minute - at * 20 * minute)
    },
  },
  { name: 'its debt has ended', rows: [settledRow('a', 'b', now)], signs: (signs) => signs.left('b', 's', left(minute)) },
  { name: 'its debt waits for a question back', rows: [debtRow('a', 'b', { waitsFor: 's|q', openedAt: now - 50 * minute })] },
  { name: 'its debt was read from history', rows: [debtRow('a', 'b', { late: true, openedAt: now - 50 * minute })] },
  { name: 'the operator', rows: [debtRow('a', 'operator', { openedAt: now - 50 * minute })] },
  {
    name: 'it was handed over to it 10 minutes ago',
    rows: [debtRow('a', 'b', { openedAt: now - 50 * minute, passedAt: now - 10 * minute })],
  },
  { name: 'its link has been up for 5 minutes only', signs: busyUntil(20 * minute), readSince: () => now - 5 * minute },
]

describe('lost agents (F28)', () => {
  test.each(lost)('$name', ({ evidence, ...given }) => {
    expect(findLost(inputOf(given)).map((each) => [each.agent, each.evidence])).toEqual([['b', evidence]])
  })

  test.each(none)('$name: nobody', (given) => {
    expect(findLost(inputOf(given))).toEqual([])
  })

  test('it holds all that it owes', () => {
    const rows = [owes, debtRow('c', 'b', { openedAt: now - 40 * minute })]
    expect(findLost(inputOf({ rows }))[0]?.holds).toEqual(rows)
  })

  test('the next moment is when the silence of the first has lasted long enough', () => {
    const rows = [debtRow('a', 'b', { openedAt: now - 5 * minute })]
    expect(lostNextAt(inputOf({ rows }))).toBe(now + 10 * minute)
    expect(lostNextAt(inputOf({ rows, signs: (signs) => signs.left('b', 's', left(20_000)) }))).toBe(now + 40_000)
  })
})
