import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { parseHeader } from './header.ts'
import { sized } from '../../../../test/sizes.ts'

/** The specification's expression as printed, with the flags under which `.` matches everything but a newline. */
const printed = /^\[([a-zA-Z0-9_-]+)-to-([a-zA-Z0-9_-]+)\](?:\s*@\s*\[([^\]]*)\])?\s*:\s*(.+)$/su

/** Pieces of lines close to the grammar, on which parsers may disagree. */
const piece = fc.constantFrom(
  '[',
  ']',
  '-to-',
  '-',
  'to',
  'a',
  'b_1',
  'Z9',
  ':',
  ': ',
  '@',
  ' @ ',
  ',',
  ', ',
  ' ',
  '\t',
  '\r',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\v',
  '\ufeff',
  'é',
  '😀',
  '\ud800',
  '::',
  '[]',
  '[x, y]',
  '(',
  '\0',
)
const near = fc.array(piece, { maxLength: 14 }).map((parts) => `[${parts.join('')}`)
const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,8}$/)
const proper = fc
  .tuple(
    name,
    name,
    fc.option(fc.array(fc.oneof(name, piece), { maxLength: 4 })),
    fc.constantFrom(':', ' :', ': ', '\t:\u3000'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  .map(([from, to, cc, colon, body]) => `[${from}-to-${to}]${cc === null ? '' : ` @ [${cc.join(', ')}]`}${colon}${body}`)

it('equals the printed grammar on the line without trailing white space (F7)', () => {
  fc.assert(
    fc.property(fc.oneof(near, proper), (raw) => {
      const line = raw.replaceAll('\n', ' ').trimEnd()
      const match = printed.exec(line)
      const parsed = parseHeader(raw.replaceAll('\n', ' '))
      if (match === null) return parsed === undefined
      const targets = (match[3] ?? '').split(',').map((target) => target.trim())
      expect(parsed).toEqual({
        sender: match[1],
        recipient: match[2],
        broadcast: targets.filter((target) => target !== ''),
        body: match[4],
      })
      return true
    }),
    // Chance seldom makes a sender that contains the separator.
    { numRuns: sized(8_000, 50_000), examples: [['[a-to-b-to-c]: x']] },
  )
})

/** Lines for which a backtracking matcher needs polynomial time. */
const hostile: readonly ((size: number) => string)[] = [
  (size) => `[${'-to-'.repeat(size)}`,
  (size) => `[${'a-to-'.repeat(size)}]`,
  (size) => `[a-to-b]${' '.repeat(size * 4)}x`,
  (size) => `[a-to-b] @ [${', '.repeat(size * 2)}`,
  (size) => `[a-to-b]:${'\u3000'.repeat(size * 2)}`,
  (size) => `[${'a'.repeat(size * 4)}-to-b]: ${' x'.repeat(size)}`,
  (size) => ' \t'.repeat(size * 2),
]

it.each(hostile.map((make, index) => [index, make] as const))(
  'takes a time that grows with the line only, kind %i (F6)',
  (_index, make) => {
    expectLinearTime((size) => {
      const line = make(size)
      return () => parseHeader(line)
    }, 8_000)
  },
)
