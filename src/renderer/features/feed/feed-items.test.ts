import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, NoticeBody } from '../../../core/event.ts'
import { baseAfter, chatterKey, itemsOf, lastOrdOf, leadOf, showsEvent, type FeedItem, type FoldLevel } from './feed-items.ts'
import { bodyEvent, messageEvent } from '../testing/fixtures.ts'

const notice = (ord: number, from: string, tone: NoticeBody['tone'], at?: number): Event => {
  const event = bodyEvent(ord, { kind: 'notice', conversation: '#general', from, text: 'x', tone })
  return at === undefined ? event : { ...event, at }
}
const closed = (): boolean => false
const items = (rows: readonly Event[], isOpen: (id: string) => boolean = closed, level: FoldLevel = 'chatter'): readonly FeedItem[] =>
  itemsOf(rows, isOpen, (event) => chatterKey(event, level))
const shape = (found: readonly FeedItem[]): unknown[] =>
  found.map((item) => (item.kind === 'event' ? item.event.ord : item.events.map((event) => event.ord)))

describe('itemsOf', () => {
  test('tool lines of one sender are one fold, even between those of another; joins and leaves are one', () => {
    const rows = [
      notice(1, 'a', 'tool'),
      notice(2, 'b', 'tool'),
      notice(3, 'a', 'tool'),
      notice(4, 'c', 'presence'),
      notice(5, 'b', 'tool'),
      notice(6, 'd', 'presence'),
    ]
    expect(shape(items(rows))).toEqual([
      [1, 3],
      [2, 5],
      [4, 6],
    ])
  })
  test('tool lines never pass a message, and neither people nor faults are folded', () => {
    const fault = bodyEvent(5, { kind: 'fault', fault: { code: 'invalid', message: 'broken' } })
    const rows = [
      notice(1, 'a', 'tool'),
      notice(2, 'a', 'tool'),
      messageEvent(3, 'a', 'b', 'hi'),
      notice(4, 'a', 'tool'),
      fault,
      notice(6, 'a', 'tool'),
    ]
    expect(shape(items(rows))).toEqual([[1, 2], 3, 4, 5, 6])
  })
  test('a status line is separate unless the channel folds all notices; nothing is folded where folding is off', () => {
    const rows = [notice(1, 'a', 'status'), notice(2, 'a', 'status'), notice(3, 'a', 'tool'), notice(4, 'a', 'tool')]
    expect(shape(items(rows))).toEqual([1, 2, [3, 4]])
    expect(shape(items(rows, closed, 'notices'))).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(shape(items(rows, closed, 'none'))).toEqual([1, 2, 3, 4])
  })
  test('after a long pause a new fold begins', () => {
    const rows = [0, 1, 20, 21].map((minutes, index) => notice(index + 1, 'a', 'tool', minutes * 60_000))
    expect(shape(items(rows))).toEqual([
      [1, 2],
      [3, 4],
    ])
  })
  test('an open fold is followed by its lines', () => {
    const rows = [notice(1, 'a', 'tool'), notice(2, 'a', 'tool')]
    const found = items(rows, (id) => id === 'e000002')
    expect(shape(found)).toEqual([[1, 2], 1, 2])
    expect(found.map((item) => (item.kind === 'fold' ? item.isOpen : item.isInner))).toEqual([true, true, true])
    expect(found.map((item) => showsEvent(item, 'e000002'))).toEqual([false, false, true])
    expect(items(rows).map((item) => showsEvent(item, 'e000002'))).toEqual([true])
  })
})

const rowsOf = (kinds: readonly string[]): Event[] =>
  kinds.map((kind, index) =>
    kind === 'm' ? messageEvent(index + 1, 'a', 'b', 'hi') : notice(index + 1, kind, kind === 'p' ? 'presence' : 'tool'),
  )
const place = (found: readonly FeedItem[], key: string): number => found.findIndex((item) => item.key === key)
const kinds = fc.array(fc.constantFrom('m', 'x', 'y', 'p'), { maxLength: 40 })

test('folding loses nothing, shows everything once, and keeps people in order', () => {
  fc.assert(
    fc.property(kinds, fc.func(fc.boolean()), (given, open) => {
      const rows = rowsOf(given)
      const found = items(rows, open)
      for (const row of rows) expect(found.filter((item) => showsEvent(item, row.id))).toHaveLength(1)
      const people = found.flatMap((item) => (item.kind === 'event' && item.event.body.kind === 'message' ? [item.event.ord] : []))
      expect(people).toEqual(rows.filter((row) => row.body.kind === 'message').map((row) => row.ord))
      for (const item of found) expect(lastOrdOf(item)).toBeGreaterThanOrEqual(leadOf(item)?.ord ?? 0)
    }),
    { numRuns: 300 },
  )
})

test('rows added or removed at the front do not change the index of later messages', () => {
  fc.assert(
    fc.property(kinds, fc.nat(40), fc.nat(40), (given, from, to) => {
      const rows = rowsOf(given)
      const before = items(rows.slice(from))
      const after = items(rows.slice(to))
      const base = baseAfter(before, 1_000, after)
      const said = before.findIndex((item) => item.kind === 'event' && item.event.body.kind === 'message' && place(after, item.key) >= 0)
      const kept = said < 0 ? [] : before.slice(said).filter((item) => place(after, item.key) >= 0)
      for (const { key } of kept) expect(base + place(after, key)).toBe(1_000 + place(before, key))
    }),
    { numRuns: 300 },
  )
})

test('opening a fold, and rows at the end, move nothing', () => {
  const rows = rowsOf(['x', 'x', 'm', 'x'])
  const before = items(rows)
  expect(
    baseAfter(
      before,
      1_000,
      items(rows, () => true),
    ),
  ).toBe(1_000)
  expect(baseAfter(before, 1_000, items([...rows, notice(5, 'x', 'tool')]))).toBe(1_000)
})
