import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Journal } from '../../core/journal.ts'
import { openJournal } from './open.ts'
import { append, comment, message, tempJournal, workspace } from '../../../test/fakes/journal.ts'

const now = new Date(2026, 10, 20, 15).getTime()
const hour = 3_600_000

const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-search-'))
let journal: Journal

// One for all tests that only read.
beforeAll(() => {
  const opened = openJournal({ dataDir: folder })
  if (!opened.ok) throw new Error(opened.fault.message)
  journal = opened.value
  journal.putWorkspace(workspace('w'))
  journal.putLink({ id: 'chat', workspace: 'w', protocol: 'chat', name: 'Main room', config: {}, enabled: true })
  append(
    journal,
    [
      message('old', 'The parser is Broken', { from: 'coder', to: ['reviewer'], observers: ['qa-bot'] }),
      message('accent', 'Das Ärgernis: naïve Größe', { from: 'reviewer', to: ['coder'] }),
    ],
    { at: now - 48 * hour },
  )
  append(
    journal,
    [
      message('code', 'rename user_id to userId in src/core/event.ts', { from: 'Coder-2', to: ['qa-bot'], conversation: 'Coder-2⇄qa-bot' }),
      message('cjk', '请检查解析器的测试 テスト完了', { from: 'qa-bot', to: ['coder'], conversation: 'coder⇄qa-bot' }),
      message('emoji', 'shipped🎉🚀 done', { from: 'coder', to: ['all'] }),
      comment('broken comment'),
    ],
    { at: now - hour },
  )
  append(journal, [message('irc', 'parser passes', { from: 'coder', to: [], conversation: '#general' })], { source: 'irc 1', at: now })
})
afterAll(() => {
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})

async function find(query: string): Promise<string[]> {
  const found = await journal.search({ workspace: 'w', query, limit: 50, now })
  if (!found.ok) throw new Error(found.fault.message)
  expect(found.value.total).toBe(found.value.hits.length)
  return found.value.hits.map((hit) => hit.event.wireId)
}

describe('finds messages, newest first', () => {
  test.each<[string, string[]]>([
    ['parser', ['irc', 'old']],
    ['PARSER', ['irc', 'old']],
    ['pars', ['irc', 'old']],
    ['pars broken', []],
    ['parser brok', ['old']],
    ['"parser is"', ['old']],
    ['"is parser"', []],
    ['"pars"', []],
    ['-broken parser', ['irc']],
    ['parser -broken', ['irc']],
    ['-parser', ['emoji', 'cjk', 'code', 'accent']],
    ['argernis', ['accent']],
    ['ÄRGERNIS NAIVE', ['accent']],
    ['grosse', []],
    ['große', ['accent']],
    ['user', ['code']],
    ['user_id', ['code']],
    ['event.ts', ['code']],
    ['src/core', ['code']],
    ['解析器', ['cjk']],
    ['析解', []],
    ['テスト', ['cjk']],
    ['🎉', ['emoji']],
    ['🚀🎉', []],
    ['🎉🚀', ['emoji']],
    ['qa', ['cjk', 'code', 'old']],
    ['from:coder', ['irc', 'emoji', 'old']],
    ['from:CODER parser', ['irc', 'old']],
    ['from:cod', []],
    ['from:coder-2', ['code']],
    ['from:coder from:reviewer', ['irc', 'emoji', 'accent', 'old']],
    ['-from:coder', ['cjk', 'code', 'accent']],
    ['to:qa-bot', ['code', 'old']],
    ['to:coder', ['cjk', 'accent']],
    ['to:coder from:reviewer', ['accent']],
    ['in:"coder⇄qa-bot"', ['cjk']],
    ['in:qa-bot', ['cjk', 'code']],
    ['in:#general', ['irc']],
    ['in:chat parser', ['irc', 'old']],
    ['in:"main room" parser', ['old']],
    ['-in:"main room" parser', ['irc']],
    ['in:⇄', []],
    ['link:chat parser', ['irc', 'old']],
    ['link:"main room" parser', ['old']],
    ['-link:"main room" parser', ['irc']],
    ['link:#general', []],
    ['before:today parser', ['old']],
    ['after:today', ['irc', 'emoji', 'cjk', 'code']],
    ['after:2h parser', ['irc']],
    ['before:2026-11-19 after:2026-11-18', ['accent', 'old']],
    ['-after:yesterday', ['accent', 'old']],
    ['after:2026-11-21', []],
    ['OR parser', []],
    ['parser*', ['irc', 'old']],
    ['cjk OR parser', ['irc', 'old']],
    ['user_id OR 🎉', ['emoji', 'code']],
    ['🎉 OR user OR 解析器', ['emoji', 'cjk', 'code']],
    ['from:coder 🎉 OR broken', ['emoji', 'old']],
    ['parser OR', ['irc', 'old']],
    ['"text:parser"', []],
    ['   ', []],
    ['', []],
  ])('%s', async (query, expected) => {
    expect(await find(query)).toEqual(expected)
  })
})

