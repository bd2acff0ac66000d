import { describe, expect, it } from 'vitest'
import { dayOf, parseMoment, speeds, tickOf } from './stepping.ts'

const local = (day: number, hour: number, minute = 0, second = 0): number => new Date(2026, 2, day, hour, minute, second).getTime()

describe('a typed time', () => {
  const [at, now] = [local(4, 10, 12, 40), local(4, 15)]
  it.each([
    ['9:05', local(4, 9, 5)],
    [' 09:05:07 ', local(4, 9, 5, 7) + 999],
    ['0905', local(4, 9, 5)],
    ['2026-03-02 23:59', local(2, 23, 59)],
    ['2026-03-02T07:00:01', local(2, 7, 0, 1) + 999],
    // Still to come today: the day before.
    ['15:01', local(3, 15, 1)],
    ['23:00:00', local(3, 23) + 999],
  ])('%s is that moment', (text, wanted) => {
    expect(parseMoment(text, at, now)).toBe(wanted)
  })
  it.each(['', 'noon', '24:00', '10:60', '10:12:61', '2026-03-05 10:00', '1', '10:1'])('%s is not one', (text) => {
    expect(parseMoment(text, at, now)).toBeUndefined()
  })
})

it('a state is shown for at least 250 ms, and goes on by what the speed says', () => {
  expect(speeds.map(tickOf)).toEqual([
    { everyMs: 1_000, byMs: 1_000 },
    { everyMs: 250, byMs: 2_500 },
    { everyMs: 250, byMs: 15_000 },
  ])
})

it('a day ends at midnight, or now', () => {
  expect(dayOf(local(4, 10), local(4, 15))).toEqual({ first: local(4, 0), last: local(4, 15) })
  expect(dayOf(local(3, 10), local(4, 15))).toEqual({ first: local(3, 0), last: local(4, 0) - 1 })
})
