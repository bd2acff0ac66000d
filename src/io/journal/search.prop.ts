import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-character.ts'
import { matchesIn } from '../../core/query-match.ts'
import { parseQuery } from '../../core/query.ts'
import { append, message, tempJournal } from './test-journal.ts'

const piece = fc.constantFrom(
  'fix',
  'Fix',
  'fixed',
  'user_id',
  'user',
  'id',
  'naïve',
  'NAIVE',
  'ß',
  '测',
  '试',
  '完了',
  '🎉',
  '👍🏽',
  'हिन्दी',
  '½',
  '⑴',
  '-',
  '"',
  '\0',
  '.',
  '\ud800',
  'é',
  'e\u0301',
)
const glue = fc.constantFrom(' ', '', ' ', ',', '\n')
const text = fc.array(fc.tuple(piece, glue), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.flat().join(''))

test('the index finds exactly the texts in which the query is marked', () => {
  const journal = tempJournal()
  const texts = [...new Set(fc.sample(text, { numRuns: 400, seed: 7 }))]
  append(
    journal,
    texts.map((body, index) => message(String(index), body, { from: 'zz1', to: [], conversation: 'zz2' })),
  )
  fc.assert(
    fc.property(fc.oneof(piece, text), fc.boolean(), (words, isPhrase) => {
      // One clause, because several may be spread over text and names.
      const input = isPhrase ? `"${words.replaceAll('"', '')}"` : words.replaceAll(/[\s"]|^-+/g, '')
      const query = parseQuery(input, 0)
      const found = journal.search({ workspace: 'w', query: input, limit: 500, now: 0 })
      if (!query.ok) {
        expect(found).toEqual(query)
        return
      }
      const [clause] = query.value.text
      if (clause === undefined || !found.ok) {
        expect(found).toMatchObject({ ok: true, value: { total: 0 } })
        return
      }
      const positive = { ...query.value, text: [{ ...clause, negated: false }] }
      const marked = texts.flatMap((body, index) => (matchesIn(positive, body).length > 0 === !clause.negated ? [String(index)] : []))
      expect(found.value.hits.map((hit) => hit.event.wireId).toReversed()).toEqual(marked)
      expect(found.value.total).toBe(marked.length)
    }),
    { numRuns: 1_000 },
  )
})

test('no query makes the index fail', () => {
  const journal = tempJournal()
  append(journal, [message('1', 'fix the parser')])
  const odd = fc.constantFrom(
    '"',
    '(',
    ')',
    '*',
    '^',
    '+',
    ':',
    '{text}',
    'AND ',
    ' OR ',
    ' NOT ',
    'NEAR(a,2)',
    '-',
    'from:',
    'in:',
    ' ',
    "'",
    ';',
    '\0',
    'fix',
  )
  const input = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 100 }),
    fc.array(odd, { maxLength: 40 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(input, (query) => {
      const found = journal.search({ workspace: 'w', query, limit: 5, now: 0 })
      return found.ok || (found.fault.field === 'query' && ['invalid', 'too-large'].includes(found.fault.code))
    }),
    { numRuns: 4_000 },
  )
})
