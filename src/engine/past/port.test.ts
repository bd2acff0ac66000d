import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noFacts as facts } from '../../../test/fakes/past-facts.ts'
import { pastHere } from '../../../test/fakes/past-here.ts'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import type { Output } from '../../api/contract.ts'
import { loadProtocols } from '../../protocols/registry.ts'
import { append, message } from '../../../test/fakes/journal.ts'
import { openArchives } from '../care/archives.ts'
import { mostWaiting, pastThread, type OpenPastReads, type PastReads } from './port.ts'
import type { PastQuestion } from './reads.ts'

const [march, april] = [Date.UTC(2026, 2, 5), Date.UTC(2026, 3, 5)]
const state = (at: number): PastQuestion => ({ method: 'past.state', at, input: {}, facts })

async function withJournal(): Promise<TestServices> {
  const services = await testServices(await loadProtocols())
  onTestFinished(() => services.close())
  services.journal.putWorkspace(testWorkspace)
  return services
}

/** Two messages of March are in an archive, a third is in the journal. */
async function withArchive() {
  const services = await withJournal()
  const { journal } = services
  append(journal, [message('Could you review it?'), message('Which port should it use?')], { at: march })
  append(journal, [message('later')], { at: april })
  openArchives({ ...services, now: () => Date.UTC(2026, 4, 20) }).move('2026-04')
  await vi.waitFor(() => expect(journal.archives()).toMatchObject([{ month: '2026-03', state: 'closed' }]))
  const name = journal.archives()[0]?.file ?? ''
  return { services, name, file: path.join(services.dataDir, name) }
}

function open(services: TestServices, reads: OpenPastReads): PastReads {
  const opened = reads(services, 'w')
  onTestFinished(() => opened.close())
  return opened
}

const messages = async (reads: PastReads, at: number): Promise<unknown> => {
  const answer = await reads.ask(state(at))
  return answer.ok ? (answer.value as { readonly messages: number }).messages : answer.fault
}

test('the thread answers as the main thread would, also what was stored, archived, brought back and forgotten since the question before (F29)', async () => {
  const services = await withJournal()
  const { journal } = services
  append(journal, [message('Could you review it?'), message('Which port should it use?')], { at: march })
  const [thread, here] = [open(services, pastThread), open(services, pastHere)]
  for (const question of [
    state(march),
    { method: 'desk.page', at: march, input: { list: 'owed', limit: 10 }, facts },
    { method: 'flow.window', at: march, input: { from: march - 1_000, to: march }, facts },
    { method: 'flow.day', at: march, input: { from: march - 60_000, to: march }, facts },
  ] as const)
    expect(await thread.ask(question)).toEqual(await here.ask(question))
  append(journal, [message('8080.')], { at: march + 1_000, source: 'later' })
  expect(await messages(thread, march + 1_000)).toBe(3)
  expect(await messages(thread, march)).toBe(2)
  const window: PastQuestion = { method: 'flow.window', at: march, input: { from: march - 1_000, to: march }, facts }
  const before = await thread.ask(window)
  const archives = openArchives({ ...services, now: () => Date.UTC(2026, 4, 20) })
  archives.move('2026-04')
  // The file is complete before its texts leave the journal.
  await vi.waitFor(() => expect(journal.archives()).toMatchObject([{ month: '2026-03', state: 'closed' }]))
  expect(await thread.ask(window)).toEqual(before)
  archives.bringBack(journal.archives()[0]?.file ?? '')
  await vi.waitFor(() => expect(journal.archives()).toEqual([]))
  expect(await thread.ask(window)).toEqual(before)
  journal.removeWorkspace('w')
  expect(await messages(thread, march)).toMatchObject({ code: 'not-found' })
})

test('a moment whose archive is away says which one is missing, and is whole once the file is back (F29)', async () => {
  const { services, name, file } = await withArchive()
  const thread = open(services, pastThread)
  const seen = async (at: number): Promise<unknown> => {
    const { value } = (await thread.ask(state(at))) as { readonly value: Output<'past.state'> }
    return [value.messages, value.notRecorded.filter(({ what }) => what === 'archive')]
  }
  renameSync(file, `${file}.away`)
  expect(await seen(march)).toEqual([0, [{ what: 'archive', archive: name }]])
  expect(await seen(april)).toEqual([1, [{ what: 'archive', archive: name }]])
  renameSync(`${file}.away`, file)
  // The same thread goes on from nothing that it made without the file.
  expect(await seen(april)).toEqual([3, []])
})

