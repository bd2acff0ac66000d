import { existsSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { sized } from '../../../test/sizes.ts'
import type { Journal } from '../../core/journal.ts'
import { openConnection } from './connection.ts'
import { journalOn } from './open.ts'
import { append, message, tempFolder, workspace } from '../../../test/fakes/journal.ts'

const account = '/proc/thread-self/io'
const pageBytes = 4_096
const size = sized(2_000)
const periodMs = 15_000

/** A journal with this many messages, whose pages are read from the file each time: almost nothing is cached. */
function filled(messages: number): Journal {
  const opened = openConnection(tempFolder())
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  const journal = journalOn(opened.value, {})
  onTestFinished(() => journal.close())
  journal.putWorkspace(workspace('w'))
  for (let first = 1; first <= messages; first += 500) {
    const events = Array.from({ length: 500 }, (_, index) => {
      const number = first + index
      return message(String(number), `parser review of ${(number * 7_919).toString(36)}`, { from: number % 2 === 0 ? 'coder' : 'tester' })
    })
    append(journal, events, { at: first * periodMs })
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma('cache_size = 8')
  return journal
}

/** Bytes that this thread has read from files so far. */
function readBytes(): number {
  return Number(/^rchar: (\d+)/.exec(readFileSync(account, 'utf8'))?.[1])
}

/** Pages of the file that this thread reads during the call: the fewest of three calls, since the thread may also read something else, such as a module. */
async function pagesRead(ask: () => unknown): Promise<number> {
  let fewest = Infinity
  for (let call = 0; call < 3; call++) {
    const before = readBytes()
    await ask()
    fewest = Math.min(fewest, Math.round((readBytes() - before) / pageBytes))
  }
  return fewest
}

const search =
  (query: (messages: number) => string) =>
  async (journal: Journal, messages: number): Promise<void> => {
    const unread = (below: number): number[] => (below > 1 ? [Math.min(below - 1, messages)] : [])
    const found = await journal.search({ workspace: 'w', query: query(messages), limit: 20, now: messages * periodMs, unread })
    expect(found.ok && found.value.total).toBe(1_000)
  }
const iso = (at: number): string => new Date(at * periodMs).toISOString()
const page =
  (filter: Parameters<Journal['page']>[0]['filter']) =>
  (journal: Journal, messages: number): void => {
    const { events } = journal.page({ workspace: 'w', filter, around: messages / 2, limit: 50 })
    expect(events).toHaveLength(50)
  }

const questions: Record<string, (journal: Journal, messages: number) => unknown> = {
  'a page of everything': page({}),
  'a page of a conversation': page({ conversation: 'chat|coder⇄reviewer' }),
  'a page of what a conversation cannot have': (journal) => {
    const filter = { conversation: 'chat|coder⇄reviewer', kinds: ['fault'] }
    expect(journal.page({ workspace: 'w', filter, limit: 50 }).events).toEqual([])
  },
  'a page of an agent': page({ names: ['chat|coder'] }),
  'a page for the operator': page({ addressed: ['chat|reviewer'] }),
  'a page of what an agent sent': page({ sentBy: ['chat|coder'] }),
  'which are for the operator': (journal, messages) =>
    expect(journal.addressedBelow('w', ['chat|reviewer'], messages / 2, 100)).toHaveLength(100),
  'what came since': (journal, messages) => expect(journal.since('w', messages / 2, 100)).toHaveLength(100),
  'a search for a word': search(() => 'parser'),
  'a search for a beginning': search(() => 'pars'),
  'a search for a sender': search(() => 'from:coder'),
  'a search after a date': search((messages) => `after:${iso(messages * 0.25)}`),
  'a search before a date': search((messages) => `before:${iso(messages * 0.75)}`),
  'a search for unread ones': search(() => 'is:unread'),
}

test.skipIf(!existsSync(account))('no query reads more pages of a journal that is ten times as large (F25)', async () => {
  const [small, large] = [filled(size), filled(size * 10)]
  const grown: string[] = []
  for (const [name, ask] of Object.entries(questions)) {
    const [few, many] = [await pagesRead(() => ask(small, size)), await pagesRead(() => ask(large, size * 10))]
    if (many > few * 2 + 20) grown.push(`${name}: ${few}, then ${many}`)
  }
  expect(grown).toEqual([])
})
