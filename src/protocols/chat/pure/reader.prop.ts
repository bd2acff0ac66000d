import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../../test/sizes.ts'
import type { NewEvent } from '../../../core/event.ts'
import { ChatReader } from './reader.ts'

function openReader(): ChatReader {
  return new ChatReader({ generation: 1, label: 'chat.md', path: 'chat.md', position: { offset: 0, line: 1 } })
}

const charsOf = (events: readonly NewEvent[]): number => events.reduce((sum, { raw }) => sum + raw.text.length, 0)
const line = (length: number): string => `  ${'x'.repeat(length)}\n`
/** What an agent appends to its message at once, with or without the end of the line. */
const pieces = fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }).map(line), fc.stringMatching(/^[ xy\n]{1,40}$/)), {
  minLength: 1,
  maxLength: 300,
})

describe('a message that grows', () => {
  it('is emitted in versions that are together linear in its length, the last one whole (F18)', () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom('close', 'settle', 'next'), (written, end) => {
        const reader = openReader()
        const text = `[a-to-b]: x\n${written.join('')}`
        const events: NewEvent[] = []
        for (const piece of ['[a-to-b]: x\n', ...written]) {
          reader.push(new TextEncoder().encode(piece))
          events.push(...reader.take('idle'))
        }
        expect(events[0]?.raw.text).toBe('[a-to-b]: x')
        expect(charsOf(events)).toBeLessThanOrEqual(10 * text.length)
        const isSettled = reader.settleMs === undefined
        if (end === 'next') reader.push(new TextEncoder().encode('\n[c-to-d]: y\n'))
        const last = reader.take(end === 'settle' ? 'settled' : 'closed')
        if (isSettled && end !== 'next') expect(last).toEqual([])
        events.push(...last)
        const whole = openReader()
        whole.push(new TextEncoder().encode(end === 'next' ? `${text}\n[c-to-d]: y\n` : text))
        const replaced = new Set(events.flatMap(({ supersedes }) => supersedes ?? []))
        expect(events.filter(({ wireId }) => !replaced.has(wireId)).map(({ raw }) => raw.text)).toEqual(
          whole.take(end === 'settle' ? 'settled' : 'closed').map(({ raw }) => raw.text),
        )
      }),
      { numRuns: sized(200) },
    )
  })

  /** An agent appends a piece at a time, and whoever follows the file takes what waits when it is due. @returns the longest wait, ms, and how much is emitted */
  function grown(start: number, piece: string, everyMs: number, times: number): { readonly waited: number; readonly perByte: number } {
    const reader = openReader()
    reader.push(new TextEncoder().encode(`[a-to-b]: x\n${line(97).repeat(start / 100)}  `))
    let emitted = charsOf(reader.take('idle'))
    let waited = 0
    let waiting: { readonly since: number; readonly until: number } | undefined
    for (let now = 0; now < everyMs * times; now += everyMs) {
      if (waiting !== undefined && waiting.until <= now) {
        emitted += charsOf(reader.take('settled'))
        waited = Math.max(waited, waiting.until - waiting.since)
        waiting = undefined
      }
      reader.push(new TextEncoder().encode(piece))
      emitted += charsOf(reader.take('idle'))
      const wait = reader.settleMs
      if (wait === undefined) waiting = undefined
      else waiting ??= { since: now, until: now + wait }
    }
    return { waited, perByte: emitted / (start + piece.length * times) }
  }

  it.each([
    ['fast', 8_000, line(77), 500, 2_000, 20],
    ['every two seconds', 0, line(57), 2_000, 200, 4],
    ['every ten seconds', 0, line(57), 10_000, 200, 5],
    ['every minute', 0, line(57), 60_000, 300, 10],
    ['in one line', 2_000, 'word '.repeat(8), 1_500, 400, 6],
    ['at its greatest length', 900_000, line(77), 1_000, 1_000, 40],
  ])('is seen while it grows, and fills no disk (F18): %s', (_pace, start, piece, everyMs, times, mostSeconds) => {
    const { waited, perByte } = grown(start, piece, everyMs, times)
    expect(waited).toBeGreaterThanOrEqual(1_000)
    expect(waited).toBeLessThanOrEqual(mostSeconds * 1_000)
    expect(perByte).toBeLessThanOrEqual(150)
  })

  it('waits longer for each of many versions, for its writer could make as many as it likes (F18)', () => {
    const reader = openReader()
    reader.push(new TextEncoder().encode(`[a-to-b]: x\n${line(97).repeat(1_000)}`))
    let emitted = charsOf(reader.take('idle'))
    let waited = 0
    while (waited < 24 * 3_600_000) {
      reader.push(new TextEncoder().encode(' x\n'))
      reader.take('idle')
      waited += reader.settleMs ?? 0
      emitted += charsOf(reader.take('settled'))
    }
    expect(emitted).toBeLessThan(1_000 * 100_000)
  })

  it('is shown after a second, however long it is already', () => {
    const reader = openReader()
    reader.push(new TextEncoder().encode(`[a-to-b]: x\n${line(98).repeat(5_000)}`))
    expect(reader.take('idle')).toHaveLength(1)
    reader.push(new TextEncoder().encode(line(98)))
    expect(reader.take('idle')).toHaveLength(0)
    expect(reader.settleMs).toBe(1_000)
    expect(reader.take('settled')).toHaveLength(1)
    expect(reader.settleMs).toBeUndefined()
  })

  it('waits for silence only with the beginning of another one', () => {
    const reader = openReader()
    const begins = (text: string): boolean => {
      reader.push(new TextEncoder().encode(text))
      reader.take('idle')
      return reader.isBeginning
    }
    expect(begins('[a-to-b]: x\n')).toBe(false)
    expect(begins('  more')).toBe(false)
    expect(begins('\n[c-t')).toBe(true)
    expect(begins('o-d]: y\n')).toBe(false)
  })
})
