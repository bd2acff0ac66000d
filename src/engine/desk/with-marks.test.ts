import { expect, test } from 'vitest'
import type { DebtMark } from '../../core/debt.ts'
import type { Need } from '../../core/need.ts'
import { unmarked } from './with-marks.ts'

const now = Date.UTC(2026, 0, 1)
const need: Need = {
  id: 'link|a',
  source: 'link',
  band: 'rest',
  who: 'harbour',
  text: 'is down',
  since: now - 60_000,
  blocks: [],
  change: 'new',
}

test('a decision hides a condition, but not one made on a clock that was years ahead (F27)', () => {
  const isShown = (mark: Partial<DebtMark>): boolean =>
    unmarked([need], new Map([['link|a', { verb: 'settle', at: now, cursor: 1, ...mark }]]), now).needs.length === 1
  expect(isShown({ at: now - 1_000 })).toBe(false)
  expect(isShown({ at: now + 60_000 })).toBe(false)
  expect(isShown({ at: Date.UTC(2100) })).toBe(true)
  expect(isShown({ verb: 'snooze', until: Date.UTC(2101), at: Date.UTC(2100) })).toBe(true)
  expect(isShown({ verb: 'snooze', until: now + 60_000 })).toBe(false)
})

test('a condition that is closed stays closed until it happens again; then its age starts again (F27)', () => {
  const after = (again: number | undefined, verb: DebtMark['verb'] = 'waive'): readonly number[] =>
    unmarked(
      [{ ...need, ...(again !== undefined && { again }) }],
      new Map([['link|a', { verb, at: now, cursor: 1, until: now + 9 }]]),
      now,
    ).needs.map(({ since }) => since)
  expect([after(undefined), after(now - 1), after(now + 1)]).toEqual([[], [], [now + 1]])
  expect([after(now - 1, 'snooze'), after(now + 1, 'snooze')]).toEqual([[], [now + 1]])
})
