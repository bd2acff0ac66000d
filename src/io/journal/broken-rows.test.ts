import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { JournalError } from '../../core/journal.ts'
import type { Journal } from '../../core/journal.ts'
import { keepBackup } from './backups.ts'
import { checkFile } from './copy.ts'
import { exportJournal } from './export.ts'
import { repairJournal } from './repair.ts'
import { append, message, openOrThrow, tempFolder, wires, workspace } from '../../../test/fakes/journal.ts'

const options = { recover: () => undefined, now: 1_000 }

/** A data folder with a row of each kind, closed. */
function folder(): string {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  journal.putLink({ id: 'chat', workspace: 'w', protocol: 'chat', name: 'chat.md', config: { file: 'chat.md' }, enabled: true })
  journal.putKept('w', 'alias', 'chat|coder2', 'coder')
  journal.putSetting('settings', { theme: 'dark' })
  append(journal, [message('one'), message('two')], { state: 'at two' })
  journal.close()
  return dataDir
}

/** A flipped bit: the text is no JSON any more, and SQLite does not notice. */
function damage(dataDir: string, table: string, column: string): void {
  const db = new Database(path.join(dataDir, 'journal.db'))
  db.exec(`UPDATE ${table} SET ${column} = replace(${column}, '"', 'b')`)
  db.close()
}

const rows = [
  ['workspaces', 'value', (journal: Journal) => journal.workspaces()],
  ['links', 'config', (journal: Journal) => journal.links('w')],
  ['kept', 'value', (journal: Journal) => [...journal.kept('w', 'alias')]],
  ['settings', 'value', (journal: Journal) => journal.setting('settings')],
] as const

describe.each(rows)('a text in %s that a flipped bit broke', (table, column, read) => {
  test('is damage, with the ways back, and is in no backup (F26)', async () => {
    const dataDir = folder()
    damage(dataDir, table, column)
    const journal = openOrThrow(dataDir)
    expect(() => read(journal)).toThrow(JournalError)
    expect(() => read(journal)).toThrow(/damaged.*patchbay repair/)
    journal.close()
    const exported = await exportJournal(dataDir, { ...options, patchbay: '1', linkOf: () => undefined, write: () => Promise.resolve() })
    if (table === 'workspaces' || table === 'links')
      expect(exported).toMatchObject({ ok: false, fault: { message: expect.stringContaining('patchbay repair') as string } })
    expect(checkFile(path.join(dataDir, 'journal.db'))).toMatchObject({ ok: false })
    expect(await keepBackup(dataDir, 1)).toMatchObject({ ok: false })
  })

  test('is repaired from the backup (F26)', async () => {
    const dataDir = folder()
    const before = openOrThrow(dataDir)
    const wanted = read(before)
    before.close()
    expect(await keepBackup(dataDir, 1)).toMatchObject({ ok: true })
    damage(dataDir, table, column)
    expect(await repairJournal(dataDir, options)).toMatchObject({ ok: true, value: { read: 2, lost: 0 } })
    const mended = openOrThrow(dataDir)
    expect(read(mended)).toEqual(wanted)
    expect(wires(mended)).toEqual(['one', 'two'])
  })
})

test('without a backup, a workspace keeps its messages, and its folder where that can be read (F26)', async () => {
  for (const [from, to, folderOf] of [
    ['"id"', '"id', '/projects/w'],
    ['"path"', 'path"', '/recovered/w'],
  ] as const) {
    const dataDir = folder()
    const db = new Database(path.join(dataDir, 'journal.db'))
    db.prepare('UPDATE workspaces SET value = replace(value, ?, ?)').run(from, to)
    db.close()
    expect(await repairJournal(dataDir, options)).toMatchObject({ ok: true, value: { read: 2, lost: 0 } })
    const mended = openOrThrow(dataDir)
    expect(mended.workspaces()).toMatchObject([{ id: 'w', path: folderOf, demo: false }])
    expect(wires(mended)).toEqual(['one', 'two'])
    mended.close()
  }
})

/** Changes a closed journal in the way of a bit on the disk. */
function change(dataDir: string, sql: string): void {
  const db = new Database(path.join(dataDir, 'journal.db'))
  expect(db.prepare(sql).run().changes).toBe(1)
  db.close()
}

describe.each([
  ['an event', `UPDATE events SET body = replace(body, '"from"', '"fron"') WHERE wire_id = 'two'`],
  ['the raw text of an event', `UPDATE events SET raw = replace(raw, '"text"', '"tex4"') WHERE wire_id = 'two'`],
  ['a workspace', `UPDATE workspaces SET value = replace(value, '"operator"', '"opesator"')`],
])('a flipped bit in the name of a field of %s', (_what, sql) => {
  test('is damage, is in no backup, and is repaired from the last one (F26)', async () => {
    const dataDir = folder()
    expect(await keepBackup(dataDir, 1)).toMatchObject({ ok: true })
    change(dataDir, sql)
    expect(checkFile(path.join(dataDir, 'journal.db'))).toMatchObject({ ok: false })
    expect(await keepBackup(dataDir, 2)).toMatchObject({ ok: false })
    expect(await repairJournal(dataDir, options)).toMatchObject({ ok: true, value: { lost: 0 } })
    const mended = openOrThrow(dataDir)
    expect(mended.workspaces()).toEqual([workspace('w')])
    expect(wires(mended)).toEqual(['one', 'two'])
  })
})

test('without a backup, a repair gives up the event with a broken name of a field, and the feed is there again (F26)', async () => {
  const dataDir = folder()
  change(dataDir, `UPDATE events SET body = replace(body, '"from"', '"fron"') WHERE wire_id = 'one'`)
  expect(await repairJournal(dataDir, options)).toMatchObject({ ok: true, value: { read: 1, lost: 1 } })
  expect(wires(openOrThrow(dataDir))).toEqual(['two'])
})

test('a journal from which a workspace is being forgotten is intact (F26)', () => {
  const dataDir = folder()
  const journal = openOrThrow(dataDir)
  journal.removeWorkspace('w')
  journal.close() // before its events are removed
  expect(checkFile(path.join(dataDir, 'journal.db'))).toMatchObject({ ok: true })
})

test('a saved list that a flipped bit broke is damage, and a repair makes it again (F26)', async () => {
  const dataDir = folder()
  const before = openOrThrow(dataDir)
  before.putSnapshot('w', 'lists', { cursor: 2, version: 1, value: { one: 1 } })
  before.close()
  change(dataDir, `UPDATE snapshots SET value = replace(value, '"', 'b')`)
  expect(checkFile(path.join(dataDir, 'journal.db'))).toMatchObject({ ok: false })
  expect(await repairJournal(dataDir, options)).toMatchObject({ ok: true, value: { read: 2, lost: 0 } })
  expect(openOrThrow(dataDir).snapshot('w', 'lists')).toBeUndefined()
})

test.each(['cursor = 1', 'ord = 2', "cursor = 'x'", 'ord = 9223372036854775807', 'id = 1, ord = -4'])(
  'numbers of new events that a flipped bit changed are damage: %s (F26)',
  async (set) => {
    const dataDir = folder()
    change(dataDir, `UPDATE counters SET ${set}`)
    expect(checkFile(path.join(dataDir, 'journal.db'))).toMatchObject({ ok: false })
    expect(await repairJournal(dataDir, options)).toMatchObject({ ok: true, value: { read: 2, lost: 0 } })
    expect(append(openOrThrow(dataDir), [message('three')])).toMatchObject([{ cursor: 3 }])
  },
)
