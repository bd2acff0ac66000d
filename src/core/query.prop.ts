import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-character.ts'
import { matchesIn } from './query-match.ts'
import { parseQuery } from './query.ts'
import { tokenize } from './tokenize.ts'
import { sized } from '../../test/sizes.ts'

const now = Date.UTC(2026, 10, 20)
const piece = fc.constantFrom(
  '"',
  '-',
  ' ',
  '(',
  ')',
  '*',
  'from:',
  'to:',
  'in:',
  'before:',
  'after:',
  'AND',
  'NOT',
  '2h',
  'word',
  'ß',
  '测',
  '🎉',
  '\0',
  '\ud800',
)
const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
)

const plainToken = /^[a-z0-9\u0080-\u{10ffff}]+$/u

test('any text is a query or a fault that names the field, and its tokens contain nothing that an index could take for an operator', () => {
  fc.assert(
    fc.property(hostile, (input) => {
      const query = parseQuery(input, now)
      if (!query.ok) return query.fault.field === 'query' && query.fault.message.length < 300
      return query.value.text.every(({ tokens }) => tokens.length > 0 && tokens.every((token) => plainToken.test(token)))
    }),
    { numRuns: sized(1_500) },
  )
})

test('marks are inside the text, in order, separate, at the edges of words', () => {
  fc.assert(
    fc.property(hostile, hostile, (input, text) => {
      const query = parseQuery(input, now)
      if (!query.ok) return
      const starts = new Set(tokenize(text).map((token) => token.start))
      let last = -1
      for (const [start, end] of matchesIn(query.value, text)) {
        expect([start > last, end > start, end <= text.length, starts.has(start)]).toEqual([true, true, true, true])
        last = end
      }
    }),
    { numRuns: sized(800) },
  )
})

test('the words of a text find the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const query = parseQuery(`"${text.replaceAll('"', ' ')}"`, now)
      const tokens = tokenize(text)
      if (!query.ok || tokens.length === 0) return
      expect(matchesIn(query.value, text)).toEqual([[tokens[0]?.start, tokens.at(-1)?.end]])
    }),
    { numRuns: sized(800) },
  )
})
