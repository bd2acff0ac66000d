import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HaltRow } from '../core/halt.ts'
import { openHaltWork } from './halt-work.ts'
import type { Room } from './room.ts'
import type { Services } from './services.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a link that does not come back is waited for once, however much there is to say on it (F28)', async () => {
  const room = { id: 'w', links: { list: () => [{ id: 'irc', status: { lamp: 'down' } }] } } as unknown as Room
  const services = { halts: { refusing: () => [] }, now: Date.now, log: () => undefined } as unknown as Services
  const work = openHaltWork(services, {} as never, { running: () => [room] })
  const says = ['#general', '#dev', 'coder'].map((place) => ({ key: place, place, wire: 'RESUME', step: 'planned' }))
  const row = { link: 'irc', workspace: 'w', name: 'IRC', says } as unknown as HaltRow
  let told: HaltRow | undefined
  void work.sayOnceBack(row).then((done) => (told = done))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told?.says.map(({ step, fault }) => [step, fault?.code])).toEqual(says.map(() => ['failed', 'timeout']))
})
