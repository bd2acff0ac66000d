import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fail } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { append, message, openOrThrow, tempFolder, tempJournal, workspace } from '../../../test/fakes/journal.ts'
import { retryMs } from '../in-background.ts'
import { foldName, type FoldSnapshot } from './fold-store.ts'
import { openFolds } from './folds.ts'
import { JournalError, type Journal } from '../../core/journal.ts'

const many = 4_500

function filled(): Journal {
  const journal = tempJournal()
  for (let first = 0; first < many; first += 500)
    append(
      journal,
      Array.from({ length: 500 }, (_, index) => message(String(first + index))),
    )
  return journal
}

const open = (journal: Journal, changed?: () => void) => openFolds({ journal, now: () => 1_000, log: () => undefined }, 'w', changed)
const viewOf = (folds: ReturnType<typeof open>) => folds.view('operator', () => undefined)

test('folds without a snapshot are available immediately, catch up between other calls, and take new events once', async () => {
  const journal = filled()
  const changed = vi.fn()
  const folds = open(journal, changed)
  expect(viewOf(folds).rebuilding?.total).toBe(many)
  expect(viewOf(folds).messages).toBeLessThan(many)
  folds.apply(append(journal, [message('meanwhile')]))
  await vi.waitFor(() => expect(viewOf(folds).rebuilding).toBeUndefined())
  expect(changed).toHaveBeenCalled()
  folds.apply(append(journal, [message('after')]))
  expect(viewOf(folds)).toMatchObject({ messages: many + 2, conversations: [{ count: many + 2, unread: many + 2 }] })
})

test('a rebuild reports its progress, up to its end', async () => {
  const rebuilding = vi.fn()
  const folds = openFolds({ journal: filled(), now: () => 1_000, log: () => undefined, rebuilding }, 'w')
  await vi.waitFor(() => expect(viewOf(folds).rebuilding).toBeUndefined())
  expect(rebuilding).toHaveBeenLastCalledWith(many, many)
})

test('folds stopped while catching up continue at their position', async () => {
  const journal = filled()
  const first = open(journal)
  const { done } = viewOf(first).rebuilding ?? { done: 0 }
  expect(done).toBeGreaterThan(0)
  first.close()
  const second = open(journal)
  expect(viewOf(second).messages).toBeGreaterThan(done)
  await vi.waitFor(() => expect(viewOf(second).rebuilding).toBeUndefined())
  expect(viewOf(second)).toMatchObject({ messages: many, conversations: [{ count: many, unread: many }] })
})

test('saved lists with a changed bit are made again from the journal, and a line of the log says so (F26)', () => {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(journal, [message('one'), message('two')])
  open(journal).close()
  const db = new Database(path.join(dataDir, 'journal.db'))
  expect(db.prepare(`UPDATE snapshots SET value = replace(value, '"rows"', '"sows"') WHERE fold = 'workspace'`).run().changes).toBe(1)
  db.close()
  const log = vi.fn()
  const folds = openFolds({ journal, now: () => 1_000, log }, 'w')
  expect(viewOf(folds)).toMatchObject({ messages: 2, conversations: [{ count: 2, unread: 2 }] })
  expect(log.mock.calls).toMatchObject([[expect.stringContaining('made again'), { workspace: 'w' }]])
  folds.close()
  expect(journal.snapshot('w', foldName)).not.toHaveProperty('isBroken')
})

const unreadable = vi.fn(() => {
  throw new JournalError(fail('unavailable', 'The journal cannot be read.').fault)
})

/** Lets the journal fail when this is read, until it was tried so often. */
async function failing(journal: Journal, method: 'since' | 'event' | 'page', use: () => void, times = 1): Promise<void> {
  const before = journal[method]
  unreadable.mockClear()
  Object.assign(journal, { [method]: unreadable })
  use()
  while (unreadable.mock.calls.length < times) await new Promise(setImmediate)
  Object.assign(journal, { [method]: before })
  await new Promise(setImmediate)
}

/** What *mark unread* has left to do, as it is saved. */
function raisesOf(journal: Journal): unknown {
  return (journal.snapshot('w', foldName)?.value as FoldSnapshot | undefined)?.raises
}

function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('if the journal fails while the lists are rebuilt, they are rebuilt on later (F19)', async () => {
  stopTimers()
  const journal = filled()
  const folds = open(journal)
  await failing(journal, 'since', () => undefined)
  expect(viewOf(folds).rebuilding?.total).toBe(many)
  vi.advanceTimersByTime(retryMs)
  await expect.poll(() => viewOf(folds).rebuilding).toBeUndefined()
  expect(viewOf(folds)).toMatchObject({ messages: many, conversations: [{ count: many, unread: many }] })
})

test('a message that came while the journal could not be read is in the lists later, once (F19)', async () => {
  stopTimers()
  const journal = tempJournal()
  append(journal, [message('one')])
  const folds = open(journal)
  const stored = append(journal, [message('two'), message('changed', 'more', { supersedes: 'one' })])
  await failing(journal, 'event', () => folds.apply(stored), 2)
  folds.apply(append(journal, [message('three')]))
  vi.advanceTimersByTime(retryMs)
  await expect.poll(() => viewOf(folds).rebuilding).toBeUndefined()
  expect(viewOf(folds)).toMatchObject({ messages: 3, conversations: [{ count: 3, unread: 3 }] })
})

