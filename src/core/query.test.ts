import { describe, expect, test } from 'vitest'
import { limits } from './limits.ts'
import { parseQueryDate } from './query-date.ts'
import { matchedRanges, matchesIn } from './query-match.ts'
import { isEmptyQuery, isSamePlace, parseQuery, queryClauses } from './query.ts'
import type { Query } from './query.ts'

const now = new Date(2026, 10, 20, 15, 30).getTime()

function parsed(input: string): Query {
  const query = parseQuery(input, now)
  if (!query.ok) throw new Error(query.fault.message)
  return query.value
}

describe('parses', () => {
  test('words, phrases and exclusions; only the last word may be incomplete', () => {
    expect(parsed('Fix "the Parser" -user_id now').text).toEqual([
      { tokens: ['fix'], prefix: false, negated: false },
      { tokens: ['the', 'parser'], prefix: false, negated: false },
      { tokens: ['user', 'id'], prefix: false, negated: true },
      { tokens: ['now'], prefix: true, negated: false },
    ])
    expect(parsed('a "b').text[1]).toEqual({ tokens: ['b'], prefix: false, negated: false })
    expect(parsed('-b').text[0]).toEqual({ tokens: ['b'], prefix: false, negated: true })
    expect(parsed('fix from:coder').text[0]?.prefix).toBe(false)
  })

  test('operators in any case, with quotes, negated', () => {
    expect(parsed('FROM:coder to:"a b" -in:chat').places).toEqual([
      { operator: 'from', value: 'coder', negated: false },
      { operator: 'to', value: 'a b', negated: false },
      { operator: 'in', value: 'chat', negated: true },
    ])
    expect(parsed('auth::skew http://x').text.map((clause) => clause.tokens)).toEqual([
      ['auth', 'skew'],
      ['http', 'x'],
    ])
    expect(parsed('"from:coder"')).toMatchObject({ places: [], text: [{ tokens: ['from', 'coder'] }] })
  })

  test('OR between words and phrases; at either end it is ignored, in lower case it is a word', () => {
    expect(parsed('a OR "b c" d').text.map(({ tokens, alternative }) => [tokens.join(' '), alternative])).toEqual([
      ['a', undefined],
      ['b c', true],
      ['d', undefined],
    ])
    expect(parsed('a OR').text).toHaveLength(1)
    expect(parsed('a or b').text).toHaveLength(3)
    expect(parsed('OR a').text.map(({ tokens }) => tokens)).toEqual([['or'], ['a']])
    for (const word of ['"OR"', 'from:OR'])
      expect([word, parsed(`a ${word} b`).text.some(({ alternative }) => alternative)]).toEqual([word, false])
    expect(parsed('a from:OR b').places).toMatchObject([{ value: 'OR' }])
    for (const wrong of ['a OR from:b', 'from:b OR a', 'a OR -b', 'a OR OR b']) {
      expect(parseQuery(wrong, now)).toMatchObject({ ok: false, fault: { code: 'invalid', message: expect.stringMatching(/^OR /) } })
    }
  })

  test('is:unread and is:read, and nothing else of that kind', () => {
    expect(parsed('is:unread')).toEqual({ text: [], places: [], unread: true })
    expect([parsed('IS:READ x').unread, parsed('-is:unread').unread, parsed('x').unread]).toEqual([false, false, undefined])
    expect(isEmptyQuery(parsed('is:unread'))).toBe(false)
    expect(parseQuery('is:new', now)).toMatchObject({ ok: false, fault: { message: expect.stringContaining('is:unread') } })
  })

  test('is:live and is:history, and link: with the whole name of a link', () => {
    expect(parsed('is:live after:1h')).toEqual({ text: [], places: [], after: now - 3_600_000, live: true })
    expect([parsed('is:history x').live, parsed('-IS:LIVE').live]).toEqual([false, false])
    expect(isEmptyQuery(parsed('is:live'))).toBe(false)
    expect(parsed('link:"Main room"').places).toEqual([{ operator: 'link', value: 'Main room', negated: false }])
    expect(parseQuery('link:', now)).toMatchObject({ ok: false, fault: { message: expect.stringContaining('link:chat') } })
  })

  test('an unknown key is named, and in quotes it is text; addresses, paths and times are words', () => {
    expect(parseQuery('parser nonsense:x', now)).toMatchObject({
      ok: false,
      fault: { code: 'invalid', field: 'query', message: expect.stringContaining('nonsense:'), fix: 'parser "nonsense:x"' },
    })
    for (const words of ['"nonsense:x"', 'http://x', 'src/auth.rs:88', '10:05', 'note: x', 'a::b', 'x:']) {
      expect([words, parseQuery(words, now).ok]).toEqual([words, true])
    }
  })

  test('times, of which the narrower counts', () => {
    const [day, next] = [new Date(2026, 10, 18).getTime(), new Date(2026, 10, 19).getTime()]
    for (const times of [
      'before:2026-11-19 before:2026-11-20 after:2026-11-18 after:2026-11-01',
      'before:2026-11-20 before:2026-11-19 after:2026-11-01 after:2026-11-18',
    ])
      expect(parsed(times)).toMatchObject({ before: next, after: day })
    for (const wrong of ['before:soon', '-after:'])
      expect(parseQuery(`a ${wrong}`, now)).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'query' } })
    expect(parsed('-before:2026-11-18 -after:2026-11-19')).toMatchObject({ before: next, after: day })
  })

  test('no place without a name', () => {
    for (const wrong of ['from:', 'to:""', 'in:" "', '-from: a'])
      expect(parseQuery(wrong, now)).toMatchObject({
        ok: false,
        fault: { code: 'invalid', message: expect.stringMatching(/^“(?:from|to|in):” needs /) },
      })
  })

  test('nothing', () => {
    for (const blank of ['', '  \t\n', '""', '-', '- ""']) expect([blank, isEmptyQuery(parsed(blank))]).toEqual([blank, true])
    expect(isEmptyQuery(parsed('after:2h'))).toBe(false)
  })
})

