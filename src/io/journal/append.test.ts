import { expect, test } from 'vitest'
import { JournalWriteError } from '../../core/journal.ts'
import { append, comment, message, openOrThrow, tempFolder, tempJournal, wires, workspace } from '../../../test/fakes/journal.ts'

const year = 365 * 24 * 3_600_000

test('assigns ids, cursors, positions and consecutive numbers, and returns what it stored', () => {
  const journal = tempJournal()
  const stored = append(journal, [message('a'), comment('b'), message('c')], { at: 5_000 })
  expect(stored.map(({ cursor, ord, seq, at }) => [cursor, ord, seq, at])).toEqual([
    [1, 1, 1, 5_000],
    [2, 2, 2, 5_000],
    [3, 3, 3, 5_000],
  ])
  expect(new Set(stored.map((event) => event.id)).size).toBe(3)
  expect(stored.map((event) => journal.event(event.id))).toEqual(stored)
  expect(stored[0]).toMatchObject({
    workspace: 'w',
    source: 'chat',
    protocol: 'chat',
    wireId: 'a',
    raw: message('a').raw,
    body: message('a').body,
  })
})

test('drops what it already has, within and across batches, and numbers stay consecutive', () => {
  const journal = tempJournal()
  expect(append(journal, [message('a'), message('a'), message('b')]).map((event) => event.seq)).toEqual([1, 2])
  expect(append(journal, [message('b'), message('c'), message('a')])).toMatchObject([{ wireId: 'c', seq: 3, cursor: 3, ord: 3 }])
  expect(append(journal, [message('c')])).toEqual([])
  expect(wires(journal)).toEqual(['a', 'b', 'c'])
})

test('the same wire id of two sources is two events', () => {
  const journal = tempJournal()
  append(journal, [message('a')])
  expect(append(journal, [message('a')], { source: 'other' })).toMatchObject([{ seq: 1, cursor: 2 }])
})

test('stores the link’s state with the events, and keeps it if none is given', () => {
  const journal = tempJournal()
  expect(journal.linkState('chat')).toBeUndefined()
  append(journal, [message('a')], { state: { offset: 12 } })
  append(journal, [message('b')])
  expect(journal.linkState('chat')).toEqual({ offset: 12 })
  append(journal, [], { state: null })
  expect(journal.linkState('chat')).toBeNull()
})

test('a replacement takes the place of the replaced event, in pages, counts and search', async () => {
  const journal = tempJournal()
  const [first] = append(journal, [message('1', 'half'), message('2', 'next')])
  const [grown] = append(journal, [message('1+', 'half a line', { supersedes: '1', observers: ['qa'] })])
  expect(grown).toMatchObject({ cursor: 3, seq: 3, ord: first?.ord, supersedes: first?.id })
  expect(wires(journal)).toEqual(['1+', '2'])
  expect(wires(journal, { names: ['chat|qa'] })).toEqual(['1+'])
  expect(wires(journal, { conversation: 'chat|coder⇄reviewer' })).toEqual(['1+', '2'])
  expect(await journal.search({ workspace: 'w', query: 'half', limit: 9, now: 0 })).toMatchObject({
    value: { total: 1, hits: [{ event: { wireId: '1+' } }] },
  })
  expect([...journal.replay('w', 0)].map((event) => event.wireId)).toEqual(['1+', '2'])
  expect(journal.event(first?.id ?? '')).toEqual(first)
})

test('never restores what was replaced, and follows a line that grew twice to its current version', () => {
  const journal = tempJournal()
  append(journal, [message('1', 'one'), message('2', 'two', { supersedes: '1' })])
  expect(append(journal, [message('1', 'one')])).toEqual([])
  const [third] = append(journal, [message('3', 'three', { supersedes: '1' })])
  expect(wires(journal)).toEqual(['3'])
  const second = journal.since('w', 0, 9)[1]
  expect(third?.supersedes).toBe(second?.id)
  expect(append(journal, [message('2', 'two', { supersedes: '1' })])).toEqual([])
  expect(wires(journal)).toEqual(['3'])
})

test('ignores an unknown version, and replaces across kinds', () => {
  const journal = tempJournal()
  expect(append(journal, [message('a', 'a', { supersedes: 'nothing' })])[0]?.supersedes).toBeUndefined()
  expect(append(journal, [message('b', 'b', { supersedes: 'b' })])[0]?.supersedes).toBeUndefined()
  append(journal, [{ ...comment('c'), supersedes: 'a' }])
  expect(wires(journal)).toEqual(['b'])
  expect(wires(journal, { kinds: ['comment'] })).toEqual(['c'])
  append(journal, [message('d', 'd', { supersedes: 'c' })])
  expect(wires(journal)).toEqual(['d', 'b'])
})

