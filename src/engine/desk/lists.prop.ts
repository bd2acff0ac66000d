import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { acted, ask, foldOf, onRef, question, speak, type ActedEvent } from '../../../test/fakes/acts.ts'
import { listsInput } from '../../../test/fakes/lists-input.ts'
import type { DebtRow } from '../../core/debt.ts'
import { skeletonOf } from '../../core/fold/debts/known-debt.ts'
import { withoutCovered } from '../../core/need.ts'
import { stoodStillIn } from '../../core/stood-still.ts'
import { openLists, type Lists, type ListsKeeper } from './lists.ts'

const name = fc.constantFrom('operator', 'a', 'b', 'B', 'c')
/** Texts that are equal but for marks, capitals, mentions and digits, and others. */
const text = fc.constantFrom('Review step 1', 'review @b step 2!', 'REVIEW step 31', 'Review the rest', 'Another thing')
const step = fc.record({ by: name, to: name, text, what: fc.constantFrom('ask', 'question', 'speak', 'answer', 'fail'), of: fc.nat(11) })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const historyOf = (steps: readonly Step[]): ActedEvent[] =>
  steps.map(({ by, to, text: words, what, of }, at): ActedEvent => {
    const acts = {
      ask: () => [ask(by, [to], `t${at}`, 'review', { text: words })],
      question: () => question(by, to, { text: words }),
      speak: () => speak(by, to),
      answer: () => [onRef('answer', by, `t${of}`)],
      fail: () => [onRef('fail', by, `t${of}`)],
    }
    return acted(at + 1, by, to, acts[what]())
  })
const history = fc.array(step, { maxLength: 12 }).map(historyOf)
/** Rare among random ones. */
const asked = { by: 'a', to: 'b', text: 'Review step 1', what: 'ask', of: 0 } as const
const differInDigits = historyOf([asked, { ...asked, text: 'REVIEW step 31' }])
const failedForAnother = historyOf([asked, { ...asked, by: 'b', to: 'a', what: 'fail' }])
const minute = 60_000
const runs = { numRuns: 200 }

/** Names without case are one agent while they are joined. */
const joined = (given: string): string => given.toLowerCase()
const apart = (given: string): string => given

function open(list: readonly ActedEvent[]) {
  let agent = apart
  const fold = foldOf(list, { same: (_source, x, y) => agent(x) === agent(y) })
  for (const { event } of list) fold.apply(event)
  const read = (keeper: ListsKeeper = openLists(), now = 20 * minute): Lists =>
    keeper.read(listsInput({ debts: fold, agentOf: (_source, given) => agent(given), now }))
  return {
    fold,
    read,
    name(how: typeof agent) {
      agent = how
      fold.renamed()
    },
  }
}

function allOf(lists: Lists): readonly DebtRow[] {
  return lists.between(Number.NEGATIVE_INFINITY, Infinity)
}

function shown(lists: Lists): unknown {
  return allOf(lists)
    .map((row) => lists.whole(row))
    .map((row) => ({ ...row, blocks: row.blocks.toSorted() }))
}

function overdueIn(rows: readonly DebtRow[]): number {
  return rows.filter(({ life }) => life === 'overdue').length
}

/** What makes debts one row. */
function lookOf({ debt, creditor, debtor }: DebtRow): string {
  const what = debt.turn === undefined ? skeletonOf(debt.text).replaceAll(/\d+/g, '0') : `${debt.conversation ?? ''} ${debt.turn}`
  return [creditor, debtor, debt.kind, what].join('|')
}

test('names that are joined and separated again leave everything as before (F27)', () => {
  fc.assert(
    fc.property(history, (list) => {
      const desk = open(list)
      const keeper = openLists()
      const before = shown(desk.read(keeper))
      desk.name(joined)
      desk.read(keeper)
      desk.name(apart)
      expect(shown(desk.read(keeper))).toEqual(before)
    }),
    runs,
  )
})

test('what is the same but for digits is one row, and every debt is in exactly one (F27)', () => {
  fc.assert(
    fc.property(history, (list) => {
      const lists = open(list).read()
      const looks = lists.open.map(lookOf)
      expect(looks).toEqual([...new Set(looks)])
      const keys = allOf(lists).flatMap((row) => row.keys)
      expect(keys).toEqual([...new Set(keys)])
    }),
    { ...runs, examples: [[differInDigits]] },
  )
})