test('is:live finds what was seen as it was said, by the time of its first version; is:history the rest', async () => {
  const journal = tempJournal()
  const store = (at: number, ...events: Parameters<typeof append>[1]): void => void append(journal, events, { at })
  store(now - 3 * hour, { ...message('read later', 'word'), late: true }, message('said', 'word'), message('changed', 'word'))
  store(now - hour, message('changed 2', 'word again', { supersedes: 'changed' }), message('new', 'word'))
  store(
    now,
    message('read later 2', 'word again', { supersedes: 'read later' }),
    message('changed 3', 'word still', { supersedes: 'changed 2' }),
  )
  const found = async (query: string): Promise<string[]> => {
    const page = await journal.search({ workspace: 'w', query, limit: 50, now })
    return page.ok ? page.value.hits.map(({ event }) => event.wireId).toSorted() : []
  }
  expect(await found('is:live')).toEqual(['changed 3', 'new', 'said'])
  expect(await found('word is:history')).toEqual(['read later 2'])
  expect(await found('is:live after:2h')).toEqual(['new'])
  expect(await found('is:live before:2h')).toEqual(['changed 3', 'said'])
  expect(await found('after:2h')).toEqual(['changed 3', 'new', 'read later 2'])
})

test('pages through the matches and reports their number', async () => {
  const journal = tempJournal()
  append(
    journal,
    Array.from({ length: 25 }, (_, index) => message(String(index), 'word')),
  )
  const seen: string[] = []
  let before: number | undefined
  do {
    const found = await journal.search({ workspace: 'w', query: 'word', limit: 10, now, ...(before !== undefined && { before }) })
    if (!found.ok) throw new Error(found.fault.message)
    expect(found.value.total).toBe(25)
    seen.push(...found.value.hits.map((hit) => hit.event.wireId))
    before = found.value.hasMore ? found.value.hits.at(-1)?.event.ord : undefined
  } while (before !== undefined)
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => String(24 - index)))
})

test('finds messages of its workspace only, whether it is the only one, one of two, or the last that is left', async () => {
  const journal = tempJournal()
  const found = async (query: string): Promise<unknown> => {
    const page = await journal.search({ workspace: 'w', query, limit: 9, now })
    return page.ok ? { hits: page.value.hits.map((hit) => hit.event.wireId), total: page.value.total } : page.fault
  }
  const each = async (): Promise<unknown[]> => [
    await found('word'),
    await found('"a word"'),
    await found('"a word" -other'),
    await found('w'),
  ]
  append(journal, [message('mine', 'a word')])
  const mine = Array.from({ length: 4 }, () => ({ hits: ['mine'], total: 1 }))
  expect(await each()).toEqual(mine)
  append(journal, [message('theirs', 'a word')], { workspace: 'v', source: 'of v' })
  expect(await each()).toEqual(mine)
  journal.removeWorkspace('v')
  expect(await each()).toEqual(mine)
})

test('highlights what matched', async () => {
  const found = await journal.search({ workspace: 'w', query: 'naive gro', limit: 9, now })
  const hit = found.ok ? found.value.hits[0] : undefined
  const text = hit?.event.body.kind === 'message' ? hit.event.body.text : ''
  expect(hit?.matches.map(([start, end]) => text.slice(start, end))).toEqual(['naïve', 'Größe'])
})

async function faultOf(query: string) {
  const found = await journal.search({ workspace: 'w', query, limit: 9, now })
  return found.ok ? undefined : [found.fault.code, found.fault.field, found.fault.message]
}

test('reports what is wrong with a query', async () => {
  expect(await faultOf('before:soon')).toEqual(['invalid', 'query', expect.stringContaining('before:soon')])
  expect(await faultOf('before:')).toEqual(['invalid', 'query', expect.stringContaining('needs a date')])
  expect(await faultOf('from:')).toEqual(['invalid', 'query', expect.stringContaining('from:coder')])
  expect(await faultOf('!!! ???')).toEqual(['invalid', 'query', expect.stringContaining('letters')])
  expect(await faultOf('x'.repeat(1_001))).toEqual(['too-large', 'query', expect.stringContaining('1000')])
  expect(await faultOf('x '.repeat(65))).toEqual(['too-large', 'query', expect.stringContaining('64')])
})

test.each([
  '('.repeat(1_000),
  ')'.repeat(1_000),
  '"'.repeat(999),
  '" OR "" NEAR(a b, 5) *',
  '{text} : x AND NOT y',
  'a\0b',
  "'; DROP TABLE search; --",
  '^* + - : . ,',
  '\ud800\udc00\udfff x',
  'x -x '.repeat(32).trim(),
  '-a '.repeat(64).trim(),
  'from:"\0" to:" " in:"()"',
  '测'.repeat(1_000),
])('accepts %j without an error of the index', async (query) => {
  const found = await journal.search({ workspace: 'w', query, limit: 9, now })
  if (!found.ok) expect(found.fault.code).toBe('invalid')
  else expect(found.value.total).toBeGreaterThanOrEqual(0)
})
