import { expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../test/fakes/events.ts'
import { foldUnread } from './unread.ts'

test('a quiet message does not count as unread, its neighbours do', () => {
  const unread = foldUnread(() => 0)
  const body = messageBody('coder', 'tester', 'hi')
  const loud = storedEvent(1, body)
  unread.apply(loud)
  unread.apply(storedEvent(2, { ...body, quiet: true }))
  unread.apply(storedEvent(3, body))
  expect(unread.below(9, 9, () => false)).toEqual([3, 1])
})

test('an answer read while it was being written is unread when it is complete, and later messages are not', () => {
  const marks = new Map<string, number>()
  const unread = foldUnread((conversation) => marks.get(conversation) ?? 0)
  const message = messageBody('coder', 'tester', 'hi')
  const conversation = `s|${message.conversation}`
  const stream = (state: 'typing' | 'cut') =>
    ({ kind: 'stream', id: 'r', conversation: message.conversation, from: 'coder', text: '', state }) as const
  const read = (upTo: number): void => {
    marks.set(conversation, Math.max(marks.get(conversation) ?? 0, unread.readable(conversation, upTo)))
    unread.read(new Map([[conversation, upTo]]))
  }
  const count = (): number => unread.count(conversation, () => false)
  const first = storedEvent(2, stream('typing'))
  const second = storedEvent(3, stream('typing'))
  unread.apply(storedEvent(1, message))
  unread.apply(first)
  unread.apply(second)
  unread.apply(storedEvent(4, message))
  expect(count()).toBe(2)
  read(4)
  expect(count()).toBe(0)
  unread.apply(storedEvent(5, message, { ord: 2 }), first)
  expect(count()).toBe(1)
  read(4)
  expect(count()).toBe(0)
  unread.apply(storedEvent(6, stream('cut'), { ord: 3 }), second)
  expect(unread.readable(conversation, 9)).toBe(9)
})
