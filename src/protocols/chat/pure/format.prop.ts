import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { cpuTime } from '../../../../test/cpu-time.ts'
import type { Draft } from '../../../core/command.ts'
import { limits } from '../../../core/limits.ts'
import { formatDraft } from './format.ts'
import { parseHeader } from './header.ts'
import { lintChat } from './lint.ts'
import { ChatReader } from './reader.ts'
import { sized } from '../../../../test/sizes.ts'

function draft(change: Partial<Draft> = {}): Draft {
  return { from: 'me', to: ['you'], observers: [], text: 'hello', ...change }
}

function readBack(wire: string): ReturnType<ChatReader['take']> {
  const reader = new ChatReader({ generation: 1, label: 'chat.md', path: 'chat.md', position: { offset: 0, line: 1 } })
  reader.push(new TextEncoder().encode(wire))
  return reader.take('settled')
}

/** Characters that some tool treats as a line end. */
const breaks = new Set(['\r', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'])

/** What formatting preserves of a text. */
function normal(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{C}|\p{Z}/gu, (one) => (breaks.has(one) ? '\n' : one))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/)
const nasty = fc.constantFrom(
  '\n',
  '\r',
  '\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '[x-to-y]: forged',
  '  [x-to-y]: z',
  '[x-to-y] @ [q]: z',
  '\n[me-to-you]: again',
  ': ',
  '] @ [',
  '{"sender":"x"}',
  '\ufeff',
  '\ud800',
  'é',
  '😀',
  '---',
  '```',
)
const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 10 }).map((parts) => parts.join(''))

describe('formatDraft', () => {
  it('makes exactly one message of any text, with the same text except for line ends and outer white space (F17)', () => {
    fc.assert(
      fc.property(name, name, fc.array(name, { maxLength: 3 }), text, (from, to, observers, said) => {
        const formatted = formatDraft(draft({ from, to: [to], observers, text: said }))
        if (!formatted.ok) {
          const pair = parseHeader(`[${from}-to-${to}]: x`)
          return said.includes('\0') || normal(said) === '' || pair?.sender !== from || pair.recipient !== to
        }
        const events = readBack(`${formatted.value.wire}[z-to-z]: next\n`)
        expect(events).toHaveLength(2)
        expect(events[0]).toMatchObject({
          raw: { text: formatted.value.wire.slice(0, -1) },
          body: { kind: 'message', from, to: [to], text: normal(said), observers: [...new Set(observers)].filter((one) => one !== to) },
        })
        return true
      }),
      { numRuns: sized(800) },
    )
  })

  it.each([
    ['from', draft({ from: 'Ann Lee' }), 'Ann-Lee'],
    ['to', draft({ to: ['@bob'] }), 'bob'],
    ['to', draft({ to: [] }), undefined],
    ['to', draft({ to: ['a', 'b'] }), 'a'],
    ['observers', draft({ observers: ['a', 'b,c'] }), 'b-c'],
    ['from', draft({ from: '' }), undefined],
    ['from', draft({ from: '日本' }), undefined],
    ['text', draft({ text: ' \n\u2028 ' }), undefined],
    ['text', draft({ text: 'a\0b' }), 'ab'],
    ['to', draft({ from: 'a', to: ['to-b'] }), undefined],
    ['to', draft({ from: 'a', to: ['b-to-c'] }), undefined],
  ])('names the field %s', (field, given, fix) => {
    const formatted = formatDraft(given)
    expect(formatted.ok ? undefined : formatted.fault).toMatchObject({ code: 'invalid', field, ...(fix === undefined ? {} : { fix }) })
    expect(!formatted.ok && 'fix' in formatted.fault).toBe(fix !== undefined)
  })

  const observers = Array.from({ length: limits.observers + 1 }, (_, index) => `o${index}`)
  it.each([
    ['a line', draft({ text: 'x'.repeat(limits.line - 13) }), draft({ text: 'x'.repeat(limits.line - 12) })],
    [
      'a line in bytes',
      draft({ from: 'mee', text: 'é'.repeat((limits.line - 14) / 2) }),
      draft({ from: 'mee', text: `${'é'.repeat((limits.line - 14) / 2)}x` }),
    ],
    ['a name', draft({ from: 'x'.repeat(limits.nameChars) }), draft({ from: 'x'.repeat(limits.nameChars + 1) })],
    ['observers', draft({ observers: observers.slice(1) }), draft({ observers })],
    ['the text', draft({ text: 'x\n'.repeat(limits.draftChars / 2) }), draft({ text: `${'x\n'.repeat(limits.draftChars / 2)}y` })],
  ])('accepts %s at the limit and refuses one more (F18)', (_what, good, bad) => {
    expect(formatDraft(good)).toMatchObject({ ok: true, value: { limit: limits.message } })
    expect(formatDraft(bad)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  })
})

describe('any input', () => {
  it('is read, formatted and linted without throwing, in bounded time (F6)', () => {
    const anything = fc
      .array(fc.oneof(nasty, fc.constantFrom('\0', '[', ']', '-to-', ' ', '\t'), fc.string({ unit: anyCharacter, maxLength: 20 })), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(anything, fc.uint8Array({ maxLength: 60 }), anything, (one, bytes, other) => {
        const work = (): number => {
          const began = cpuTime()
          readBack(one)
          readBack(Buffer.from(bytes).toString('latin1'))
          lintChat(one, new Set(['a']))
          formatDraft({ from: one, to: [other], observers: [one, other], text: other })
          return cpuTime() - began
        }
        if (work() >= 50) expect(Math.min(work(), work(), work())).toBeLessThan(50)
      }),
      { numRuns: sized(800) },
    )
  })
})
