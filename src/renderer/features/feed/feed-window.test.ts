import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../../core/event.ts'
import { emptyWindow, positionOf, windowLimits, windowOf, withNewer, withOlder, withPushed } from './feed-window.ts'
import type { FeedWindow } from './feed-window.ts'
import { messageEvent } from '../testing/fixtures.ts'

const all = (): boolean => true
const event = (ord: number, more: Partial<Event> = {}): Event => ({ ...messageEvent(ord, 'a', 'b', `text ${ord}`), ...more })
const events = (from: number, to: number): Event[] => Array.from({ length: to - from + 1 }, (_, index) => event(from + index))
const ords = (window: FeedWindow): number[] => window.rows.map((row) => row.ord)
const index = (window: FeedWindow, ord: number): number => window.base + window.rows.findIndex((row) => row.ord === ord)
const page = (from: number, to: number, hasBefore = false, hasAfter = false) => ({ events: events(from, to), hasBefore, hasAfter })

test('appends newer events and distinguishes them from the rest', () => {
  const { window, appended } = withPushed(windowOf(page(1, 3)), [event(4), event(5)], all, 'end')
  expect(ords(window)).toEqual([1, 2, 3, 4, 5])
  expect(appended.map((one) => one.ord)).toEqual([4, 5])
})

test('a version replaces its predecessor in place and is not new', () => {
  const grown = event(2, { id: 'grown', supersedes: event(2).id })
  const { window, appended } = withPushed(windowOf(page(1, 3)), [grown], all, 'end')
  expect(window.rows.map((row) => row.id)).toEqual([event(1).id, 'grown', event(3).id])
  expect(appended).toEqual([])
})

test('a version that does not match the filter removes its row', () => {
  const { window } = withPushed(windowOf(page(1, 3)), [event(2, { id: 'x', supersedes: event(2).id })], () => false, 'end')
  expect(ords(window)).toEqual([1, 3])
})

test('events newer than a window in the past are counted but not shown', () => {
  const { window, appended } = withPushed(windowOf(page(1, 3, false, true)), [event(9)], all, 'start')
  expect(ords(window)).toEqual([1, 2, 3])
  expect(appended).toHaveLength(1)
})

test('history before the window only shows that there is more', () => {
  const { window, appended } = withPushed(windowOf(page(10, 12)), [event(1), event(2)], all, 'end')
  expect(ords(window)).toEqual([10, 11, 12])
  expect(window.hasBefore).toBe(true)
  expect(appended).toEqual([])
})

test('events that change nothing leave the window unchanged', () => {
  const before = windowOf(page(10, 12, true))
  expect(withPushed(before, [event(1), event(2)], all, 'end').window).toBe(before)
  expect(withPushed(before, [event(13)], () => false, 'end').window).toBe(before)
  expect(withPushed(before, [event(13)], all, 'end').window).not.toBe(before)
  expect(ords(before)).toEqual([10, 11, 12])
})

test('a reloaded page keeps existing rows', () => {
  const before = windowOf(page(10, 12, true))
  expect(windowOf(page(10, 12, true), before).rows).toBe(before.rows)
  const next = windowOf(page(11, 13, true), before)
  expect(next.rows.slice(0, 2)).toEqual([before.rows[1], before.rows[2]])
  expect(next.rows[0]).toBe(before.rows[1])
  const grown = { ...page(10, 12, true), events: [event(10), event(11, { id: 'grown' }), event(12)] }
  expect(windowOf(grown, before).rows.map((row) => row.id)).toContain('grown')
})

test('a page that begins before the window and ends in it continues it, as a step back in the past does', () => {
  const before = windowOf(page(10, 12, true))
  const next = windowOf(page(8, 11, true), before)
  expect(next).toMatchObject({ isContinued: true, base: before.base - 2 })
  expect(next.rows[2]).toBe(before.rows[0])
  expect(windowOf(page(1, 9, true), before)).toMatchObject({ isContinued: false })
})

test('an older page keeps the index of every existing row', () => {
  const before = windowOf(page(10, 12, true))
  const after = withOlder(before, page(5, 10, true))
  expect(ords(after)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
  expect(index(after, 11)).toBe(index(before, 11))
})

test('a reloaded page that begins inside the window continues its indexes', () => {
  const before = windowOf(page(1, 10))
  const { isContinued, ...next } = windowOf(page(6, 14, true), before)
  expect(isContinued).toBe(true)
  expect(next.base).toBe(before.base + 5)
  expect(windowOf(page(20, 30), before).isContinued).toBe(false)
})

test('a full window drops rows at the far end and reports it', () => {
  const full = windowOf(page(1, windowLimits.max))
  const following = withPushed(full, [event(windowLimits.max + 1)], all, 'end').window
  expect(following.rows).toHaveLength(windowLimits.trimTo)
  expect(following.rows.at(-1)?.ord).toBe(windowLimits.max + 1)
  expect(following.hasBefore).toBe(true)
  const paused = withPushed(full, [event(windowLimits.max + 1)], all, 'start').window
  expect(paused.rows[0]?.ord).toBe(1)
  expect(paused.hasAfter).toBe(true)
  expect(withOlder({ ...full, hasBefore: true }, { events: [event(0)], hasBefore: false, hasAfter: true }).hasAfter).toBe(true)
  expect(withNewer(full, page(windowLimits.max + 1, windowLimits.max + 200)).rows.length).toBeLessThanOrEqual(windowLimits.max)
})

test('finds rows by id', () => {
  const window = windowOf(page(1, 3))
  expect(positionOf(window, event(2).id)).toBe(1)
  expect(positionOf(window, undefined)).toBe(-1)
  expect(positionOf(window, 'none')).toBe(-1)
})

test('any order and repetition of pushes gives the same ascending rows without duplicates', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 120 }), fc.integer({ min: 1, max: 20 }), (pushed, size) => {
      let window: FeedWindow = withNewer(emptyWindow, { events: [event(-1)], hasBefore: false, hasAfter: false })
      for (let at = 0; at < pushed.length; at += size) {
        window = withPushed(
          window,
          pushed.slice(at, at + size).map((ord) => event(ord)),
          all,
          'end',
        ).window
      }
      expect(ords(window)).toEqual([-1, ...[...new Set(pushed)].toSorted((a, b) => a - b)])
    }),
    { numRuns: 300 },
  )
})
