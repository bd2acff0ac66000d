import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LampBody } from '../../core/event.ts'
import type { LinkStatus } from '../../core/link.ts'
import { openLampLog, type LampLog } from './lamp-log.ts'

let stored: LampBody[]
let log: LampLog

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  stored = []
  log = openLampLog({ now: Date.now, store: (_link, body) => void stored.push(body) })
})
afterEach(() => vi.useRealTimers())

function note(lamp: LinkStatus['lamp'], more: Partial<LinkStatus> = {}, link = 'l'): void {
  log.note(link, { lamp, text: lamp, since: Date.now(), ...more })
}

const lamps = (): (string | number)[][] => stored.map(({ lamp, changes = 1 }) => [lamp, changes])

test('a lamp is stored once it has lasted a second, with since when and why', () => {
  note('connecting')
  vi.advanceTimersByTime(200)
  note('up')
  vi.advanceTimersByTime(800)
  expect(stored).toEqual([])
  vi.advanceTimersByTime(200)
  expect(stored).toEqual([{ kind: 'lamp', lamp: 'up', text: 'up', since: 1_000_200, changes: 2 }])
  vi.advanceTimersByTime(60_000)
  note('down', { reason: { code: 'unavailable', message: 'no answer' } })
  vi.advanceTimersByTime(1_000)
  expect(stored[1]).toEqual({ kind: 'lamp', lamp: 'down', text: 'down', since: 1_061_200, reason: 'no answer' })
})

test('what a link says besides its lamp is no change', () => {
  note('up')
  vi.advanceTimersByTime(5_000)
  note('up', { text: 'byte 5', count: { value: 5, unit: 'line' } })
  vi.advanceTimersByTime(60_000)
  expect(lamps()).toEqual([['up', 1]])
})

test('a link that goes up and down makes one event in ten seconds, however fast it does', () => {
  for (let at = 0; at < 600; at++) {
    note(at % 2 === 0 ? 'up' : 'down')
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(20_000)
  expect(stored.length).toBeGreaterThanOrEqual(6)
  expect(stored.length).toBeLessThanOrEqual(8)
  expect(stored.at(-1)?.lamp).toBe('down')
  expect(stored.reduce((sum, { changes = 1 }) => sum + changes, 0)).toBe(600)
})

test('a link that comes and goes every two seconds makes one event in ten seconds, too', () => {
  for (let at = 0; at < 30; at++) {
    note(at % 2 === 0 ? 'up' : 'down')
    vi.advanceTimersByTime(2_000)
  }
  vi.advanceTimersByTime(20_000)
  expect(stored.length).toBeGreaterThanOrEqual(6)
  expect(stored.length).toBeLessThanOrEqual(8)
  expect(stored.reduce((sum, { changes = 1 }) => sum + changes, 0)).toBe(30)
})

test('a clock that is set back holds nothing up; the end stores what is left, and nothing after it', () => {
  note('up')
  vi.advanceTimersByTime(2_000)
  vi.setSystemTime(1_000)
  note('down')
  vi.advanceTimersByTime(10_000)
  expect(lamps()).toEqual([
    ['up', 1],
    ['down', 1],
  ])
  note('up')
  log.close()
  note('off')
  vi.advanceTimersByTime(60_000)
  expect(lamps().at(-1)).toEqual(['up', 1])
})
