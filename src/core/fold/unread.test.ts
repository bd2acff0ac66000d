import { expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../test/fakes/events.ts'
import { foldUnread } from './unread.ts'

test('a quiet message counts as nothing unread, and those around it do', () => {
  const unread = foldUnread(() => 0)
  const body = messageBody('coder', 'tester', 'hi')
  const loud = storedEvent(1, body)
  unread.apply(loud)
  unread.apply(storedEvent(2, { ...body, quiet: true }))
  unread.apply(storedEvent(3, body))
  expect(unread.snapshot().flatMap(([, senders]) => senders.flatMap(([, ords]) => ords))).toEqual([1, 3])
})
