import { renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../test/fakes/acts.ts'
import { messageBody } from '../../../test/fakes/events.ts'
import { fakeProtocol } from '../../../test/fakes/protocol.ts'
import { testServices, testWorkspace } from '../../../test/fakes/services.ts'
import { writeArchive } from '../../io/journal/archive-write.ts'
import { openFolds } from '../folds/folds.ts'
import { openDeskDebts, type DeskDebts } from './debts.ts'

test('what is made without an archive is not kept: once its file is back, the debts and messages in it are there (F26)', async () => {
  const fake = fakeProtocol()
  fake.acts = (event) => (event.body.kind === 'message' ? [ask('a', ['b'], event.wireId)] : [])
  const services = await testServices([fake])
  const { journal, dataDir } = services
  journal.putWorkspace(testWorkspace)
  const workspace = testWorkspace.id
  const put = (wireId: string, at: number): void =>
    void journal.append({
      workspace,
      source: 's',
      protocol: 'fake',
      at,
      events: [{ wireId, raw: { text: 'x' }, body: messageBody('a', 'b', `task ${wireId}`) }],
      state: undefined,
    })
  put('march', Date.UTC(2023, 2, 5))
  put('april', Date.UTC(2023, 3, 5))
  const name = 'archive-2023-03.db'
  await writeArchive(dataDir, '2023-03')
  journal.moveToArchive(name, '2023-03')
  await vi.waitFor(() => expect(journal.archives()).toMatchObject([{ state: 'closed' }]))

  const options = {
    same: (_source: string, a: string, b: string): boolean => a === b,
    isPinned: () => false,
    changed: () => undefined,
    progressed: () => undefined,
  }
  const debts = (): DeskDebts => openDeskDebts({ services, workspace, operator: () => 'operator', ...options })
  const counts = (): { readonly debts: number; readonly messages: number } => {
    const [opened, folds] = [debts(), openFolds({ journal, now: services.now, log: services.log }, workspace)]
    const found = { debts: opened.debts.counts().open, messages: folds.view('operator', () => undefined).messages }
    opened.close()
    folds.close()
    return found
  }
  const file = path.join(dataDir, name)
  renameSync(file, `${file}.away`)
  expect(counts()).toEqual({ debts: 1, messages: 1 })
  expect(journal.snapshot(workspace, 'desk')?.cursor).toBe(2) // so a start without the file reads nothing again
  renameSync(`${file}.away`, file)
  expect(counts()).toEqual({ debts: 2, messages: 2 })
  services.close()
})