test('an archive that lacks a message is not read again for each question (F29)', async () => {
  const { services, file } = await withArchive()
  const db = new Database(file)
  db.exec('DELETE FROM events WHERE cursor = 2')
  db.close()
  const here = open(services, pastHere)
  expect(await messages(here, april)).toBe(2)
  const since = vi.spyOn(services.journal, 'since')
  expect(await messages(here, april + 1)).toBe(2)
  expect(since).not.toHaveBeenCalled()
})

test('a newer moment does not wait for those that were asked about before, and all are answered', async () => {
  const services = await withJournal()
  append(services.journal, [message('Hello.')], { at: march })
  const thread = open(services, pastThread)
  const answered: string[] = []
  const ask = async (name: string, at: number): Promise<void> => {
    expect(await messages(thread, at)).toBe(1)
    answered.push(name)
  }
  // All of them wait while the thread starts.
  await Promise.all([ask('first', march), ask('newest', march + 2), ask('between', march + 1), ask('newest, too', march + 2)])
  expect(answered).toEqual(['newest', 'newest, too', 'between', 'first'])
})

test('a page that asks for ever is refused beyond what may wait, and answered again when that is less (F18)', async () => {
  const services = await withJournal()
  append(services.journal, [message('Hello.')], { at: march })
  const thread = open(services, pastThread)
  // All of them wait while the thread starts.
  const asked = Array.from({ length: mostWaiting + 3 }, (_, at) => messages(thread, march + at))
  const answers = await Promise.all(asked)
  expect(answers.slice(0, mostWaiting)).toEqual(Array.from({ length: mostWaiting }, () => 1))
  const refused = {
    code: 'too-large',
    message: `Patchbay is still loading ${mostWaiting} requests about the past. Try again in a moment.`,
  }
  expect(answers.slice(mostWaiting)).toEqual([refused, refused, refused])
  expect(await messages(thread, march)).toBe(1)
})

test('a thread that fails is one fault, and the next question has another one; what waits when it is closed gets an answer', async () => {
  const services = await withJournal()
  append(services.journal, [message('Hello.')], { at: march })
  const thread = open(services, pastThread)
  expect(await thread.ask({ method: 'past.state' } as never)).toMatchObject({
    ok: false,
    fault: { code: 'internal', message: 'This moment could not be read. Try again.' },
  })
  expect(services.logged.join('\n')).toContain('the thread that reads the past ended')
  expect(await messages(thread, march)).toBe(1)
  const waiting = messages(thread, march)
  await thread.close()
  expect(await waiting).toMatchObject({ code: 'internal' })
})

test('what is stuck is also found when another view of the moment was asked for just before (F29)', async () => {
  const services = await withJournal()
  for (let line = 0; line < 8; line++) {
    const [from, to] = line % 2 === 0 ? ['coder', 'reviewer'] : ['reviewer', 'coder']
    const text = `${line % 2 === 0 ? '' : 'FYI '}deploy 4.2 is on staging, forward this to the next team`
    append(services.journal, [message(`line ${line}`, text, { from, to: [to ?? ''] })], { at: march + line * 1_000 })
  }
  const [thread, at] = [open(services, pastThread), march + 8_000]
  expect(await thread.ask({ method: 'flow.day', at, input: { from: at - 60_000, to: at }, facts })).toMatchObject({ ok: true })
  expect(await thread.ask({ method: 'desk.waits', at, input: {}, facts })).toMatchObject({ value: { stuck: [{ detector: 'loop' }] } })
})

test('between questions no file of the journal is open, and a thread that nobody asks any more ends (F29)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const ended = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => ended.mockRestore())
  const services = await withJournal()
  append(services.journal, [message('Hello.')], { at: march })
  const thread = open(services, pastThread)
  expect(await messages(thread, march)).toBe(1)
  expect(ended).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(ended).toHaveBeenCalledOnce()
  expect(await messages(thread, march)).toBe(1)
  services.journal.close()
  // SQLite removes it with the last connection.
  expect(existsSync(path.join(services.dataDir, 'journal.db-wal'))).toBe(false)
})