test('marking an old message unread goes on after a fault of the journal, and is over once it is done (F19)', async () => {
  stopTimers()
  const journal = filled()
  const folds = open(journal)
  await expect.poll(() => viewOf(folds).rebuilding).toBeUndefined()
  folds.markRead([viewOf(folds).conversations[0]?.id ?? ''], many)
  const old = journal.find('chat', '9')
  if (old === undefined) throw new Error('not stored')
  const ended = folds.markUnread(old)
  folds.close()
  await ended
  expect(raisesOf(journal)).toHaveLength(1)
  let again = folds
  await failing(journal, 'page', () => (again = open(journal)))
  expect(viewOf(again).conversations[0]?.unread).toBeLessThan(many - 9)
  vi.advanceTimersByTime(retryMs)
  await expect.poll(() => viewOf(again).conversations[0]?.unread).toBe(many - 9)
  again.close()
  expect(raisesOf(journal)).toBeUndefined()
})

test('marking a message unread while the journal cannot be read is reported, and done later (F19)', async () => {
  stopTimers()
  const journal = tempJournal()
  const [first] = append(journal, [message('one'), message('two')])
  const folds = open(journal)
  folds.markRead([viewOf(folds).conversations[0]?.id ?? ''], 2)
  if (first === undefined) throw new Error('not stored')
  let marked: Promise<unknown> = Promise.resolve()
  const mark = (): void => {
    marked = folds.markUnread(first).catch((thrown: unknown) => thrown)
  }
  await failing(journal, 'page', mark, 2)
  expect(await marked).toBeInstanceOf(JournalError)
  expect(viewOf(folds).conversations[0]?.unread).toBe(0)
  vi.advanceTimersByTime(retryMs)
  await expect.poll(() => viewOf(folds).conversations[0]?.unread).toBe(2)
})

test('marking an old message unread does not block other calls, and is finished after a restart', async () => {
  const journal = filled()
  const folds = open(journal)
  await vi.waitFor(() => expect(viewOf(folds).rebuilding).toBeUndefined())
  const { id = '' } = viewOf(folds).conversations[0] ?? {}
  folds.markRead([id], many)
  expect(viewOf(folds).conversations[0]?.unread).toBe(0)
  const old = journal.find('chat', '9')
  if (old === undefined) throw new Error('not stored')
  const ended = folds.markUnread(old)
  expect(viewOf(folds).conversations[0]?.unread).toBeLessThan(many - 9)
  folds.close()
  await ended
  const again = open(journal)
  await vi.waitFor(() => expect(viewOf(again).conversations[0]?.unread).toBe(many - 9))
  expect(again.unreadBelow('operator', old.ord + 2)).toEqual([old.ord + 1, old.ord])
  again.close()
  expect(raisesOf(journal)).toBeUndefined()
})

test('marking an old message unread is finished after a kill', async () => {
  const journal = filled()
  const before = open(journal)
  await vi.waitFor(() => expect(viewOf(before).rebuilding).toBeUndefined())
  before.markRead([viewOf(before).conversations[0]?.id ?? ''], many)
  before.close()
  const folds = open(journal)
  const old = journal.find('chat', '9')
  if (old === undefined) throw new Error('not stored')
  const ended = folds.markUnread(old)
  const again = open(journal) // before the first one stores how it ended
  folds.close()
  await ended
  await vi.waitFor(() => expect(viewOf(again).conversations[0]?.unread).toBe(many - 9))
})

test('unread messages to the operator are counted exactly, whatever their number, also after a restart and under a new name', async () => {
  const journal = filled()
  append(
    journal,
    Array.from({ length: 2_600 }, (_, index) => message(`to ${index}`, 'look', { to: [index < 2_500 ? 'operator' : 'boss'] })),
  )
  const folds = open(journal)
  await vi.waitFor(() => expect(viewOf(folds)).toMatchObject({ rebuilding: undefined, forYou: 2_500 }))
  folds.apply(append(journal, [message('one more', 'look', { to: ['operator'] })]))
  expect(viewOf(folds).forYou).toBe(2_501)
  folds.close()
  const again = open(journal)
  expect(viewOf(again).forYou).toBe(2_501)
  await vi.waitFor(() => expect(again.view('boss', () => undefined).forYou).toBe(100))
  again.markRead([viewOf(again).conversations[0]?.id ?? ''], Number.MAX_SAFE_INTEGER)
  expect(again.view('boss', () => undefined).forYou).toBe(0)
})

/** A message to the operator in a conversation of its own. */
const inOwn = (at: number, more = '') => message(`${at}${more}`, undefined, { conversation: `c${at}`, to: ['operator'] })

test('conversations that are no longer kept have nothing unread, and return as new ones, also after a restart', async () => {
  const journal = tempJournal()
  const kept = limits.conversationsListed * 5
  const some = (first: number, size: number) =>
    append(
      journal,
      Array.from({ length: size }, (_, index) => inOwn(first + index)),
    )
  some(0, 500)
  let folds = open(journal)
  const forYou = (): number => viewOf(folds).forYou
  expect(forYou()).toBe(500)
  for (let first = 500; first < 1.1 * kept + 500; first += 1_000) folds.apply(some(first, 1_000))
  const listed = [...folds.conversations.rows()].map(({ key }) => key)
  expect(listed).not.toContain('c0')
  expect(forYou()).toBe(listed.length)
  folds.close()
  folds = open(journal)
  expect(forYou()).toBe(listed.length)
  // The mark of one has gone with it, however far it reached.
  const [next = ''] = listed
  folds.markRead([`chat|${next}`], 100 * kept)
  for (let first = 20_000; folds.conversations.get(`chat|${next}`) !== undefined; first += 250) folds.apply(some(first, 250))
  const before = forYou()
  folds.apply(append(journal, [inOwn(Number(next.slice(1)), ' again')]))
  expect(forYou()).toBe(before + 1)
})