test('the counts are those of the lists, at any time (F27)', () => {
  fc.assert(
    fc.property(history, fc.nat(90), (list, at) => {
      const lists = open(list).read(openLists(), at * minute)
      const listed = [...lists.list('owed'), ...lists.list('closed')]
      expect(new Set(listed).size).toBe(listed.length)
      // What others owe and the operator's own are all that is open.
      const own = lists.open.filter(({ debtor }) => debtor === 'operator')
      const others = lists.open.filter(({ debtor }) => debtor !== 'operator')
      expect(lists.list('owed').filter(({ debt }) => debt.state === 'open')).toHaveLength(others.length)
      expect(lists.owed).toBe(lists.list('owed').length + own.length)
      expect(lists.owedByOthers).toBe(lists.list('owed').length)
      expect(lists.overdueByOthers).toBe(overdueIn(lists.list('owed')))
      expect(lists.list('all')).toHaveLength(lists.owed)
      expect(lists.list('overdue')).toHaveLength(lists.overdue)
      expect(lists.overdue).toBe(overdueIn(lists.list('owed')) + overdueIn(own))
      const needed = lists
        .needs()
        .filter(({ row }) => row?.debt.state === 'open' && row.debtor === 'operator')
        .map(({ id }) => id)
      expect(needed.toSorted()).toEqual(
        own
          .filter(({ debt }) => debt.waitsFor === undefined && (debt.openedAt > at * minute || at * minute - debt.openedAt >= 3_000))
          .map(({ debt }) => debt.key)
          .toSorted(),
      )
    }),
    { ...runs, examples: [[failedForAnother, 1]] },
  )
})

test('what is left out of needs and of a window is what is covered, and what is outside (F27)', () => {
  fc.assert(
    fc.property(history, fc.nat(90), fc.nat(12), fc.nat(12), fc.func(fc.boolean()), (list, at, from, to, isOne) => {
      const lists = open(list).read(openLists(), at * minute)
      const covered = new Set(allOf(lists).flatMap(({ keys }) => keys.filter((key) => isOne(key))))
      expect(withoutCovered(lists.needs(covered), covered)).toEqual(withoutCovered(lists.needs(), covered))
      const isInside = ({ debt }: DebtRow): boolean =>
        debt.openedAt < to * minute && (debt.state === 'open' || (debt.end?.at ?? 0) >= from * minute)
      expect(lists.between(from * minute, to * minute)).toEqual(allOf(lists).filter(isInside))
    }),
    { ...runs, examples: [[differInDigits, 90, 0, 12, () => true]] },
  )
})

test('a clock that stood still changes only rows that are open (F27)', () => {
  fc.assert(
    fc.property(history, fc.nat(90), fc.nat(90), (list, later, stood) => {
      const debts = open(list).fold
      const keeper = openLists()
      const before = keeper.read(listsInput({ debts, now: 20 * minute }))
      const stoodStill = stoodStillIn([{ at: 20 * minute, ms: Math.min(later, stood) * minute }])
      const input = listsInput({ debts, now: (20 + later) * minute, stoodStill })
      const moved = new Set(before.open.map(({ debt }) => debt.key))
      expect(shown(keeper.read(input, moved))).toEqual(shown(openLists().read(input)))
    }),
    { ...runs, examples: [[historyOf([asked, { ...asked, text: 'REVIEW step 31' }, asked]), 40, 40]] },
  )
})

const forgedWords = (at: number): string =>
  `Review the ${'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26)} and the ${'abc'.charAt(at % 3)} of it`

test('a creditor with many debts, all due at once, fills no page of what is owed (F27)', () => {
  const forged = Array.from({ length: 26 }, (_, at) => {
    const due = (at + 1) * minute + 1
    return acted(at + 1, 'mallory', 'b', [ask('mallory', ['b'], `f${at}`, 'review', { text: forgedWords(at), due })])
  })
  const real = acted(40, 'a', 'b', [ask('a', ['b'], 'real', 'review', { text: 'The parser' })])
  const rows = open([...forged, real])
    .read(undefined, 60 * minute)
    .list('owed')
  expect(rows).toHaveLength(27)
  expect(rows.slice(0, 11).map(({ creditor }) => creditor)).toContain('a')
})
