import { expect, test } from 'vitest'
import { conversationsOf, everything, filterKey, findUnread, matchesFilter } from './feed-filter.ts'
import { bodyEvent, conversationsFrom, fixtureAgents, fixtureEvents, messageEvent } from '../testing/fixtures.ts'

const coder = fixtureAgents.find((agent) => agent.name === 'coder')
const message = messageEvent(1, 'tester', 'reviewer', 'hi', { observers: ['coder'] })
const comment = bodyEvent(2, { kind: 'comment', text: '# heading' })
const presence = bodyEvent(3, { kind: 'presence', agent: 'coder', word: 'idle', evidence: 'declared', said: 'idle' })
const receipt = bodyEvent(5, { kind: 'receipt', of: 'm', stage: 'read', by: 'coder', text: '' })
const receiptOfNobody = bodyEvent(6, { kind: 'receipt', of: 'm', stage: 'delivered', text: '' })
const marker = bodyEvent(4, { kind: 'marker', marker: 'gap', text: 'a gap' })

test.each([
  [message, everything, true],
  [marker, everything, true],
  [comment, everything, false],
  [comment, { raw: true }, true],
  [presence, everything, false],
  [message, { source: 'l1' }, true],
  [message, { source: 'l2' }, false],
  [message, { conversation: 'l1|reviewer⇄tester' }, true],
  [message, { conversation: 'l1|coder⇄tester' }, false],
  [marker, { conversation: 'l1|reviewer⇄tester' }, false],
  [message, { agent: 'coder' }, true],
  [marker, { agent: 'coder' }, false],
  [presence, { agent: 'coder', raw: true }, true],
  [presence, { agent: 'coder' }, false],
  [receipt, everything, false],
  [receipt, { raw: true }, true],
  [receipt, { agent: 'coder', raw: true }, true],
  [receiptOfNobody, { raw: true }, true],
  [receiptOfNobody, { agent: 'coder', raw: true }, false],
])('event %#', (event, filter, expected) => {
  expect(matchesFilter(event, filter, coder)).toBe(expected)
})

test('an agent that is not known matches nothing', () => {
  expect(matchesFilter(message, { agent: 'nobody' }, undefined)).toBe(false)
})

test('filters with equal parts have equal keys; raw lines do not create another draft', () => {
  expect(filterKey({ source: 'a' })).toBe(filterKey({ source: 'a', raw: true }))
  expect(filterKey({ source: 'a' })).not.toBe(filterKey({ agent: 'a' }))
})

const isOwn = (event: (typeof fixtureEvents)[number]): boolean => event.body.kind === 'message' && event.body.from === 'operator'

test('the marker is before the oldest unread row, in any conversation', () => {
  expect(findUnread(fixtureEvents, conversationsFrom(fixtureEvents, 3), isOwn)).toEqual({ ord: 12, count: 3 })
  expect(findUnread(fixtureEvents, conversationsFrom(fixtureEvents, 0), isOwn)).toBeUndefined()
  expect(findUnread([], conversationsFrom(fixtureEvents, 3), isOwn)).toBeUndefined()
})

test('conversations of a filter', () => {
  const conversations = conversationsFrom(fixtureEvents, 3)
  expect(conversationsOf(everything, conversations, undefined)).toHaveLength(conversations.length)
  expect(conversationsOf({ source: 'l2' }, conversations, undefined)).toEqual([])
  expect(conversationsOf({ agent: 'coder' }, conversations, coder).every((one) => one.members.includes('coder'))).toBe(true)
})
