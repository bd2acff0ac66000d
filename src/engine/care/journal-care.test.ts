import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { fail, ok, type Fault } from '../../core/fault.ts'
import type { JournalTask } from '../../io/journal/background.ts'
import { runInBackground } from '../../io/journal/background.ts'
import { newArchive } from '../../io/journal/archive-file.ts'
import { listBackups } from '../../io/journal/backups.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import { openJournalCare } from './journal-care.ts'

function used(): string {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(
    journal,
    Array.from({ length: 200 }, (_, index) => message(String(index), 'long '.repeat(200))),
  )
  journal.close()
  return dataDir
}

const times = { firstMs: 0, lookMs: 1 }

test('once a day the journal is backed up in a thread, and the backup is listed', async () => {
  const dataDir = used()
  const tasks: JournalTask[] = []
  let time = 1_000
  const care = openJournalCare(
    { dataDir, now: () => time, isUsed: () => true },
    (task, signal) => {
      tasks.push(task)
      return runInBackground(task, signal)
    },
    times,
  )
  await vi.waitFor(() => expect(listBackups(dataDir)).toHaveLength(1))
  expect(care.backups()).toMatchObject({ folder: path.join(dataDir, 'backups'), files: [{ at: 1_000 }] })
  await vi.waitFor(() => expect(tasks.length).toBe(1))
  time += 24 * 60 * 60_000
  await vi.waitFor(() => expect(listBackups(dataDir)).toHaveLength(2))
  // After the clock was set back, a backup is in the future; that does not delay the next one.
  time = 500_000
  await vi.waitFor(() => expect(listBackups(dataDir)).toHaveLength(3))
  expect(care.fault()).toBeUndefined()
  care.close()
})

test('damage found by a check is reported once, with ways to recover, and is not backed up (F26)', async () => {
  const dataDir = used()
  const file = path.join(dataDir, 'journal.db')
  writeFileSync(file, readFileSync(file).fill(0xff, 60 * 4_096, 62 * 4_096))
  const told: (Fault | undefined)[] = []
  const care = openJournalCare({ dataDir, now: () => 0, isUsed: () => true }, runInBackground, times)
  care.onChange((fault) => told.push(fault))
  await vi.waitFor(() => expect(care.fault()?.message).toMatch(/damaged.*patchbay repair.*patchbay restore/))
  care.close()
  expect(told).toHaveLength(1)
  expect(listBackups(dataDir)).toEqual([])
})

test('without room for a backup the journal is still checked, and the operator is told', async () => {
  const tasks: string[] = []
  const care = openJournalCare(
    { dataDir: tempFolder(), now: () => 0, isUsed: () => true },
    ({ kind }) => {
      tasks.push(kind)
      return Promise.resolve(kind === 'check' ? ok(undefined) : fail('unavailable', 'No space.'))
    },
    { firstMs: 0, lookMs: 60_000 },
  )
  await vi.waitFor(() => expect(care.fault()?.message).toBe('No space.'))
  expect(tasks).toEqual(['backup', 'check'])
  care.close()
})

test('a folder of backups that cannot be read is told, and looked at again later', async () => {
  const failed = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  let isBroken = true
  const care = openJournalCare(
    { dataDir: tempFolder(), now: () => 0, isUsed: () => true },
    () => (isBroken ? Promise.reject(failed) : Promise.resolve(ok(undefined))),
    times,
  )
  await vi.waitFor(() => expect(care.fault()?.message).toMatch(/backups.*the disk reported an error/))
  isBroken = false
  await vi.waitFor(() => expect(care.fault()).toBeUndefined())
  care.close()
})

test('archives that are missing or damaged are told until they are back (F26)', async () => {
  const dataDir = used()
  const [name, file] = ['archive-2026-03.db', path.join(dataDir, 'archive-2026-03.db')]
  newArchive(file, '2026-03').close()
  const db = new Database(path.join(dataDir, 'journal.db'))
  db.prepare("INSERT INTO archives VALUES (?, '2026-03', 'closed', 0)").run(name)
  db.close()
  renameSync(file, `${file}.away`)
  const care = openJournalCare({ dataDir, now: () => 0, isUsed: () => true }, () => Promise.resolve(ok(undefined)), times)
  await vi.waitFor(() => expect(care.fault()?.message).toMatch(/archive-2026-03\.db.*Put the files back/))
  writeFileSync(file, 'not an archive')
  await vi.waitFor(() => expect(care.fault()?.message).toContain(name))
  renameSync(`${file}.away`, file)
  await vi.waitFor(() => expect(care.fault()).toBeUndefined())
  care.close()
})
