import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { NewEvent } from '../../core/event.ts'
import type { PageQuery } from '../../core/journal.ts'
import { append, comment, message, openOrThrow, tempFolder, tempJournal, wires, workspace } from '../../../test/fakes/journal.ts'

const fault: NewEvent = { wireId: 'fault', raw: { text: '' }, body: { kind: 'fault', fault: { code: 'internal', message: 'x' } } }
const marker: NewEvent = { wireId: 'marker', raw: { text: '' }, body: { kind: 'marker', marker: 'restart', text: 'file restarted' } }
const presence: NewEvent = {
  wireId: 'presence',
  raw: { text: '' },
  body: { kind: 'presence', agent: 'coder', word: 'working', evidence: 'declared', said: 'running' },
}
const receipt: NewEvent = {
  wireId: 'receipt',
  raw: { text: '' },
  body: { kind: 'receipt', of: '1', stage: 'read', by: 'coder', text: '' },
}
const delivered: NewEvent = { wireId: 'delivered', raw: { text: '' }, body: { kind: 'receipt', of: '1', stage: 'delivered', text: '' } }
const profile: NewEvent = { wireId: 'profile', raw: { text: '' }, body: { kind: 'profile', agent: 'coder', role: 'writes' } }

function numbered(count: number) {
  const journal = tempJournal()
  append(
    journal,
    Array.from({ length: count }, (_, index) => message(String(index + 1))),
  )
  return (query: Omit<PageQuery, 'workspace' | 'filter'>) => {
    const { events, hasBefore, hasAfter } = journal.page({ workspace: 'w', filter: {}, ...query })
    return [events.map((event) => event.ord), hasBefore, hasAfter]
  }
}

test('pages from the end, before, after and around, and reports what is beyond', () => {
  const page = numbered(10)
  expect(page({ limit: 3 })).toEqual([[8, 9, 10], true, false])
  expect(page({ limit: 10 })).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false, false])
  expect(page({ before: 8, limit: 3 })).toEqual([[5, 6, 7], true, true])
  expect(page({ before: 3, limit: 3 })).toEqual([[1, 2], false, true])
  expect(page({ before: 1, limit: 3 })).toEqual([[], false, true])
  expect(page({ before: 99, limit: 2 })).toEqual([[9, 10], true, false])
  expect(page({ after: 3, limit: 3 })).toEqual([[4, 5, 6], true, true])
  expect(page({ after: 8, limit: 3 })).toEqual([[9, 10], true, false])
  expect(page({ after: 10, limit: 3 })).toEqual([[], true, false])
  expect(page({ after: 0, limit: 2 })).toEqual([[1, 2], false, true])
  expect(page({ around: 5, limit: 4 })).toEqual([[3, 4, 5, 6], true, true])
  expect(page({ around: 1, limit: 4 })).toEqual([[1, 2, 3, 4], false, true])
  expect(page({ around: 10, limit: 4 })).toEqual([[7, 8, 9, 10], true, false])
  expect(page({ around: 5, limit: 1 })).toEqual([[5], true, true])
  expect(page({ around: 5, limit: 20 })).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false, false])
})

test('filters by kind: messages, markers and faults unless asked for more', () => {
  const journal = tempJournal()
  append(journal, [message('m'), comment('c'), fault, marker, presence, profile, receipt, delivered])
  expect(wires(journal)).toEqual(['m', 'fault', 'marker'])
  expect(wires(journal, { kinds: ['comment', 'presence'] })).toEqual(['c', 'presence'])
  expect(wires(journal, { kinds: ['receipt'] })).toEqual(['receipt', 'delivered'])
  expect(wires(journal, { kinds: ['receipt'], names: ['chat|coder'] })).toEqual(['receipt'])
  expect(wires(journal, { kinds: ['nonsense'] })).toEqual([])
  expect(wires(journal, { kinds: [] })).toEqual([])
})

test('leaves out protocols, alone and with names', () => {
  const journal = tempJournal()
  append(journal, [message('1'), message('2', '', { from: 'lead', to: ['qa'] })])
  append(journal, [message('irc', '', { conversation: '#general', from: 'coder', to: [] })], { source: 'irc', protocol: 'scuttlebot' })
  expect(wires(journal, { without: ['scuttlebot'] })).toEqual(['1', '2'])
  expect(wires(journal, { without: ['chat'] })).toEqual(['irc'])
  expect(wires(journal, { without: ['chat', 'scuttlebot'] })).toEqual([])
  expect(wires(journal, { without: ['scuttlebot'], names: ['chat|coder', 'irc|coder'] })).toEqual(['1'])
  expect(wires(journal, { without: [] })).toEqual(['1', '2', 'irc'])
})