describe('dates', () => {
  test.each<[string, number]>([
    ['2026-11-20', new Date(2026, 10, 20).getTime()],
    ['0099-03-01', new Date(new Date(2000, 2, 1).setFullYear(99)).getTime()],
    ['2026-11-20T10:05', new Date(2026, 10, 20, 10, 5).getTime()],
    ['2026-11-20t10:05:06.789z', Date.UTC(2026, 10, 20, 10, 5, 6, 789)],
    ['2026-11-20T10:05:06.123456789+02:00', Date.UTC(2026, 10, 20, 8, 5, 6, 123)],
    ['2026-11-20T10:05+0200', Date.UTC(2026, 10, 20, 8, 5)],
    ['Today', new Date(2026, 10, 20).getTime()],
    ['yesterday', new Date(2026, 10, 19).getTime()],
    ['30m', now - 30 * 60_000],
    ['2H', now - 2 * 3_600_000],
    ['3d', now - 3 * 86_400_000],
    ['1w', now - 7 * 86_400_000],
  ])('%s', (text, expected) => {
    expect(parseQueryDate(text, 'after', now)).toEqual({ ok: true, value: expected })
  })

  test.each([
    '',
    'soon',
    '2026-13-01',
    '2026-02-30',
    '2026-11-20T25:00',
    '2026-11-20T10',
    '2h3d',
    '99999h',
    '2026-11-20 10:00',
    '１d',
    '-1d',
  ])('%j is not a date', (text) => {
    expect(parseQueryDate(text, 'before', now)).toMatchObject({
      ok: false,
      fault: { code: 'invalid', field: 'query', message: expect.stringContaining(`“before:${text}”`) },
    })
  })
})

function words(count: number): string {
  return Array.from({ length: count }, () => 'a').join(' ')
}

test('limits: at the limit it works, one more is a fault', () => {
  expect(parseQuery(words(queryClauses), now).ok).toBe(true)
  expect(parseQuery(words(queryClauses + 1), now)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  expect(parseQuery('a'.repeat(limits.queryChars), now).ok).toBe(true)
  expect(parseQuery('a'.repeat(limits.queryChars + 1), now)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
})

test('marks words, phrases and the beginning of words, joined where they overlap', () => {
  const marked = (input: string, text: string): string[] => matchesIn(parsed(input), text).map(([start, end]) => text.slice(start, end))
  expect(marked('pars', 'Parser, parse; sparse')).toEqual(['Parser', 'parse'])
  expect(marked('"pars"', 'Parser')).toEqual([])
  expect(marked('"fix the" "the parser"', 'fix the parser the')).toEqual(['fix the parser'])
  expect(marked('naive -x', 'x NAÏVE x')).toEqual(['NAÏVE'])
  expect(marked('试', '测试试')).toEqual(['试试'])
  expect(marked('from:coder', 'coder')).toEqual([])
  expect(matchesIn(parsed('a'), 'a '.repeat(5_000))).toHaveLength(matchedRanges)
})

test('places are case-insensitive', () => {
  expect([isSamePlace(' Main Room', 'main room'), isSamePlace('main', 'main room')]).toEqual([true, false])
})
