import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deskRoom, type DeskRoom } from '../../../test/fakes/desk-room.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import type { PresenceBody } from '../../core/event.ts'

const minute = 60_000
let desk: DeskRoom
beforeEach(async () => {
  desk = await deskRoom()
})
afterEach(() => desk.close())

let number = 10_000
function presence(agent: string, word: PresenceBody['word'], said: string): void {
  const body = { kind: 'presence', agent, word, evidence: 'transport', said } as const
  desk.fake.drivers[0]?.context.emit([{ ...fakeEvent('', ++number), body }], desk.fake.medium.length)
}

/** Hours go by in steps that are too short for a sleep of the machine. */
async function hours(count: number): Promise<void> {
  for (let left = count * 15; left > 0; left--) {
    desk.services.advance(4 * minute)
    await vi.advanceTimersByTimeAsync(4 * minute)
  }
}

const needs = (): string[] => desk.room.desk.needs().map(({ who }) => who)
const ended = (): unknown[] =>
  desk.room.desk
    .lists()
    .ended.since(0)
    .map(({ debt }) => [debt.creditor, debt.end?.how])

test('a question whose asker left is closed after a day, and is there again when the asker is (F27)', async () => {
  presence('coder', 'idle', 'available')
  presence('tester', 'idle', 'available')
  desk.say('coder>operator: Which port?')
  desk.say('tester>operator: Which host?')
  await desk.pass(5_000)
  expect(needs()).toEqual(['coder', 'tester'])
  presence('coder', 'lost', 'quit')
  await hours(23)
  expect(needs()).toEqual(['coder', 'tester'])
  await hours(2)
  expect(needs()).toEqual(['tester'])
  expect(ended()).toEqual([['coder', 'left']])
  presence('coder', 'idle', 'available')
  await desk.pass(5_000)
  expect(needs()).toEqual(['coder', 'tester'])
  expect(ended()).toEqual([])
})
