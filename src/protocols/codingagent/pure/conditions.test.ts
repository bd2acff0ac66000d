import { expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../../test/fakes/events.ts'
import { endedByReply, refusedId, refusedInEvent } from './conditions.ts'

const round = { session: 'a1b2c3d4', sequence: 3 }
const fault = { kind: 'fault', fault: { code: 'conflict', message: 'r.txt is not a reply and was not used.' } } as const
const wireId = refusedId(round, 'inbox/processed/r.txt')
const reply = messageBody('llm', 'operator')
const ended = (id: string): readonly string[] => endedByReply(storedEvent(1, reply, { wireId: id }))

test('a file that is no reply to the open round needs the operator, once for each round (F27)', () => {
  expect(refusedInEvent(storedEvent(1, fault, { wireId, at: 5 }))).toEqual([
    { id: 'refused/a1b2c3d4/3', source: 'refused', who: 'a1b2c3d4', text: fault.fault.message, since: 5, about: 'a1b2c3d4' },
  ])
  expect(refusedInEvent(storedEvent(1, reply, { wireId }))).toEqual([])
  expect(refusedInEvent(storedEvent(1, fault, { wireId: 'refused:inbox/processed/r.txt' }))).toEqual([])
})

test('a reply to that round ends it, whichever version; nothing else does (F27)', () => {
  expect([ended('a1b2c3d4:3:reply'), ended('a1b2c3d4:3:reply:2')]).toEqual([['refused/a1b2c3d4/3'], ['refused/a1b2c3d4/3']])
  expect([ended('a1b2c3d4:3:outbox'), ended('a1b2c3d4:3:replying'), ended(wireId)]).toEqual([[], [], []])
  expect(endedByReply(storedEvent(1, fault, { wireId: 'a1b2c3d4:3:reply' }))).toEqual([])
})
