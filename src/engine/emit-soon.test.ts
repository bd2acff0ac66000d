import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testServices, testWorkspace, type TestServices } from '../../test/fakes/services.ts'
import { fakeEvent, fakeProtocol, type FakeProtocol } from '../../test/fakes/protocol.ts'
import { fail } from '../core/fault.ts'
import type { LinkContext } from '../core/protocol.ts'
import { openApprovals } from './approvals.ts'
import { openGate } from './gate.ts'
import { openGrants } from './grants.ts'
import { openRoom, type Room } from './room.ts'

let services: TestServices
let fake: FakeProtocol
let room: Room
/** What waits in the journal; a fault: that is what becomes of it. */
let waiting: (() => void)[]
let isFull: boolean

beforeEach(async () => {
  // Not setImmediate: slices of other journals would wait for it for ever.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fake = fakeProtocol()
  services = await testServices([fake])
  services.journal.putWorkspace(testWorkspace)
  waiting = []
  isFull = false
  const settle = (): void => {
    for (const store of waiting.splice(0)) store()
  }
  const journal: TestServices['journal'] = {
    ...services.journal,
    settle,
    append(batch) {
      settle()
      return services.journal.append(batch)
    },
    appendSoon(batch, took) {
      const store = (): void =>
        took(isFull ? fail('unavailable', 'The disk is full.') : { ok: true, value: services.journal.append(batch) })
      waiting.push(store)
    },
  }
  const own = { ...services, journal }
  const grants = openGrants(own)
  const approvals = openApprovals(own, grants, () => undefined)
  fake.isUpByItself = false
  room = openRoom(own, openGate(own, grants, approvals), approvals, testWorkspace, true, { needs: () => [], changed: () => undefined })
})
afterEach(async () => {
  isFull = false
  await room.close()
  vi.useRealTimers()
  services.close()
})

function emit(wireId: string, state?: unknown, driver = 0): LinkContext | undefined {
  const context = fake.drivers[driver]?.context
  context?.emit([{ ...fakeEvent('coder>reviewer: hello', 0), wireId }], state, true)
  return context
}

test('what waits is neither folded nor found, and counts as read if it came before the link was up', () => {
  emit('1')
  expect(room.folds.counts.messages()).toBe(0)
  fake.drivers[0]?.up()
  expect(room.folds.counts.messages()).toBe(1)
  expect(room.state().conversations.map(({ unread }) => unread)).toEqual([0])
  emit('2')
  expect(emit('3')?.stored.find('2')?.wireId).toBe('2')
  expect(room.state().conversations.map(({ unread }) => unread)).toEqual([2])
})

test('what was stored too late to be read before is read after a restart, too', () => {
  emit('1')
  fake.drivers[0]?.up()
  expect([...services.journal.readMarks('w').values()]).toEqual([1])
})

test('if it cannot be stored, the driver is replaced by one that starts from the last stored state', async () => {
  fake.drivers[0]?.up()
  emit('1', 1)?.emit([], undefined)
  isFull = true
  emit('2', 2)
  emit('3', 3)?.stored.head()
  expect(room.links.list()[0]?.status).toMatchObject({ lamp: 'down', reason: { message: 'The disk is full.' } })
  expect(emit('4', 4)?.stored.head()).toBe(0)
  expect(waiting).toEqual([])
  isFull = false
  await vi.advanceTimersByTimeAsync(250)
  expect(fake.drivers).toHaveLength(2)
  expect(fake.drivers[1]?.context.saved).toBe(1)
})

test('a workspace is closed when it is stored', async () => {
  emit('1')
  await room.close()
  expect(room.folds.counts.messages()).toBe(1)
})
