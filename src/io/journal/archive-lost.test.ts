import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import type { Journal } from '../../core/journal.ts'
import { checkArchive, writeArchive } from './archive-write.ts'
import { copiesWith, forgetInCopies } from './copies.ts'
import { exportJournal } from './export.ts'
import type { Exported } from './export.ts'
import { importJournal } from './import.ts'
import { repairJournal } from './repair.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const [march, april] = [Date.UTC(2026, 2, 5), Date.UTC(2026, 3, 5)]
const name = 'archive-2026-03.db'

/** A journal with `march`, which is in an archive, and `april`. @param texts of March, by wire id */
async function archived(...wireIds: readonly string[]): Promise<{ readonly dataDir: string; readonly journal: Journal }> {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(
    journal,
    wireIds.map((id) => message(id, `said in March: ${id}`)),
    { at: march },
  )
  append(journal, [message('april')], { at: april })
  valueOf(await writeArchive(dataDir, '2026-03'))
  journal.moveToArchive(name, '2026-03')
  await vi.waitFor(() => expect(journal.archives()).toMatchObject([{ state: 'closed' }]))
  return { dataDir, journal }
}

const texts = (journal: Journal): unknown[] => journal.since('w', 0, 100).map(({ body }) => ('text' in body ? body.text : body.kind))

test('an archive of another journal is not brought back in place of the one that is needed, and both stay (F26)', async () => {
  const { dataDir, journal } = await archived('one', 'two')
  const other = await archived('theirs')
  const file = path.join(dataDir, name)
  renameSync(file, `${file}.mine`)
  copyFileSync(path.join(other.dataDir, name), file)
  const refused = await checkArchive(dataDir, name)
  expect(refused).toMatchObject({ ok: false, fault: { code: 'conflict', message: expect.stringContaining('2 of 2 events') as string } })
  renameSync(`${file}.mine`, file)
  expect(await checkArchive(dataDir, name)).toMatchObject({ ok: true })
  // What was forgotten is in no archive, and not wanted from it while the journal is still being swept.
  const db = new Database(file)
  db.exec('DELETE FROM events')
  db.close()
  expect(await checkArchive(dataDir, name)).toMatchObject({ ok: false })
  const swept = new Database(path.join(dataDir, 'journal.db'))
  swept.exec('UPDATE sources SET id = NULL')
  swept.close()
  expect(await checkArchive(dataDir, name)).toMatchObject({ ok: true })
  journal.close()
})

test('a repair without an archive changes nothing and names it, unless its texts are given up (F26)', async () => {
  const { dataDir, journal } = await archived('one', 'two')
  journal.close()
  const file = path.join(dataDir, name)
  const db = new Database(path.join(dataDir, 'journal.db'))
  db.exec("UPDATE events SET raw = '{' WHERE wire_id = 'april'")
  db.close()
  const options = { recover: () => undefined, now: april }
  renameSync(file, `${file}.away`)
  expect(await repairJournal(dataDir, options)).toMatchObject({
    ok: false,
    fault: { code: 'unavailable', message: expect.stringMatching(/2 events .*archive-2026-03\.db.*--without-archives/) as string },
  })
  renameSync(`${file}.away`, file)
  expect(await repairJournal(dataDir, options)).toMatchObject({ ok: true, value: { read: 2, lost: 1 } })
  const mended = openOrThrow(dataDir)
  expect(texts(mended)).toEqual(['said in March: one', 'said in March: two'])
})

test('a repair that gives the texts of an archive up keeps what else there is (F26)', async () => {
  const { dataDir, journal } = await archived('one', 'two')
  append(journal, [message('broken')], { at: april })
  journal.close()
  const db = new Database(path.join(dataDir, 'journal.db'))
  db.exec("UPDATE events SET raw = '{' WHERE wire_id = 'broken'")
  db.close()
  renameSync(path.join(dataDir, name), path.join(dataDir, 'away'))
  const repaired = await repairJournal(dataDir, { recover: () => undefined, now: april, isWithoutArchives: true })
  expect(repaired).toMatchObject({ ok: true, value: { read: 1, lost: 3 } })
  expect(texts(openOrThrow(dataDir))).toEqual(['april'])
})

async function exported(dataDir: string): Promise<{ readonly text: string; readonly done: Exported }> {
  let text = ''
  const write = (lines: string): Promise<void> => Promise.resolve(void (text += lines))
  const done = await exportJournal(dataDir, { patchbay: '1', now: 1, linkOf: () => undefined, recover: () => undefined, write })
  return { text, done: valueOf(done) }
}

test('an export says what it could not read, and an import takes that from a later one (F26)', async () => {
  const { dataDir, journal } = await archived('one', 'two')
  journal.close()
  const file = path.join(dataDir, name)
  const whole = await exported(dataDir)
  expect(whole.done).toMatchObject({ events: 3, unread: { events: 0, archives: [] } })
  renameSync(file, `${file}.away`)
  const part = await exported(dataDir)
  expect(part.done).toMatchObject({ events: 3, unread: { events: 2, archives: [name] } })
  expect(existsSync(file)).toBe(false)

  const target = tempFolder()
  async function take(text: string): Promise<unknown> {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(text))
    }
    const why: string[] = []
    const options = { now: april, linkOf: () => undefined, recover: () => undefined, caughtUpKey: (link: string) => `read ${link}` }
    const done = valueOf(await importJournal(target, chunks(), { ...options, skipped: (_line, words) => void why.push(words) }))
    return { events: done.events, different: done.different, missing: done.missing, why }
  }
  const words = 'its archive could not be read when the export was written.'
  expect(await take(part.text)).toEqual({ events: 1, different: 0, missing: 0, why: [words, words] })
  expect(await take(whole.text)).toEqual({ events: 2, different: 0, missing: 0, why: [] })
  expect(new Set(texts(openOrThrow(target)))).toEqual(new Set(['april', 'said in March: one', 'said in March: two']))
})

test('a workspace that is forgotten while an archive is away is removed from it once it is back (F26)', async () => {
  const { dataDir, journal } = await archived('one', 'two')
  const file = path.join(dataDir, name)
  renameSync(file, `${file}.away`)
  expect(copiesWith(dataDir, 'w')).toEqual([{ file, bytes: 0, isReadable: false, isArchive: true }])
  journal.removeWorkspace('w')
  expect(await forgetInCopies(dataDir, 'w', 'delete')).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining(name) as string },
  })
  renameSync(`${file}.away`, file)
  expect(await forgetInCopies(dataDir, 'w', 'delete')).toMatchObject({ ok: true })
  expect(readFileSync(file).includes('said in March')).toBe(false)
  expect(copiesWith(dataDir, 'w')).toEqual([])
})
