import { expect, it } from 'vitest'
import { lastHour, saidQuery } from './said.ts'

const midnight = new Date(2026, 10, 21).getTime()
const minute = 60_000

it('the last hour counts sixty minutes with the one that is not over, and the search begins with the first of them', () => {
  const messages = [610, 611, 669, 670, 671].map((at): [number, number] => [at, 1])
  const day = {
    start: midnight,
    end: midnight + 670 * minute + 30_000,
    total: 5,
    links: [{ link: 'l1', messages, failures: [], asks: [], total: 5 }],
  }
  const hour = lastHour(day)
  expect(hour).toEqual({ total: 4, from: midnight + 611 * minute, isWhole: true })
  expect(saidQuery(hour)).toBe('is:live after:2026-11-21T10:11')
})

it('the last hour begins at midnight before the day is an hour old', () => {
  const links = [{ link: 'l1', messages: [[3, 2]] as [number, number][], failures: [], asks: [], total: 2 }]
  expect(lastHour({ start: midnight, end: midnight + 30 * minute, total: 2, links })).toEqual({ total: 2, from: midnight, isWhole: false })
})

it('a day that is over ends with it, and a protocol is one of all links', () => {
  expect(saidQuery({ from: midnight, before: midnight + 1_440 * minute, protocol: 'chat' })).toBe(
    'is:live link:chat after:2026-11-21T00:00 before:2026-11-22',
  )
})
