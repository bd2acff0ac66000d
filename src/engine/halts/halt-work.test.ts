import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok, type Result } from '../../core/fault.ts'
import type { Halt, HaltRow } from '../../core/halt.ts'
import { openHaltWork } from './halt-work.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a link that does not come back is waited for once, however much there is to say on it (F28)', async () => {
  const room = { id: 'w', links: { list: () => [{ id: 'irc', status: { lamp: 'down' } }] } } as unknown as Room
  const services = { halts: { refusing: () => [] }, now: Date.now, log: () => undefined } as unknown as Services
  const work = openHaltWork(services, {} as never, { running: () => [room] })
  const says = ['#general', '#dev', 'coder'].map((place) => ({ key: place, place, wire: 'RESUME', step: 'planned' }))
  const row = { link: 'irc', workspace: 'w', name: 'IRC', says } as unknown as HaltRow
  let told: HaltRow | undefined
  void work.sayOnceBack(row, () => true).then((done) => (told = done))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told?.says.map(({ step, fault }) => [step, fault?.code])).toEqual(says.map(() => ['failed', 'timeout']))
})

test('links are told together: how far they are is stored once for all, and before anything is sent (F28)', async () => {
  vi.useRealTimers()
  const says = ['#general', '#dev'].map((place) => ({ key: place, place, wire: place, step: 'planned' }))
  let halt = { id: '7F3K', rows: Array.from({ length: 64 }, (_, at) => ({ link: `l${at}`, workspace: 'w', says })) } as unknown as Halt
  let stored = 0
  const halts = {
    find: () => halt,
    change(_id: string, change: (now: Halt) => Halt) {
      stored++
      halt = change(halt)
    },
  }
  const stepsOf = (link: string): string[] => halt.rows.find((row) => row.link === link)?.says.map(({ step }) => step) ?? []
  const before: string[][] = []
  const say = (link: string) => {
    before.push(stepsOf(link))
    return Promise.resolve(ok(undefined))
  }
  const services = { halts, now: Date.now } as unknown as Services
  await openHaltWork(services, {} as never, { running: () => [{ id: 'w', say } as unknown as Room] }).say('7F3K', () => true)
  expect(new Set(before.map(String))).toEqual(new Set(['sending,planned', 'done,sending']))
  expect(halt.rows.every(({ link }) => String(stepsOf(link)) === 'done,done')).toBe(true)
  expect(stored).toBe(4)
})

test('nothing is ended, said or left that the operator left out, that was done before, or that may have been sent (F28)', async () => {
  const parts = (['left', 'done', 'sending', 'planned', 'failed'] as const).map((step) => ({ key: step, place: step, wire: step, step }))
  const rows = parts.map(({ step }) => ({ link: step, workspace: 'w', ends: parts, says: parts, leaves: { step } }))
  const halt = { id: '7F3K', rows } as unknown as Halt
  const done: string[] = []
  const services = { halts: { find: () => halt, change: () => undefined }, now: Date.now } as unknown as Services
  const stop = (_order: unknown, keys: string[]): Promise<ReadonlyMap<string, Result<void>>> => {
    done.push(`end ${keys.join(' ')}`)
    return Promise.resolve(new Map<string, Result<void>>())
  }
  const room = {
    id: 'w',
    say: (_link: string, wire: string) => Promise.resolve(ok(void done.push(`say ${wire}`))),
    links: { halt: () => ({ stop }), leave: (link: string) => Promise.resolve(void done.push(`leave ${link}`)) },
  } as unknown as Room
  vi.useRealTimers()
  const work = openHaltWork(services, { permitHalt: () => undefined } as never, { running: () => [room] })
  await work.stop(halt.id, () => ({}) as never)
  await work.say(halt.id, () => true)
  await work.leave(halt.id)
  expect([...new Set(done)].toSorted()).toEqual(['end planned failed', 'leave failed', 'leave planned', 'say failed', 'say planned'])
})

test('a link is halted again only by a halt of all that speak there (F28)', () => {
  let kind = 'agents'
  const services = { halts: { refusing: () => [{ scope: { kind } }] } } as unknown as Services
  const work = openHaltWork(services, {} as never, { running: () => [] })
  const row = { workspace: 'w' } as unknown as HaltRow
  expect(work.isHaltedAgain(row)).toBe(false)
  kind = 'workspace'
  expect(work.isHaltedAgain(row)).toBe(true)
})
