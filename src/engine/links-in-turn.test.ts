import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testServices, testWorkspace, type TestServices } from '../../test/fakes/services.ts'
import { fakeProtocol, type FakeProtocol } from '../../test/fakes/protocol.ts'
import { openApprovals } from './approvals.ts'
import { openGate } from './gate.ts'
import { openGrants } from './grants.ts'
import { openRoom, type Room } from './room.ts'

let services: TestServices
let fake: FakeProtocol
let room: Room
let link: string
/** Ends the stop of the first driver, which takes its time. */
let stopped: () => void

beforeEach(async () => {
  fake = fakeProtocol()
  services = await testServices([fake])
  services.journal.putWorkspace(testWorkspace)
  const grants = openGrants(services)
  const approvals = openApprovals(services, grants, () => undefined)
  const gate = openGate(services, grants, approvals)
  room = openRoom(services, gate, approvals, testWorkspace, true, { needs: () => [], changed: () => undefined })
  link = room.links.list()[0]?.id ?? ''
  const [driver] = fake.drivers
  if (driver === undefined) throw new Error('no driver')
  const { promise, resolve } = Promise.withResolvers<undefined>()
  stopped = () => resolve(undefined)
  driver.stop = () => {
    driver.isRunning = false
    return promise
  }
})
afterEach(async () => {
  stopped()
  await room.close()
  services.close()
})

const running = (): boolean[] => fake.drivers.map(({ isRunning }) => isRunning)
const shown = (): unknown => room.links.list().map(({ enabled, status }) => [enabled, status.lamp])

test('the last of two changes at once decides whether a link is followed', async () => {
  const changed = [room.links.enable(link, false), room.links.enable(link, true)]
  stopped()
  expect(await Promise.all(changed)).toMatchObject([{ value: { enabled: false } }, { value: { enabled: true } }])
  expect(services.journal.links('w')).toMatchObject([{ enabled: true }])
  expect([shown(), running()]).toEqual([[[true, 'up']], [false, true]])
})

test('changes, a retry and the end of a halt at once leave one driver running', async () => {
  const changed = [
    room.links.update(link, 'second', { room: 'two', token: '' }),
    room.links.act(link, 'retry', 'operator'),
    room.links.update(link, 'third', { room: 'three', token: '' }),
  ]
  room.links.comeBack()
  stopped()
  expect((await Promise.all(changed)).map(({ ok }) => ok)).toEqual([true, true, true])
  await vi.waitFor(() => expect(running().filter(Boolean)).toHaveLength(1))
  expect(running().at(-1)).toBe(true)
  await room.close()
  expect(running().filter(Boolean)).toEqual([])
})

test('a link that is removed while it is changed is gone', async () => {
  const changed = [room.links.update(link, 'second', { room: 'two', token: '' }), room.links.remove(link)]
  stopped()
  await Promise.all(changed)
  expect([shown(), running().filter(Boolean)]).toEqual([[], []])
})

test('nothing starts once the workspace is being closed', async () => {
  const changed = room.links.update(link, 'second', { room: 'two', token: '' })
  await vi.waitFor(() => expect(running()).toEqual([false]))
  const closed = room.close()
  stopped()
  await Promise.all([changed, closed])
  expect(running().filter(Boolean)).toEqual([])
})

test('a link that was started again while it stopped is not shown as off', async () => {
  const left = room.links.leave(link)
  room.links.comeBack()
  await vi.waitFor(() => expect(running()).toEqual([false, true]))
  stopped()
  await left
  expect(shown()).toEqual([[true, 'up']])
})
