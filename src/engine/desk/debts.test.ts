import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../test/fakes/acts.ts'
import { messageBody } from '../../../test/fakes/events.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import { fail } from '../../core/fault.ts'
import { JournalError } from '../../core/journal.ts'
import { retryMs } from '../in-background.ts'
import { openDeskDebts, type DeskDebts } from './debts.ts'

const workspace = testWorkspace.id
/** More than are read at once. */
const many = 2_500

/** Services with a journal of many messages, each of which asks for something. */
async function filled(): Promise<TestServices> {
  const fake = fakeProtocol()
  fake.acts = (event) => [ask('a', ['b'], event.wireId)]
  const services = await testServices([fake])
  services.journal.putWorkspace(testWorkspace)
  const events = Array.from({ length: many }, (_, at) => ({
    wireId: String(at),
    raw: { text: 'x' },
    body: messageBody('a', 'b', `task ${at}`),
  }))
  services.journal.append({ workspace, source: 's', protocol: 'fake', at: 1, events, state: undefined })
  return services
}

/** Opens the debts; `done` resolves when all of the journal was read in the background. */
function opened(services: TestServices): { readonly debts: DeskDebts; readonly done: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const debts = openDeskDebts({
    services,
    workspace,
    operator: () => 'operator',
    same: (_source, a, b) => a === b,
    isPinned: () => false,
    changed: () => undefined,
    progressed(isDone) {
      if (isDone) resolve()
    },
  })
  return { debts, done: promise }
}

const savedOf = (services: TestServices): number | undefined => services.journal.snapshot(workspace, 'desk')?.cursor

test.each(['while it saves them', 'after that'])('a desk that ends %s keeps all debts (F27)', async (when) => {
  const services = await filled()
  const first = opened(services)
  await first.done
  expect(savedOf(services)).toBeUndefined()
  if (when === 'after that') await expect.poll(() => savedOf(services)).toBe(many)
  first.debts.close()
  const again = opened(services).debts
  expect(again.debts.counts().open).toBe(many)
  again.close()
  services.close()
})

test('many that were saved are restored in the background, and nobody sees half of them (F27)', async () => {
  const services = await filled()
  const first = opened(services)
  expect(first.debts.rebuilding()).toEqual({ done: 2_000, total: many })
  expect(first.debts.reader().open().size).toBe(0)
  await first.done
  expect(first.debts.rebuilding()).toBeUndefined()
  first.debts.close()
  // One that ends before all are restored leaves what is saved as it is.
  const second = opened(services).debts
  expect(second.rebuilding()?.total).toBe(many)
  second.close()
  const third = opened(services)
  expect(third.debts.reader().open().size).toBe(0)
  await third.done
  expect(third.debts.rebuilding()).toBeUndefined()
  expect(third.debts.reader().open().size).toBe(many)
  expect([...third.debts.debts.changes().keys()]).toEqual([])
  third.debts.close()
  services.close()
})

test('saved debts of which one part has a changed bit are made again from the journal (F27)', async () => {
  const services = await filled()
  const first = opened(services)
  await first.done
  first.debts.close()
  const db = new Database(path.join(services.dataDir, 'journal.db'))
  const { changes } = db
    .prepare(`UPDATE snapshots SET value = replace(value, '"buckets"', '"cuckets"') WHERE fold = (SELECT max(fold) FROM snapshots)`)
    .run()
  db.close()
  expect(changes).toBe(1)
  const again = opened(services)
  await again.done
  expect(again.debts.debts.counts().open).toBe(many)
  again.debts.close()
  services.close()
})

test('if the journal fails while it is read, it is read on later (F27)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const services = await filled()
  const { since } = services.journal
  const broken = vi.fn(() => {
    throw new JournalError(fail('unavailable', 'The journal cannot be read.').fault)
  })
  const { debts, done } = opened(services)
  services.journal.since = broken
  while (broken.mock.calls.length === 0) await new Promise(setImmediate)
  services.journal.since = since
  await new Promise(setImmediate)
  expect(debts.rebuilding()).toEqual({ done: 2_000, total: many })
  vi.advanceTimersByTime(retryMs)
  await done
  expect(debts.reader().open().size).toBe(many)
  debts.close()
  services.close()
})

test('what was read again for another operator is saved in the background, all of it (F27)', async () => {
  const services = await filled()
  const first = opened(services)
  await first.done
  first.debts.close()
  const { debts, done } = opened(services)
  await done
  const put = vi.spyOn(services.journal, 'putSnapshot')
  debts.operatorChanged()
  await expect.poll(() => put.mock.calls.map(([, , { cursor, isWhole }]) => [cursor, isWhole])).toEqual([[many, true]])
  debts.close()
  services.close()
})
