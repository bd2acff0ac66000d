import { copyFileSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { keepBackup, listBackups } from './backups.ts'
import { copiesWith, forgetInCopies } from './copies.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'

const texts = (name: string) => Array.from({ length: 120 }, (_, index) => message(`${name} ${index}`, `${name}-secret `.repeat(50)))

/** A data folder with two workspaces in its journal, in a backup of each of two days, and in a replaced journal with its log. */
async function folder(): Promise<string> {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  for (const id of ['w', 'v']) journal.putWorkspace(workspace(id))
  append(journal, texts('w'))
  append(journal, texts('v'), { workspace: 'v', source: 'other' })
  for (const day of [1, 2]) expect(await keepBackup(dataDir, day * 86_400_000)).toMatchObject({ ok: true })
  append(journal, texts('late'))
  const replaced = path.join(dataDir, 'journal.db.before-20260101T000000000Z')
  for (const side of ['', '-wal']) copyFileSync(path.join(dataDir, `journal.db${side}`), `${replaced}${side}`)
  journal.removeWorkspace('w')
  journal.close()
  return dataDir
}

function counts(file: string): { readonly workspaces: unknown; readonly events: unknown } {
  const db = new Database(file, { readonly: true })
  const workspaces = db.prepare('SELECT id FROM workspaces').pluck().all()
  const events = db.prepare('SELECT count(*) FROM events').pluck().get()
  db.close()
  return { workspaces, events }
}

test('names the copies that have a workspace, with their sizes, and those that cannot be read', async () => {
  const dataDir = await folder()
  const [newest, oldest] = listBackups(dataDir).map(({ file }) => file)
  const replaced = path.join(dataDir, 'journal.db.before-20260101T000000000Z')
  writeFileSync(oldest ?? '', 'damaged '.repeat(1_000))
  expect(copiesWith(dataDir, 'w')).toEqual([
    { file: newest, bytes: statSync(newest ?? '').size, isReadable: true, isArchive: false },
    { file: oldest, bytes: 8_000, isReadable: false, isArchive: false },
    { file: replaced, bytes: statSync(replaced).size, isReadable: true, isArchive: false },
  ])
  expect(copiesWith(dataDir, 'unknown').map(({ file }) => file)).toEqual([oldest])
})

test('removes a workspace from copies, including their free pages and logs, and keeps the others (F26)', async () => {
  const dataDir = await folder()
  const files = copiesWith(dataDir, 'w').map(({ file }) => file)
  expect(files).toHaveLength(3)
  expect(await forgetInCopies(dataDir, 'w', 'clean')).toEqual({ ok: true, value: undefined })
  expect(copiesWith(dataDir, 'w')).toEqual([])
  for (const file of files) {
    expect(counts(file)).toEqual({ workspaces: ['v'], events: 120 })
    for (const secret of ['w-secret', 'late-secret']) expect(readFileSync(file).includes(secret)).toBe(false)
    expect(existsSync(`${file}-wal`)).toBe(false)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
})

test('names a copy that cannot be cleaned and keeps it, and cleans the others', async () => {
  const dataDir = await folder()
  const oldest = listBackups(dataDir).at(-1)?.file ?? ''
  writeFileSync(oldest, readFileSync(oldest).fill(0xff, 10 * 4_096, 60 * 4_096))
  const before = readFileSync(oldest)
  const done = await forgetInCopies(dataDir, 'w', 'clean')
  expect(done).toMatchObject({ ok: false, fault: { message: expect.stringContaining(oldest) as string } })
  expect(readFileSync(oldest).equals(before)).toBe(true)
  expect(copiesWith(dataDir, 'w').map(({ file }) => file)).toEqual([oldest])
})

test('deletes copies with their logs, including unreadable ones', async () => {
  const dataDir = await folder()
  writeFileSync(listBackups(dataDir)[0]?.file ?? '', 'damaged')
  expect(await forgetInCopies(dataDir, 'w', 'delete')).toEqual({ ok: true, value: undefined })
  expect(listBackups(dataDir)).toEqual([])
  expect(readdirSync(dataDir).filter((name) => name.includes('before'))).toEqual([])
})
