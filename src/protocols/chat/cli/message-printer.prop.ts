import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { parseHeader } from '../pure/header.ts'
import { MessagePrinter } from './message-printer.ts'
import { sized } from '../../../../test/sizes.ts'

const pieces = fc.constantFrom(
  ...[
    '\n',
    '\r\n',
    '[a-to-b]: x',
    '[a-to-b]:',
    '[a-to-b]',
    ' @ [c, é]',
    '@[\u00a0d ,]',
    ':',
    ' ',
    '\u00a0',
    '\u3000',
    'à',
    '—',
    '😀',
    '"',
    '\\',
    '\t',
    '\u2028',
    '\ufeff',
    '\u0001',
    '\u007f',
    '\u009b',
    '\u061c',
    '\u202e',
    '\u2067',
    '  [x-to-y]: z',
  ].map((text) => Buffer.from(text)),
)
const chunk = fc
  .array(fc.oneof(pieces, fc.constant(Buffer.from('[agent-to-other]: some words to fill the line with\n'.repeat(90)))), { maxLength: 10 })
  .map((parts) => Buffer.concat(parts))
const odd = fc.constantFrom(Buffer.alloc(0), Buffer.of(0xff), Buffer.of(0xc3), Buffer.from('x'.repeat(limits.line + 1)))

/** The expected output, from decoding each line. */
function plain(whole: Buffer): { out: unknown[]; complaints: number } {
  const text = new TextDecoder('utf-8').decode(whole)
  const bytes = whole.toString('latin1').split('\n')
  let complaints = 0
  const out = text.split('\n').flatMap((line, index) => {
    if ((bytes[index]?.length ?? 0) > limits.line) {
      complaints++
      return []
    }
    const header = parseHeader(line)
    if (header === undefined) return []
    const { sender, recipient, broadcast, body } = header
    return [{ timestamp: 'T', sender, recipient, broadcast, message: body, line_number: index + 1 }]
  })
  return { out, complaints }
}

it('prints the same as decoding and parsing each line, on its fast path and its slow one, however the bytes are split', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(chunk, odd), { minLength: 1, maxLength: 4 }), (parts) => {
      const chunks = parts.flatMap(([some, rest], index) => (index % 2 === 0 ? [some, rest] : [Buffer.concat([some, rest])]))
      let complaints = 0
      const printer = new MessagePrinter(
        { offset: 0, line: 1 },
        () => 'T',
        () => complaints++,
      )
      const printed = Buffer.concat([...chunks.map((one) => printer.push(one)), Buffer.from(printer.settle())]).toString('utf8')
      const expected = plain(Buffer.concat(chunks))
      expect(
        printed
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as unknown),
      ).toEqual(expected.out)
      expect(complaints).toBe(expected.complaints)
      // oxlint-disable-next-line no-control-regex -- this searches for control characters
      expect(printed).not.toMatch(/[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    }),
    { numRuns: sized(60, 1_000) },
  )
})

it.each(['\u3000 ', '\u00a0\r', '\u00a0\t ', ' \u2028 ', ' '])(
  'removes white space of any kind at the end of a line, also on the fast path: %j',
  (end) => {
    const printer = new MessagePrinter(
      { offset: 0, line: 1 },
      () => 'T',
      () => undefined,
    )
    const filler = '[agent-to-other]: some words to fill the line with\n'.repeat(90)
    const printed = printer.push(Buffer.from(`${filler}[a-to-b]: x${end}\n`)).toString('utf8')
    expect(JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ message: 'x', line_number: 91 })
  },
)

it.each(['\u007f', '\u009b', '\u061c', '\u202e', '\u2067'])(
  'escapes a character that controls a terminal, also on the fast path: %j',
  (steering) => {
    const printer = new MessagePrinter(
      { offset: 0, line: 1 },
      () => 'T',
      () => undefined,
    )
    const filler = '[agent-to-other]: some words to fill the line with\n'.repeat(90)
    const printed = printer.push(Buffer.from(`${filler}[a-to-b]: x${steering}y\n`)).toString('utf8')
    expect(printed).not.toContain(steering)
    expect(JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ message: `x${steering}y` })
  },
)
