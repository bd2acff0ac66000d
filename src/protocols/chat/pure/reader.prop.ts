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

  it.each([
    ['lines', line(98), 5_000],
    ['pieces of a line', 'xyz '.repeat(5), 3_000],
  ])('keeps its writer waiting longer and longer that pauses after each of many %s (F18)', (_what, piece, times) => {
    const reader = openReader()
    let [written, emitted, waited] = ['[a-to-b]: x\n  ', 0, 0]
    reader.push(new TextEncoder().encode(written))
    for (let at = 0; at < times; at++) {
      written += piece
      reader.push(new TextEncoder().encode(piece))
      emitted += charsOf(reader.take('idle'))
      const wait = reader.settleMs
      if (wait === undefined || wait > 60_000) continue
      waited += wait
      emitted += charsOf(reader.take('settled'))
    }
    expect(emitted).toBeLessThan(50 * written.length)
    expect(waited).toBeGreaterThan(60_000)
    expect(charsOf(reader.take('settled'))).toBeGreaterThan(written.length - 2)
  })

  it('is shown after a second of silence, however long it is already', () => {
    const reader = openReader()
    reader.push(new TextEncoder().encode(`[a-to-b]: x\n${line(98).repeat(5_000)}`))
    expect(reader.take('idle')).toHaveLength(1)
    for (let times = 0; times < 4; times++) {
      reader.push(new TextEncoder().encode(line(98)))
      expect(reader.take('idle')).toHaveLength(0)
      expect(reader.settleMs).toBe(1_000)
      expect(reader.take('settled')).toHaveLength(1)
      expect(reader.settleMs).toBeUndefined()
    }
  })
})
