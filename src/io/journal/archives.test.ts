import { chmodSync, existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import type { Journal } from '../../core/journal.ts'
import { checkArchive, monthsOf, writeArchive } from './archive-write.ts'
import { backupFolder, keepBackup } from './backups.ts'
import { archivesNeeded, copiesWith, forgetInCopies, missingArchives } from './copies.ts'
import { exportJournal } from './export.ts'
import { repairJournal } from './repair.ts'
import { append, message, openOrThrow, tempFolder, wires, workspace } from '../../../test/fakes/journal.ts'

const [march, april] = [Date.UTC(2026, 2, 31, 23), Date.UTC(2026, 3, 1)]

/** A journal with events of two months in two workspaces, one of them in two versions. */
function twoMonths(): { readonly dataDir: string; readonly journal: Journal } {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  journal.putWorkspace(workspace('v'))
  append(journal, [message('one', 'lighthouse first'), message('two', 'second')], { at: march })
  append(journal, [message('secret', 'plans of v')], { at: march, workspace: 'v', source: 'other' })
  append(journal, [message('two+', 'second, longer', { supersedes: 'two' }), message('three', 'lighthouse third')], { at: april })
  return { dataDir, journal }
}

async function move(dataDir: string, journal: Journal, month: string): Promise<string> {
  const written = await writeArchive(dataDir, month)
  if (!written.ok || written.value === undefined) throw new Error(JSON.stringify(written))
  journal.moveToArchive(written.value.file, month)
  await vi.waitFor(() => expect(journal.archives().find(({ file }) => file === written.value?.file)?.state).toBe('closed'))
  return written.value.file
}

/** Everything that can be asked of the workspace `w`. */
async function allOf(journal: Journal): Promise<unknown> {
  return {
    forward: journal.page({ workspace: 'w', filter: {}, after: 0, limit: 10 }),
    newest: journal.page({ workspace: 'w', filter: {}, limit: 2 }),
    before: journal.page({ workspace: 'w', filter: {}, before: 3, limit: 10 }),
    named: journal.page({ workspace: 'w', filter: { names: ['chat|coder'] }, limit: 10 }),
    since: journal.since('w', 0, 100),
    replay: [...journal.replay('w', 0)],
    search: await journal.search({ workspace: 'w', query: 'lighthouse', limit: 10, now: april }),
    dated: await journal.search({ workspace: 'w', query: 'before:2026-03-31T23:30Z', limit: 10, now: april }),
    found: journal.find('chat', 'two'),
  }
}

test('a month is moved into an archive, found there as before, and brought back (F26)', async () => {
  const { dataDir, journal } = twoMonths()
  expect(await monthsOf(dataDir)).toMatchObject({
    value: [
      { month: '2026-03', events: 3 },
      { month: '2026-04', events: 2 },
    ],
  })
  const before = await allOf(journal)
  const file = await move(dataDir, journal, '2026-03')
  expect(file).toBe('archive-2026-03.db')
  expect(await allOf(journal)).toEqual(before)
  expect(journal.archives()).toMatchObject([{ file, month: '2026-03', state: 'closed', events: 3 }])
  expect(await monthsOf(dataDir)).toMatchObject({ value: [{ month: '2026-04', events: 2 }] })
  // One event per wire id, and a version of an event that was moved.
  expect(append(journal, [message('one', 'again')])).toEqual([])
  append(journal, [message('one+', 'changed', { supersedes: 'one' })], { at: april })
  expect(wires(journal)).toEqual(['one+', 'two+', 'three'])
  expect(await journal.search({ workspace: 'w', query: 'first', limit: 10, now: april })).toMatchObject({ value: { total: 0 } })

  const changed = await allOf(journal)
  expect(await checkArchive(dataDir, file)).toMatchObject({ ok: true })
  journal.bringBack(file)
  await vi.waitFor(() => expect(journal.archives()).toEqual([]))
  expect(existsSync(path.join(dataDir, file))).toBe(false)
  expect(await allOf(journal)).toEqual(changed)
})

test('the texts leave the journal, and the archive is for its owner alone (F26)', async () => {
  const { dataDir, journal } = twoMonths()
  const file = await move(dataDir, journal, '2026-03')
  const db = new Database(path.join(dataDir, 'journal.db'), { readonly: true })
  expect(db.prepare("SELECT count(*) FROM events WHERE body LIKE '%lighthouse%'").pluck().get()).toBe(1)
  db.close()
  if (process.platform !== 'win32') expect(statSync(path.join(dataDir, file)).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('a text that is not the same in the archive stays in the journal (F26)', async () => {
  const { dataDir, journal } = twoMonths()
  const before = journal.since('w', 0, 100)
  const written = await writeArchive(dataDir, '2026-03')
  const file = path.join(dataDir, 'archive-2026-03.db')
  const db = new Database(file)
  db.prepare(`UPDATE events SET body = '{"kind":"comment","text":"other"}' WHERE cursor = 1`).run()
  db.close()
  expect(written).toMatchObject({ ok: true, value: { events: 3 } })
  journal.moveToArchive('archive-2026-03.db', '2026-03')
  await vi.waitFor(() => expect(journal.archives()).toMatchObject([{ state: 'closed' }]))
  expect(journal.since('w', 0, 100)).toEqual(before)
})

/** Checkpoints of two workspaces: of March, and one that goes on from it in April. */
function putCheckpoints(journal: Journal): void {
  for (const id of ['w', 'v'])
    for (const [step, cursor] of [1, 2, 3, 5].entries())
      journal.putCheckpoint(id, 'desk', { cursor, key: '1', chain: `chain of ${id}`, step, value: Buffer.from(`${id} then ${step}`) })
}
const valuesAt = (journal: Journal, cursor: number, id = 'w'): string[] =>
  journal.checkpointsAt(id, 'desk', '1', cursor).map(({ value }) => Buffer.from(value).toString())

test('what it looked like in the past goes with its month, is read from there, and comes back (F29)', async () => {
  const { dataDir, journal } = twoMonths()
  putCheckpoints(journal)
  const inJournal = (): unknown => {
    const db = new Database(path.join(dataDir, 'journal.db'), { readonly: true })
    const found = db.prepare("SELECT cursor FROM checkpoints WHERE typeof(value) = 'blob' ORDER BY cursor, workspace").pluck().all()
    db.close()
    return found
  }
  const all = ['w then 0', 'w then 1', 'w then 2', 'w then 3']
  const file = await move(dataDir, journal, '2026-03')
  expect(inJournal()).toEqual([5, 5])
  expect([valuesAt(journal, 4), valuesAt(journal, 9)]).toEqual([all.slice(0, 3), all])
  expect(valuesAt(journal, 9, 'v')[0]).toBe('v then 0')
  renameSync(path.join(dataDir, file), path.join(dataDir, 'away'))
  journal.close()
  const again = openOrThrow(dataDir)
  expect(valuesAt(again, 9)).toEqual(['', '', '', 'w then 3'])
  renameSync(path.join(dataDir, 'away'), path.join(dataDir, file))
  again.bringBack(file)
  await vi.waitFor(() => expect(again.archives()).toEqual([]))
  expect(inJournal()).toEqual([1, 1, 2, 2, 3, 3, 5, 5])
  expect(valuesAt(again, 9)).toEqual(all)
})

test('a forgotten workspace is in no checkpoint of an archive (F29)', async () => {
  const { dataDir, journal } = twoMonths()
  putCheckpoints(journal)
  const file = await move(dataDir, journal, '2026-03')
  journal.removeWorkspace('v')
  expect(await forgetInCopies(dataDir, 'v', 'clean')).toMatchObject({ ok: true })
  expect(readFileSync(path.join(dataDir, file)).includes('v then')).toBe(false)
  expect(valuesAt(journal, 3)).toEqual(['w then 0', 'w then 1', 'w then 2'])
})

test('nothing is written when it is cancelled, without events, or when the folder takes no file', async () => {
  const { dataDir, journal } = twoMonths()
  expect(await writeArchive(dataDir, '2026-03', AbortSignal.abort())).toMatchObject({ fault: { code: 'cancelled' } })
  expect(await writeArchive(dataDir, '2025-01')).toEqual({ ok: true, value: undefined })
  if (process.platform !== 'win32' && process.getuid?.() !== 0) {
    chmodSync(dataDir, 0o500)
    expect(await writeArchive(dataDir, '2026-03')).toMatchObject({ ok: false })
    chmodSync(dataDir, 0o700)
  }
  expect(readdirSync(dataDir).filter((name) => /archive|tmp/.test(name))).toEqual([])
  expect(journal.archives()).toEqual([])
})

test('an archive that is missing or damaged is told in place of its events, and comes back with its file (F26)', async () => {
  const { dataDir, journal } = twoMonths()
  const before = await allOf(journal)
  const name = await move(dataDir, journal, '2026-03')
  const file = path.join(dataDir, name)
  journal.close()
  renameSync(file, `${file}.away`)
  expect(missingArchives(dataDir)).toEqual([name])
  const without = openOrThrow(dataDir)
  expect(wires(without)).toEqual(['one', 'two+', 'three'])
  expect(without.page({ workspace: 'w', filter: {}, limit: 10 }).events[0]?.body).toMatchObject({
    kind: 'fault',
    fault: { code: 'unavailable', message: expect.stringContaining(name) as string },
  })
  expect(without.archives()).toMatchObject([{ file: name, state: 'closed', bytes: 0 }])
  expect(without.archives()[0]?.events).toBeUndefined()
  expect(await checkArchive(dataDir, name)).toMatchObject({ fault: { code: 'unavailable' } })
  // What replaces such an event takes its place.
  append(without, [message('one+', 'changed', { supersedes: 'one' })], { at: april })
  expect(wires(without)).toEqual(['one+', 'two+', 'three'])
  without.bringBack(name)
  await vi.waitFor(() => expect(without.archives()).toMatchObject([{ state: 'closed' }]))
  writeFileSync(file, 'not a database')
  expect(without.find('chat', 'one')?.body.kind).toBe('fault')
  without.close()
  renameSync(`${file}.away`, file)
  expect(missingArchives(dataDir)).toEqual([])
  const again = openOrThrow(dataDir)
  expect(again.find('chat', 'two')).toEqual((before as { found: unknown }).found)
})

test('an archive stays while a backup needs it, and backups name what they need (F26)', async () => {
  const { dataDir, journal } = twoMonths()
  const name = await move(dataDir, journal, '2026-03')
  await keepBackup(dataDir, april)
  const backup = path.join(backupFolder(dataDir), readdirSync(backupFolder(dataDir))[0] ?? '')
  expect(archivesNeeded(backup)).toEqual([name])
  journal.bringBack(name)
  await vi.waitFor(() => expect(journal.archives()).toEqual([]))
  expect(existsSync(path.join(dataDir, name))).toBe(true)
  // The name is taken, so the next archive of this month has another.
  expect(await move(dataDir, journal, '2026-03')).toBe('archive-2026-03.2.db')
})

test('forgetting takes a workspace out of archives, which are never deleted with what others have (F26)', async () => {
  const { dataDir, journal } = twoMonths()
  const name = await move(dataDir, journal, '2026-03')
  const file = path.join(dataDir, name)
  const before = await allOf(journal)
  expect(copiesWith(dataDir, 'v')).toMatchObject([{ file, isReadable: true, isArchive: true }])
  journal.removeWorkspace('v')
  expect(await forgetInCopies(dataDir, 'v', 'delete')).toMatchObject({ ok: true })
  expect(copiesWith(dataDir, 'v')).toEqual([])
  expect(readFileSync(file).includes('plans of v')).toBe(false)
  expect(await allOf(journal)).toEqual(before)
  expect(journal.archives()).toMatchObject([{ events: 2 }])
})

test('a month that is written after a workspace was forgotten does not have it', async () => {
  const { dataDir, journal } = twoMonths()
  journal.removeWorkspace('v')
  const name = await move(dataDir, journal, '2026-03')
  expect(copiesWith(dataDir, 'v')).toEqual([])
  expect(readFileSync(path.join(dataDir, name)).includes('plans of v')).toBe(false)
})

test('an export and a repair read archives (F26)', async () => {
  const { dataDir, journal } = twoMonths()
  const exported = async (): Promise<string> => {
    let text = ''
    const done = await exportJournal(dataDir, {
      patchbay: '1',
      now: 1,
      linkOf: () => undefined,
      recover: () => undefined,
      write: (lines) => Promise.resolve(void (text += lines)),
    })
    expect(done).toMatchObject({ ok: true })
    return text
  }
  const before = [await exported(), await allOf(journal)]
  await move(dataDir, journal, '2026-03')
  expect(await exported()).toBe(before[0])
  journal.close()
  const file = path.join(dataDir, 'journal.db')
  const db = new Database(file)
  db.exec("UPDATE events SET raw = '{' WHERE wire_id = 'three'")
  db.close()
  const repaired = await repairJournal(dataDir, { recover: () => undefined, now: april })
  expect(repaired).toMatchObject({ ok: true, value: { read: 4, lost: 1 } })
  const again = openOrThrow(dataDir)
  expect(again.find('chat', 'one')?.body).toMatchObject({ kind: 'message', text: 'lighthouse first' })
  expect(await again.search({ workspace: 'w', query: 'lighthouse', limit: 10, now: april })).toMatchObject({ value: { total: 1 } })
  expect(again.archives()).toEqual([])
})

test('the space of a moved month comes back to the file system', async () => {
  const { dataDir, journal } = twoMonths()
  const long = Array.from({ length: 1_500 }, (_, number) => message(`long ${number}`, `${number} `.repeat(400)))
  append(journal, long, { at: march })
  const pages = (): number => {
    const db = new Database(path.join(dataDir, 'journal.db'), { readonly: true })
    const count = Number(db.pragma('page_count', { simple: true }))
    db.close()
    return count
  }
  const before = pages()
  await move(dataDir, journal, '2026-03')
  await vi.waitFor(() => expect(pages()).toBeLessThan(before / 2), 20_000)
  expect(wires(journal)).toHaveLength(500)
})