test('history is placed before what was read first, in its own order', () => {
  const journal = tempJournal()
  const base = journal.reserveOrder(1_000)
  append(journal, [message('tail 1'), message('tail 2')])
  append(journal, [message('old 2', '', { ord: base + 700 }), message('old 1', '', { ord: base + 5 })])
  append(journal, [message('tail 3')])
  expect(wires(journal)).toEqual(['old 1', 'old 2', 'tail 1', 'tail 2', 'tail 3'])
})

test('a position that is not reserved, or is taken, is not used', () => {
  const journal = tempJournal()
  const base = journal.reserveOrder(10)
  append(journal, [message('a', '', { ord: base })])
  append(journal, [
    message('b', '', { ord: base }),
    message('c', '', { ord: 5_000 }),
    message('d', '', { ord: 1.5 }),
    message('e', '', { ord: -3 }),
  ])
  expect(wires(journal)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('reserves nothing, and refuses an invalid size', () => {
  const journal = tempJournal()
  expect(journal.reserveOrder(0)).toBe(journal.reserveOrder(2))
  expect(journal.reserveOrder(1)).toBe(3)
  expect(() => journal.reserveOrder(-1)).toThrow(RangeError)
  expect(() => journal.reserveOrder(Number.NaN)).toThrow(RangeError)
})

test('clamps claimed times and leaves out invalid ones', () => {
  const journal = tempJournal()
  const at = Date.UTC(2026, 10, 20)
  const claims = [at - 40 * year, at + 10 * year, at - 1_000, Number.NaN, Number.POSITIVE_INFINITY]
  const stored = append(
    journal,
    claims.map((claimedAt, index) => ({ ...message(String(index)), claimedAt })),
    { at },
  )
  const day = 24 * 3_600_000
  expect(stored.map((event) => event.claimedAt)).toEqual([Date.UTC(2000, 0, 1), at + day, at - 1_000, undefined, at + day])
  expect(stored.map((event) => journal.event(event.id)?.claimedAt)).toEqual(stored.map((event) => event.claimedAt))
})

test('refuses events for an unknown workspace, or for another workspace’s source', () => {
  const journal = tempJournal()
  expect(() => append(journal, [message('a')], { workspace: 'none' })).toThrow(JournalWriteError)
  append(journal, [message('a')])
  expect(() => append(journal, [message('b')], { workspace: 'v' })).toThrow(/Workspace v/)
})

test('everything is there again after closing and opening', () => {
  const folder = tempFolder()
  const before = openOrThrow(folder)
  before.putWorkspace(workspace('w'))
  const base = before.reserveOrder(5)
  const stored = append(before, [message('a'), message('b')], { state: 7 })
  before.close()
  const after = openOrThrow(folder)
  expect(stored.map((event) => after.event(event.id))).toEqual(stored)
  expect(after.linkState('chat')).toBe(7)
  expect(append(after, [message('b'), message('c'), message('old', '', { ord: base })])).toMatchObject([
    { wireId: 'c', seq: 3, cursor: 3 },
    { wireId: 'old', seq: 4, ord: base },
  ])
  expect(wires(after)).toEqual(['old', 'a', 'b', 'c'])
})

test('texts with NUL, broken UTF-16, quotes and SQL are returned unchanged', () => {
  const journal = tempJournal()
  const hostile = ['a\0b', "'; DROP TABLE events; --", '\ud800 alone', '__proto__', '\u202egnp', '\u{1f600}', 'x'.repeat(200_000), '']
  const stored = append(
    journal,
    hostile.map((text, index) => message(String(index), text, { from: text.slice(0, 50), conversation: text.slice(0, 50) })),
  )
  expect(stored.map((event) => journal.event(event.id)?.body)).toEqual(stored.map((event) => event.body))
})

test('events that did not just happen are late, also when read back (F27)', () => {
  const journal = tempJournal()
  const stored = append(journal, [message('news'), { ...message('history'), late: true }])
  expect(stored.map(({ late }) => late)).toEqual([undefined, true])
  expect(journal.since('w', 0, 9).map(({ late }) => late)).toEqual([undefined, true])
})
