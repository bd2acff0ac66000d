import { describe, expect, test } from 'vitest'
import { debtKinds } from './acts.ts'
import {
  debtMarkSchema,
  defaultDeskLimits,
  deskLimitsSchema,
  kindLine,
  lifeOf,
  limitAtOf,
  limitOf,
  momentsOf,
  type Clocked,
} from './debt.ts'
import { stoodStillIn, type StoodStill } from './stood-still.ts'

const minute = 60_000
const open = { state: 'open', openedAt: 0, sign: 10 * minute, time: 'ours' } as const satisfies Clocked

function life(at: number): string | undefined {
  return lifeOf(open, 20 * minute, at * minute)
}

/** How long the clock stood still in these spans. */
function standing(...spans: StoodStill[]): (since: number) => number {
  return stoodStillIn(spans)
}

function of(kind: 'answer' | 'task' | 'paste', debtor: string | undefined, isOperators: boolean): number | undefined {
  return limitOf(defaultDeskLimits, { kind, debtor }, isOperators)
}

describe('the clock of a debt (F27)', () => {
  test('open, due from three quarters of the limit after the last sign, then overdue', () => {
    expect([10, 24.9, 25, 29.9, 30].map(life)).toEqual(['open', 'open', 'due', 'due', 'overdue'])
  })

  test('no limit of what an agent owes is longer than its protocol waits; the operator’s and people’s are their own', () => {
    const declared = { answer: 10 * minute }
    const limit = (more: object, isOperators = false): number | undefined =>
      limitOf(defaultDeskLimits, { kind: 'answer', debtor: 'Docs', ...more }, isOperators, declared)
    expect([limit({}), limit({ kind: 'review' }), limit({ turn: 'question' }), limit({ debtor: undefined })]).toEqual(
      [10, 30, 30, 30].map((each) => each * minute),
    )
    expect(limitOf({ ...defaultDeskLimits, answer: {} }, { kind: 'answer', debtor: 'Docs' }, false, declared)).toBe(10 * minute)
    expect(limitOf({ ...defaultDeskLimits, answer: { agent: 5 } }, { kind: 'answer', debtor: 'Docs' }, false, declared)).toBe(5 * minute)
    expect(limitOf({ ...defaultDeskLimits, answer: { operator: 20 } }, { kind: 'answer', debtor: 'me' }, true, declared)).toBe(20 * minute)
  })

  test('a time set by the creditor overrides the limit and signs', () => {
    const said = { ...open, due: 100 * minute }
    expect(momentsOf(said, 20 * minute)).toEqual({ due: 75 * minute, overdue: 100 * minute })
  })

  test('a due time before the debt was asked is none: nobody’s debt is overdue at once because its creditor says so', () => {
    for (const due of [0, -1, 1 - Number.MAX_SAFE_INTEGER]) {
      expect(momentsOf({ ...open, due }, 20 * minute)).toEqual(momentsOf(open, 20 * minute))
      expect(momentsOf({ ...open, due }, undefined)).toBeUndefined()
    }
  })

  test('a debt without a limit, one that waits, one of unknown age and one that ended have no due time', () => {
    const never = [
      lifeOf(open, undefined, 1e12),
      lifeOf({ ...open, waitsFor: 'x' }, minute, 1e12),
      lifeOf({ ...open, time: 'least', sign: 0 }, minute, 1e12),
    ]
    expect(never).toEqual(['open', 'open', 'open'])
    expect(lifeOf({ ...open, state: 'settled' }, minute, 1e12)).toBeUndefined()
  })

  test('limits pause while the machine sleeps', () => {
    const slept = standing({ at: 15 * minute, ms: 40 * minute })
    expect(lifeOf(open, 20 * minute, 60 * minute, slept)).toBe('open')
    expect(lifeOf(open, 20 * minute, 70 * minute, slept)).toBe('overdue')
  })

  test('a limit is over when the clock has run for so long, and what comes later does not move that', () => {
    const at = (...spans: StoodStill[]): number | undefined => momentsOf(open, 20 * minute, standing(...spans))?.overdue
    const early = { at: 5 * minute, ms: 10 * minute }
    const twice = { at: 34 * minute, ms: 60 * minute }
    expect([at(early), at(early, twice), at({ at: 30 * minute, ms: minute })]).toEqual([35 * minute, 95 * minute, 30 * minute])
  })

  test('a limit that was over a moment after a long sleep began is found at once', () => {
    const weekend = standing({ at: 30 * minute - 1, ms: 64 * 60 * minute })
    let looks = 0
    const counted = (since: number): number => {
      looks++
      return weekend(since)
    }
    expect(momentsOf(open, 20 * minute, counted)?.overdue).toBe((30 + 64 * 60) * minute)
    expect(looks).toBeLessThan(1_000)
  })

  test('it is found to the millisecond, however many steps it takes', () => {
    const later = { at: 1_000, ms: 500 }
    const over = [98, 99, 100, 101, 102].map((ms) => momentsOf({ ...open, sign: 0 }, 10, standing({ at: 9, ms }, later))?.overdue)
    expect(over).toEqual([108, 109, 110, 111, 112])
  })

  test('of one that has ended, the same limit counts as while it was open', () => {
    const ended = { ...open, state: 'settled' } as const
    const slept = standing({ at: 15 * minute, ms: 40 * minute }, { at: 80 * minute, ms: 60 * minute })
    expect(limitAtOf(ended, 20 * minute, slept)).toBe(70 * minute)
    expect(limitAtOf({ ...ended, waitsFor: 'x' }, 20 * minute)).toBe(30 * minute)
  })

  test('where an answer breaks off, the clock stops: what was overdue stays so, and nothing else becomes so', () => {
    const cut = (at: number): Clocked => ({ ...open, cut: { at: at * minute, reason: 'its author left' } })
    expect([cut(29.9), cut(30)].map((debt) => lifeOf(debt, 20 * minute, 1e12))).toEqual(['open', 'overdue'])
    expect(lifeOf({ ...cut(50), due: 60 * minute }, undefined, 1e12)).toBe('open')
    expect(limitAtOf({ ...cut(12), state: 'withdrawn' }, 20 * minute)).toBeUndefined()
  })

  test('limits depend on the kind and the debtor; a task that nobody took has its own', () => {
    expect(of('answer', 'coder', false)).toBe(30 * minute)
    expect(of('answer', 'operator', true)).toBe(10 * minute)
    expect(of('task', undefined, false)).toBe(10 * minute)
    expect(of('paste', 'coder', false)).toBeUndefined()
    expect(deskLimitsSchema.parse(defaultDeskLimits)).toEqual(defaultDeskLimits)
    expect(debtKinds.every((kind) => kind in defaultDeskLimits)).toBe(true)
  })

  test('a mark of an unknown verb is refused', () => {
    expect(debtMarkSchema.safeParse({ verb: 'pay', at: 1, cursor: 1 }).success).toBe(false)
  })
})

test('the word for a kind stands once, also if its author wrote it', () => {
  expect([kindLine({ kind: 'review', text: 'the grammar' }), kindLine({ kind: 'review', text: 'review: the grammar' })]).toEqual([
    'Review: the grammar',
    'review: the grammar',
  ])
  expect(kindLine({ kind: 'review', text: ' \n ' })).toBe('Review, no text')
})
