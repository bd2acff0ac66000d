import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fail, ok } from '../../core/fault.ts'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import { fakeProtocol, type FakeProtocol } from '../../../test/fakes/protocol.ts'
import { openApprovals } from '../gate/approvals.ts'
import { openGate } from '../gate/gate.ts'
import { openGrants } from '../gate/grants.ts'
import { openRoom, type Room } from '../room.ts'

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
const stored = (): unknown => services.journal.links('w').map(({ enabled }) => enabled)
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
  const changed = [room.links.update(link, 'second', { room: 'two', token: '' }), room.links.remove(link, () => ok(undefined))]
  stopped()
  await Promise.all(changed)
  expect([shown(), running().filter(Boolean)]).toEqual([[], []])
})

describe('removing a link', () => {
  test('it is stored as off before it stops, and gone only after what it was allowed', async () => {
    const seen: unknown[] = []
    const removed = room.links.remove(link, () => {
      seen.push([running(), stored()])
      return ok(undefined)
    })
    await vi.waitFor(() => expect(running()).toEqual([false]))
    expect(stored()).toEqual([false]) // a crash now leaves a link that does not start
    stopped()
    expect(await removed).toEqual(ok(undefined))
    expect([seen, stored(), shown()]).toEqual([[[[false], [false]]], [], []])
  })

  test('what it reads while it stops is stored', async () => {
    const [driver] = fake.drivers
    const removed = room.links.remove(link, () => ok(undefined))
    await vi.waitFor(() => expect(running()).toEqual([false]))
    fake.medium.push('coder>operator: the last line')
    driver?.read()
    stopped()
    expect(await removed).toEqual(ok(undefined))
    expect(services.journal.find(link, '1')).toMatchObject({ body: { text: 'the last line' } })
  })

  test('after a failure in between it is listed, off, and can be removed again', async () => {
    stopped()
    expect(await room.links.remove(link, () => fail('unavailable', 'The disk is full.'))).toMatchObject({ ok: false })
    expect([shown(), stored(), running()]).toEqual([[[false, 'off']], [false], [false]])
    expect(await room.links.remove(link, () => ok(undefined))).toEqual(ok(undefined))
    expect([shown(), stored()]).toEqual([[], []])
  })

  test('the end of a halt does not start it again', async () => {
    const removed = room.links.remove(link, () => ok(undefined))
    room.links.comeBack()
    stopped()
    await removed
    expect([shown(), running()]).toEqual([[], [false]])
  })
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