test('filters by source, conversation and names, alone and together', () => {
  const journal = tempJournal()
  append(journal, [
    message('1', '', { observers: ['qa', 'qa', 'coder'] }),
    message('2', '', { conversation: 'lead⇄qa', from: 'lead', to: ['qa'] }),
    message('3', '', { conversation: 'coder⇄reviewer', from: 'reviewer', to: ['coder'] }),
    presence,
    marker,
  ])
  append(journal, [message('irc', '', { conversation: '#general', from: 'coder', to: [] })], { source: 'irc' })
  expect(wires(journal, { source: 'chat' })).toEqual(['1', '2', '3', 'marker'])
  expect(wires(journal, { source: 'gone' })).toEqual([])
  expect(wires(journal, { conversation: 'chat|coder⇄reviewer' })).toEqual(['1', '3'])
  expect(wires(journal, { conversation: 'irc|coder⇄reviewer' })).toEqual([])
  expect(wires(journal, { conversation: 'nonsense' })).toEqual([])
  expect(wires(journal, { names: ['chat|qa'] })).toEqual(['1', '2'])
  expect(wires(journal, { names: ['chat|coder', 'irc|coder'] })).toEqual(['1', '3', 'irc'])
  expect(wires(journal, { names: ['chat|coder', 'irc|coder'], source: 'irc' })).toEqual(['irc'])
  expect(wires(journal, { names: ['chat|coder'], kinds: ['message', 'presence'] })).toEqual(['1', '3', 'presence'])
  expect(wires(journal, { names: ['chat|Coder', 'coder', '|'] })).toEqual([])
  expect(wires(journal, { names: [] })).toEqual([])
  expect(wires(journal, { names: ['chat|qa'], conversation: 'chat|coder⇄reviewer' })).toEqual(['1'])
  expect(wires(journal, { conversation: 'chat|lead⇄qa', source: 'irc' })).toEqual([])
  expect(wires(journal, { conversation: 'chat|lead⇄qa', kinds: ['marker'] })).toEqual([])
})

test('two workspaces do not see each other', async () => {
  const journal = tempJournal()
  append(journal, [message('1', 'shared word')])
  append(journal, [message('2', 'shared word')], { workspace: 'v', source: 'chat of v' })
  expect([wires(journal), wires(journal, {}, 'v'), wires(journal, {}, 'none')]).toEqual([['1'], ['2'], []])
  expect(wires(journal, { conversation: 'chat|coder⇄reviewer' }, 'v')).toEqual([])
  expect(wires(journal, { names: ['chat|coder'] }, 'v')).toEqual([])
  expect([journal.head('w'), journal.head('v'), journal.head('none')]).toEqual([1, 2, 0])
  expect(journal.since('v', 0, 9).map((event) => event.wireId)).toEqual(['2'])
  expect([...journal.replay('v', 0)].map((event) => event.wireId)).toEqual(['2'])
  expect(await journal.search({ workspace: 'v', query: 'shared', limit: 9, now: 0 })).toMatchObject({
    value: { total: 1, hits: [{ event: { wireId: '2' } }] },
  })
})

test('since returns every step in cursor order, over all sources, bounded', () => {
  const journal = tempJournal()
  append(journal, [message('1'), comment('2')])
  append(journal, [message('3')], { source: 'irc' })
  append(journal, [message('4', '', { supersedes: '1' })])
  expect(journal.since('w', 0, 99).map((event) => event.wireId)).toEqual(['1', '2', '3', '4'])
  expect(journal.since('w', 1, 2).map((event) => event.cursor)).toEqual([2, 3])
  expect(journal.since('w', 4, 2)).toEqual([])
})

test('an event is found by its identity within its source, also after it was replaced; a source lists its own events in order', () => {
  const journal = tempJournal()
  append(journal, [message('1'), comment('2')])
  append(journal, [message('1', 'another')], { source: 'irc' })
  append(journal, [message('3', 'newer', { supersedes: '1' })])
  expect(journal.find('chat', '1')?.raw.text).toBe('[coder-to-reviewer]: 1')
  expect(journal.find('irc', '1')?.raw.text).toBe('[coder-to-reviewer]: another')
  expect([journal.find('chat', 'none'), journal.find('none', '1')]).toEqual([undefined, undefined])
  expect(journal.sinceOf('chat', 0, 99).map((event) => event.wireId)).toEqual(['1', '2', '3'])
  expect(journal.sinceOf('chat', 1, 1).map((event) => event.wireId)).toEqual(['2'])
  expect(journal.sinceOf('none', 0, 99)).toEqual([])
})

test('replay returns the live events in display order, and other calls can run in between', () => {
  const journal = tempJournal()
  const base = journal.reserveOrder(2_000)
  append(
    journal,
    Array.from({ length: 700 }, (_, index) => message(`new ${index}`)),
  )
  append(
    journal,
    Array.from({ length: 700 }, (_, index) => message(`old ${index}`, '', { ord: base + index * 2 })),
  )
  append(journal, [comment('last'), message('new 0+', '', { supersedes: 'new 0' })])
  const seen: string[] = []
  for (const event of journal.replay('w', 0)) {
    if (seen.push(event.wireId) === 1) append(journal, [message('while reading')])
  }
  expect(seen).toEqual([
    ...Array.from({ length: 700 }, (_, index) => `old ${index}`),
    'new 0+',
    ...Array.from({ length: 699 }, (_, index) => `new ${index + 1}`),
    'last',
    'while reading',
  ])
  expect([...journal.replay('w', 1_400)].map((event) => event.wireId)).toEqual(['new 0+', 'last', 'while reading'])
})

test('a fault that is too long for a page is cut: stored now, or by an earlier release (F23)', () => {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  const long = { code: 'invalid', message: 'm'.repeat(3_000), detail: 'd'.repeat(9_000), fix: 'f'.repeat(3_000) } as const
  const [stored] = append(journal, [{ ...fault, body: { kind: 'fault', fault: long } }])
  const read = () => journal.page({ workspace: 'w', filter: { kinds: ['fault'] }, limit: 1 }).events[0]?.body
  const fits = { kind: 'fault', fault: { code: 'invalid', message: 'm'.repeat(2_000), detail: 'd'.repeat(8_000) } }
  expect([stored?.body, read()]).toEqual([fits, fits])
  const db = new Database(path.join(dataDir, 'journal.db'))
  db.prepare("UPDATE events SET body = ? WHERE wire_id = 'fault'").run(JSON.stringify({ kind: 'fault', fault: long }))
  db.close()
  expect(read()).toEqual(fits)
  journal.close()
})
