import { copyFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../test/fakes/acts.ts'
import { messageBody } from '../../../test/fakes/events.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import type { NewEvent } from '../../core/event.ts'
import { writeArchive } from '../../io/journal/archive-write.ts'
import { openFolds, type WorkspaceFolds } from '../folds/folds.ts'
import { openDeskDebts } from './debts.ts'

const workspace = testWorkspace.id
const name = 'archive-2023-03.db'

interface Setting {
  readonly services: TestServices
  readonly file: string
  put(wireId: string, at: number, more?: Partial<NewEvent>): void
  archive(): Promise<void>
  /** What is counted by debts and lists that are opened, and saved again. */
  counts(): { readonly debts: number; readonly messages: number }
}

async function setting(): Promise<Setting> {
  const fake = fakeProtocol()
  fake.acts = ({ body, wireId }) => (body.kind === 'message' && body.text.startsWith('task') ? [ask('a', ['b'], wireId)] : [])
  const services = await testServices([fake])
  onTestFinished(() => services.close())
  const { journal, dataDir } = services
  journal.putWorkspace(testWorkspace)
  const options = {
    same: (_source: string, a: string, b: string): boolean => a === b,
    isPinned: () => false,
    changed: () => undefined,
    progressed: () => undefined,
  }
  return {
    services,
    file: path.join(dataDir, name),
    put(wireId, at, more) {
      const event = { wireId, raw: { text: 'x' }, body: messageBody('a', 'b', `task ${wireId}`), ...more }
      journal.append({ workspace, source: 's', protocol: 'fake', at, events: [event], state: undefined })
    },
    async archive() {
      await writeArchive(dataDir, '2023-03')
      journal.moveToArchive(name, '2023-03')
      await vi.waitFor(() => expect(journal.archives()).toMatchObject([{ state: 'closed' }]))
    },
    counts() {
      const debts = openDeskDebts({ services, workspace, operator: () => 'operator', ...options })
      const folds = openFolds({ journal, now: services.now, log: services.log }, workspace)
      const found = { debts: debts.debts.counts().open, messages: folds.view('operator', () => undefined).messages }
      debts.close()
      folds.close()
      return found
    },
  }
}

test('what is made without an archive is not kept: once its file is back, the debts and messages in it are there (F26)', async () => {
  const { services, file, put, archive, counts } = await setting()
  put('march', Date.UTC(2023, 2, 5))
  put('april', Date.UTC(2023, 3, 5))
  await archive()
  renameSync(file, `${file}.away`)
  expect(counts()).toEqual({ debts: 1, messages: 1 })
  expect(services.journal.snapshot(workspace, 'desk')?.cursor).toBe(2) // so a start without the file reads nothing again
  renameSync(`${file}.away`, file)
  expect(counts()).toEqual({ debts: 2, messages: 2 })
})

test('a message whose earlier version is in a missing archive is not counted twice for good, nor is what it asked (F26)', async () => {
  const { file, put, archive, counts } = await setting()
  put('march', Date.UTC(2023, 2, 5))
  put('other', Date.UTC(2023, 2, 6))
  expect(counts()).toEqual({ debts: 2, messages: 2 })
  await archive()
  renameSync(file, `${file}.away`)
  put('april', Date.UTC(2023, 3, 5), { supersedes: 'march', body: messageBody('a', 'b', 'done') })
  counts()
  renameSync(`${file}.away`, file)
  expect(counts()).toEqual({ debts: 1, messages: 2 })
})

test('messages that are marked as unread while their archive is away are unread once its file is back (F26)', async () => {
  const { services, file, put, archive } = await setting()
  const { journal, now, log } = services
  put('february', Date.UTC(2023, 1, 5))
  put('march', Date.UTC(2023, 2, 5))
  put('april', Date.UTC(2023, 3, 5))
  const unread = (use: (folds: WorkspaceFolds) => unknown = () => undefined): number | undefined => {
    const folds = openFolds({ journal, now, log }, workspace)
    use(folds)
    const [found] = folds.view('operator', () => undefined).conversations
    folds.close()
    return found?.unread
  }
  expect(
    unread((folds) =>
      folds.markRead(
        [...folds.conversations.rows()].map(({ id }) => id),
        Infinity,
      ),
    ),
  ).toBe(0)
  await archive()
  renameSync(file, `${file}.away`)
  const first = journal.find('s', 'february')
  expect(unread((folds) => void (first !== undefined && folds.markUnread(first)))).toBe(2)
  renameSync(`${file}.away`, file)
  expect(unread()).toBe(3)
})

test('an archive that lacks a message is not read again at each start, until another file is in its place (F26)', async () => {
  const { services, file, put, archive, counts } = await setting()
  put('march', Date.UTC(2023, 2, 5))
  put('lacking', Date.UTC(2023, 2, 6))
  await archive()
  copyFileSync(file, `${file}.whole`)
  const db = new Database(file)
  db.exec('DELETE FROM events WHERE cursor = 2; UPDATE about SET events = 1')
  db.close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(counts()).toEqual({ debts: 1, messages: 1 })
  const since = vi.spyOn(services.journal, 'since')
  expect(counts()).toEqual({ debts: 1, messages: 1 })
  expect(since.mock.calls.map(([, cursor]) => cursor)).toEqual([2, 2])
  vi.advanceTimersByTime(20_000) // nobody has it open any more
  rmSync(file)
  renameSync(`${file}.whole`, file)
  expect(counts()).toEqual({ debts: 2, messages: 2 })
})
