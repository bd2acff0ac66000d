import { expect, test } from 'vitest'
import type { Event, MessageEvent } from '../core/event.ts'
import { threadOf } from './thread.ts'

const message = (ord: number, replyTo?: number, more: Partial<Event> = {}): MessageEvent => ({
  id: `e${ord}`,
  cursor: ord,
  ord,
  workspace: 'w',
  source: 's',
  protocol: 'fake',
  wireId: `m${ord}`,
  seq: ord,
  at: ord,
  raw: { text: '' },
  ...more,
  body: {
    kind: 'message',
    conversation: 'channel',
    from: 'a',
    to: [],
    observers: [],
    text: '',
    ...(replyTo !== undefined && { replyTo: `m${replyTo}` }),
  },
})

/** A journal that holds these, in pages of two. */
function holding(all: readonly Event[]): Parameters<typeof threadOf>[0] {
  return {
    find: (source, wireId) => all.find((event) => event.source === source && event.wireId === wireId),
    page: ({ after = 0 }) => {
      const rest = all.filter(({ ord }) => ord > after)
      return { events: rest.slice(0, 2), hasBefore: true, hasAfter: rest.length > 2 }
    },
  }
}
const thread = (all: readonly MessageEvent[], of: number): number[] => {
  const event = all.find(({ ord }) => ord === of)
  if (event === undefined) throw new Error(`no message ${of}`)
  return threadOf(holding(all), event).map(({ ord }) => ord)
}

test('a thread is what answers one another, not the whole channel', () => {
  const channel = [message(1), message(2), message(3, 1), message(4), message(5, 3), message(6, 2), message(7, 1), message(8)]
  for (const one of [1, 3, 5, 7]) expect(thread(channel, one)).toEqual([1, 3, 5, 7])
  expect(thread(channel, 6)).toEqual([2, 6])
  expect(thread(channel, 4)).toEqual([4])
})

test('answers that go round, to nothing, or to another link end', () => {
  expect(thread([message(1, 2), message(2, 1)], 1)).toContain(1)
  expect(thread([message(1, 1)], 1)).toEqual([1])
  expect(thread([message(2, 9), message(3, 2)], 3)).toEqual([2, 3])
  expect(thread([message(1, undefined, { source: 'other' }), message(2, 1)], 2)).toEqual([2])
})
