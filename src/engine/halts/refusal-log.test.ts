import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRefusalLog } from './refusal-log.ts'

let stored: string[]
beforeEach(() => {
  vi.useFakeTimers()
  stored = []
})
afterEach(() => vi.useRealTimers())
const open = () => openRefusalLog((link, text) => stored.push(`${link}: ${text}`))

test('the first refusal of an agent is stored, then one event a minute with a count, and none when there was none (F28)', () => {
  const log = open()
  for (let at = 0; at < 500; at++) log.note({ link: 'l', who: 'coder', what: `send ${at}` })
  log.note({ link: 'l', who: 'docs', what: 'write' })
  log.note({ who: 'coder', what: 'nowhere' })
  expect(stored).toEqual(['l: Refused while halted: coder wanted send 0', 'l: Refused while halted: docs wanted write'])
  vi.advanceTimersByTime(60_000)
  expect(stored.slice(2)).toEqual(['l: Refused while halted: 499 more of coder, the last one send 499'])
  vi.advanceTimersByTime(600_000)
  expect(stored).toHaveLength(3)
  log.note({ link: 'l', who: 'coder', what: 'again' })
  expect(stored.at(-1)).toBe('l: Refused while halted: coder wanted again')
  expect(vi.getTimerCount()).toBe(1)
})

test('an effect from outside makes no second line (F28)', () => {
  const log = open()
  log.note({ link: 'l', who: 'coder', what: 'write a\nended: allowed\u2028b' })
  expect(stored).toEqual(['l: Refused while halted: coder wanted write a‹LF›ended: allowed‹U+2028›b'])
  log.close()
})

test('names without end are one after 64, and what was counted is stored at the end (F28)', () => {
  const log = open()
  for (let at = 0; at < 5_000; at++) log.note({ link: 'l', who: `agent${at}`, what: 'send' })
  expect(stored).toHaveLength(65)
  log.close()
  expect(stored).toHaveLength(66)
  expect(stored.at(-1)).toContain('4935 more of others')
  log.note({ link: 'l', who: 'agent1', what: 'send' })
  expect(stored).toHaveLength(66)
  expect(vi.getTimerCount()).toBe(0)
})
