import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { keepBackup, listBackups } from './backups.ts'
import { checkRoom, copyJournal } from './copy.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import type { Journal } from '../../core/journal.ts'

const texts = (from: number, count = 200) => Array.from({ length: count }, (_, index) => message(String(from + index), 'long '.repeat(200)))

function running(): { readonly dataDir: string; readonly journal: Journal; readonly file: string } {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(journal, texts(0), { state: 'first' })
  return { dataDir, journal, file: path.join(dataDir, 'journal.db') }
}

function storedIn(file: string): { readonly events: number; readonly integrity: unknown; readonly state: unknown } {
  const db = new Database(file, { readonly: true })
  try {
    const [events, integrity] = [db.prepare('SELECT count(*) FROM events').pluck().get(), db.pragma('quick_check', { simple: true })]
    return { events: Number(events), integrity, state: db.prepare("SELECT state FROM sources WHERE id = 'chat'").pluck().get() }
  } finally {
    db.close()
  }
}

test('a backup of a running journal is complete, of one moment, private and a single file (F26)', async () => {
  const { file, journal } = running()
  const target = path.join(tempFolder(), 'copy.db')
  let steps = 0
  const copied = await copyJournal(file, target, {
    progress: () => {
      append(journal, texts(1_000 + steps * 10, 10), { state: `later ${steps}` })
      steps++
    },
  })
  expect(copied).toMatchObject({ ok: true, value: { file: target, events: 200 } })
  expect(steps).toBeGreaterThan(0)
  expect(storedIn(target)).toEqual({ events: 200, integrity: 'ok', state: '"first"' })
  expect(readdirSync(path.dirname(target))).toEqual(['copy.db'])
  if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600)
})

test('a backup never replaces a file, and a cancelled one leaves nothing behind', async () => {
  const { file } = running()
  const folder = tempFolder()
  writeFileSync(path.join(folder, 'mine'), 'mine')
  expect(await copyJournal(file, path.join(folder, 'mine'))).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  expect(readFileSync(path.join(folder, 'mine'), 'utf8')).toBe('mine')
  const late = path.join(folder, 'late')
  expect(await copyJournal(file, late, { progress: () => writeFileSync(late, 'mine') })).toMatchObject({
    ok: false,
    fault: { code: 'conflict' },
  })
  expect(readFileSync(late, 'utf8')).toBe('mine')
  const stop = new AbortController()
  const cancelled = await copyJournal(file, path.join(folder, 'copy.db'), { signal: stop.signal, progress: () => stop.abort() })
  expect(cancelled).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  expect(readdirSync(folder)).toEqual(['late', 'mine'])
})

test('a damaged journal is not backed up, and earlier backups stay (F26)', async () => {
  const { dataDir, file, journal } = running()
  expect(await keepBackup(dataDir, 0)).toMatchObject({ ok: true })
  journal.close()
  const bytes = readFileSync(file)
  bytes.fill(0xff, 60 * 4_096, 62 * 4_096)
  writeFileSync(file, bytes)
  expect(await keepBackup(dataDir, 1_000)).toMatchObject({
    ok: false,
    fault: { message: expect.stringMatching(/damaged.*patchbay repair/) },
  })
  expect(listBackups(dataDir).map(({ at }) => at)).toEqual([0])
  expect(readdirSync(path.join(dataDir, 'backups'))).toHaveLength(1)
})

test('a disk that is a little too small has less than is needed also in words', async () => {
  const folder = tempFolder()
  const { bavail, bsize } = statfsSync(folder)
  const refused = await checkRoom(folder, Math.ceil((bavail * bsize) / 1_000_000) * 1_000_000, 'a test')
  const words = refused.ok ? '' : refused.fault.message
  const [needed = 0, free = 0] = [...words.matchAll(/([\d.,]+) MB/g)].map(([, number = '']) => Number(number.replaceAll(',', '')))
  expect(needed).toBeGreaterThan(free)
})

const plenty = () => Promise.resolve(1e12)

test('seven daily backups are kept, fewer if they use more than a tenth of the free space, and at least one', async () => {
  const { dataDir } = running()
  const day = 24 * 60 * 60 * 1_000
  for (let days = 0; days < 9; days++) await keepBackup(dataDir, days * day, {}, plenty)
  expect(listBackups(dataDir).map(({ at }) => at / day)).toEqual([8, 7, 6, 5, 4, 3, 2])
  const each = listBackups(dataDir)[0]?.bytes ?? 0
  await keepBackup(dataDir, 9 * day, {}, () => Promise.resolve(22 * each))
  expect(listBackups(dataDir).map(({ at }) => at / day)).toEqual([9, 8, 7])
  await keepBackup(dataDir, 10 * day, {}, () => Promise.resolve(0))
  expect(listBackups(dataDir).map(({ at }) => at / day)).toEqual([10])
})

test('SIGKILL during a backup leaves the journal unchanged and no backup; the next one removes the leftovers (F26)', async () => {
  const { dataDir, journal } = running()
  for (let batch = 1; batch < 20; batch++) append(journal, texts(batch * 200))
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../../test/programs/copy-journal.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(listBackups(dataDir)).toEqual([])
  expect(readdirSync(path.join(dataDir, 'backups')).length).toBeGreaterThan(0)
  expect(journal.health()).toMatchObject({ events: 4_000, integrity: 'ok' })
  expect(await keepBackup(dataDir, 5_000)).toMatchObject({ ok: true, value: { events: 4_000 } })
  expect(readdirSync(path.join(dataDir, 'backups'))).toHaveLength(1)
})
