import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-character.ts'
import { sized } from '../../../test/sizes.ts'
import { matchesIn } from '../../core/query-match.ts'
import { parseQuery } from '../../core/query.ts'
import { append, message, tempJournal, workspace } from '../../../test/fakes/journal.ts'

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

test('the index finds exactly the texts in which the query is highlighted', async () => {
  const journal = tempJournal()
  const texts = [...new Set(fc.sample(text, { numRuns: 400, seed: 7 }))]
  append(
    journal,
    texts.map((body, index) => message(String(index), body, { from: 'zz1', to: [], conversation: 'zz2' })),
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(piece, text), fc.boolean(), async (words, isPhrase) => {
      // One clause, because several may be spread over text and names.
      const input = isPhrase ? `"${words.replaceAll('"', '')}"` : words.replaceAll(/[\s"]|^-+/g, '')
      const query = parseQuery(input, 0)
      const found = await journal.search({ workspace: 'w', query: input, limit: 500, now: 0 })
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
    { numRuns: sized(60, 2_000) },
  )
})

test('no query makes the index fail', async () => {
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
  await fc.assert(
    fc.asyncProperty(input, async (query) => {
      const found = await journal.search({ workspace: 'w', query, limit: 5, now: 0 })
      return found.ok || (found.fault.field === 'query' && ['invalid', 'too-large'].includes(found.fault.code))
    }),
    { numRuns: sized(350) },
  )
})

/** A message of the property: its position is independent of its arrival. */
interface StoredMessage {
  words: string[]
  from: string
  at: number
  gap: number
  isUnread: boolean
}

const stored: fc.Arbitrary<StoredMessage> = fc.record({
  words: fc.array(fc.constantFrom('fix', 'fixed', 'parser', 'pass', 'done'), { minLength: 1, maxLength: 3 }),
  from: fc.constantFrom('coder', 'tester', 'pa'),
  at: fc.integer({ min: 1, max: 9 }),
  /** Positions left free before it, as reserved for history. */
  gap: fc.constantFrom(0, 0, 0, 3, 5_000, 100_000),
  isUnread: fc.boolean(),
})

interface Asked {
  word: string
  from: string
  after: number | undefined
  before: number | undefined
  isUnread: boolean | undefined
  limit: number
  piece: number
}

/** Two messages, from the first position of a block on, and what is asked of them. */
function both(first: number, second: number, dates: { after?: number; before?: number }): [StoredMessage[], Asked] {
  const one = { words: ['fix'], from: 'coder', isUnread: false }
  const asked = { word: 'fix', from: '', after: undefined, before: undefined, isUnread: undefined, limit: 5, piece: 4, ...dates }
  return [
    [
      { ...one, at: first, gap: 100_000 },
      { ...one, at: second, gap: 0 },
    ],
    asked,
  ]
}

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()

test('words, beginnings, senders, dates and is:unread together find the same as a naive filter, at any page size', async () => {
  const journal = tempJournal()
  let source = 0
  const asked: fc.Arbitrary<Asked> = fc.record({
    word: fc.constantFrom('', 'fix', 'p', 'pa', 'parser', '"fix parser"', '-done'),
    from: fc.constantFrom('', 'coder', 'pa'),
    after: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    before: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    isUnread: fc.constantFrom(undefined, true, false),
    limit: fc.integer({ min: 1, max: 5 }),
    piece: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { maxLength: 12 }), asked, async (given, { word, from, after, before, isUnread, limit, piece }) => {
      const id = `p${source++}`
      journal.putWorkspace(workspace(id))
      const rows = given.map(({ words, from, at, gap, isUnread }, index) => {
        journal.reserveOrder(gap)
        const [event] = append(journal, [message(String(index), words.join(' '), { from, to: [] })], {
          workspace: id,
          source: id,
          at: at * 1_000,
        })
        return { text: words.join(' '), from, at, isUnread, ord: event?.ord ?? 0, wireId: String(index) }
      })
      const query = [
        from === '' ? '' : `from:${from}`,
        after === undefined ? '' : `after:${iso(after)}`,
        before === undefined ? '' : `before:${iso(before)}`,
        isUnread === undefined ? '' : isUnread ? 'is:unread' : 'is:read',
        word,
      ].join(' ')
      const parsed = parseQuery(query, 0)
      if (!parsed.ok || query.trim() === '') return
      const has = (text: string): boolean =>
        matchesIn({ ...parsed.value, text: parsed.value.text.map((each) => ({ ...each, negated: false })) }, text).length > 0
      const wanted = rows.filter(
        (row) =>
          (word === '' || (word.startsWith('-') ? !has(row.text) : has(row.text) || has(row.from))) &&
          (from === '' || row.from === from) &&
          (after === undefined || row.at >= after) &&
          (before === undefined || row.at < before) &&
          (isUnread === undefined || row.isUnread === isUnread),
      )
      const unread = (below: number): number[] =>
        rows
          .flatMap(({ isUnread, ord }) => (isUnread && ord < below ? [ord] : []))
          .toReversed()
          .slice(0, piece)
      const found: string[] = []
      for (let last: number | undefined, more = true; more;) {
        const page = await journal.search({ workspace: id, query, limit, now: 0, unread, ...(last !== undefined && { before: last }) })
        if (!page.ok) throw new Error(page.fault.message)
        expect(page.value).toMatchObject({ total: wanted.length, totalIsExact: true })
        found.push(...page.value.hits.map(({ event }) => event.wireId))
        last = page.value.hits.at(-1)?.event.ord
        more = page.value.hasMore
      }
      expect(found).toEqual(wanted.map(({ wireId }) => wireId).toReversed())
    }),
    // Rare: the first messages of a block of positions arrive in this order of times.
    { numRuns: sized(50), examples: [both(1, 9, { after: 5 }), both(9, 1, { before: 5 })] },
  )
})

test('a beginning of many words is found in texts and names, and counted up to the limit', async () => {
  const journal = tempJournal()
  const rows = Array.from({ length: 1_600 }, (_, index) => ({
    wireId: String(index),
    text: `${index % 4 === 3 ? 'ya' : 'za'}${index.toString(36)} ${index % 2 === 0 ? 'even' : 'odd'} some zb`,
    from: index % 5 === 0 ? 'zag' : 'coder',
  }))
  append(journal, rows.map(({ wireId, text, from }) => message(wireId, text, { from, to: [] }))) // prettier-ignore
  const naive = (isFound: (row: (typeof rows)[number]) => boolean) => {
    const found = rows.filter((row) => isFound(row)).toReversed()
    const total = Math.min(1_000, found.length)
    return { hits: found.slice(0, 3).map(({ wireId }) => wireId), total, totalIsExact: found.length <= 1_000, hasMore: found.length > 3 }
  }
  const ask = async (query: string) => {
    const found = await journal.search({ workspace: 'w', query, limit: 3, now: 0 })
    return found.ok ? { ...found.value, hits: found.value.hits.map(({ event }) => event.wireId) } : found
  }
  const za = ({ text, from }: (typeof rows)[number]): boolean => text.startsWith('za') || from === 'zag'
  const odd = ({ text }: (typeof rows)[number]): boolean => text.includes('odd')
  expect(await ask('za')).toEqual(naive(za))
  expect(await ask('odd za')).toEqual(naive((row) => odd(row) && za(row)))
  expect(await ask('-odd za')).toEqual(naive((row) => !odd(row) && za(row)))
  expect(await ask('from:zag odd za')).toEqual(naive((row) => odd(row) && row.from === 'zag'))
  expect(await ask('za1 OR za')).toEqual(naive(za))
  expect(await ask('"za')).toEqual(naive(() => false))
  expect(await ask('za1')).toEqual(naive(({ text }) => text.startsWith('za1')))
})
