import { readFileSync, statSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { openConnection } from './connection.ts'
import { forgetPlan } from './forget.ts'
import { migrations } from './migrations.ts'
import { journalOn } from './open.ts'
import { append, message, tempFolder, workspace } from '../../../test/fakes/journal.ts'

/** A journal whose schema has one more step, as a later release would add it. */
function withTables(step: string) {
  const opened = openConnection(tempFolder(), [...migrations, step])
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  const journal = journalOn(opened.value, {})
  journal.putWorkspace(workspace('w'))
  journal.putWorkspace(workspace('v'))
  append(journal, [message('1')])
  append(journal, [message('1')], { workspace: 'v', source: 'of v' })
  return { db, journal, left: (table: string) => db.prepare(`SELECT value FROM ${table}`).pluck().all() }
}

test('every table declares whose rows it has', () => {
  const { db, journal } = withTables('SELECT 1')
  const { undeclared, byWorkspaceNumber, byWorkspaceId, bySource } = forgetPlan(db)
  expect(undeclared).toEqual([])
  expect(byWorkspaceNumber).toEqual(expect.arrayContaining(['commands', 'kept', 'links', 'read_marks', 'snapshots']))
  expect(byWorkspaceId).toEqual(expect.arrayContaining(['acts', 'approvals', 'grants']))
  expect(bySource).toEqual(expect.arrayContaining(['conversations', 'names']))
  journal.close()
})

test('a table that does not is found', () => {
  const { db, journal } = withTables('CREATE TABLE test_of_number (project INTEGER, value TEXT)')
  expect(forgetPlan(db).undeclared).toEqual(['test_of_number'])
  journal.close()
})

test('a table added by a later release is emptied with its workspace, without further code', async () => {
  const { db, journal, left } = withTables(`
    CREATE TABLE test_of_number (workspace INTEGER NOT NULL REFERENCES workspaces (pk), value TEXT);
    CREATE TABLE test_of_id (workspace TEXT, value TEXT);
    CREATE TABLE test_of_source (source INTEGER NOT NULL REFERENCES sources (pk), value TEXT);`)
  for (const id of ['w', 'v']) {
    db.prepare('INSERT INTO test_of_number SELECT pk, id FROM workspaces WHERE id = ?').run(id)
    db.prepare('INSERT INTO test_of_id VALUES (?, ?)').run(id, id)
    db.prepare('INSERT INTO test_of_source SELECT s.pk, w.id FROM sources s JOIN workspaces w ON w.pk = s.workspace WHERE w.id = ?').run(id)
  }
  expect([left('test_of_number'), left('test_of_id'), left('test_of_source')]).toEqual(Array.from({ length: 3 }, () => ['w', 'v']))
  journal.removeWorkspace('w')
  expect([left('test_of_number'), left('test_of_id')]).toEqual([['v'], ['v']])
  await vi.waitFor(() => expect(left('test_of_source')).toEqual(['v']))
  journal.close()
})

test('the space of a forgotten workspace is returned to the file system', async () => {
  const folder = tempFolder()
  const opened = openConnection(folder)
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db, file } = opened.value
  const journal = journalOn(opened.value, {})
  const size = (): number => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    return statSync(file).size
  }
  journal.putWorkspace(workspace('w'))
  append(journal, Array.from({ length: 1_000 }, (_, index) => message(String(index), 'long '.repeat(1_000)))) // prettier-ignore
  const full = size()
  journal.removeWorkspace('w')
  await vi.waitFor(() => expect(Number(db.pragma('freelist_count', { simple: true }))).toBeLessThanOrEqual(256))
  await vi.waitFor(() => expect(size()).toBeLessThan(full / 2))
  expect(journal.health()).toMatchObject({ events: 0, integrity: 'ok' })
  journal.close()
})

test('what was stored of a forgotten workspace can no longer be read in the file (F26)', async () => {
  const folder = tempFolder()
  const opened = openConnection(folder)
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db, file } = opened.value
  const journal = journalOn(opened.value, {})
  const occurrences = (): number => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    return readFileSync(file).toString('latin1').split('zanzibar').length - 1
  }
  journal.putWorkspace(workspace('w'))
  append(
    journal,
    Array.from({ length: 20 }, (_, index) => message(String(index), `zanzibar ${index}`)),
  )
  journal.putSnapshot('w', 'lists', { cursor: 1, version: 1, value: 'zanzibar '.repeat(20_000) })
  expect(occurrences()).toBeGreaterThan(20)
  journal.removeWorkspace('w')
  await vi.waitFor(() => expect(occurrences()).toBe(0))
  journal.close()
})

test('the search index merges by itself again after a forget, and after one that was interrupted', async () => {
  const folder = tempFolder()
  const open = () => {
    const opened = openConnection(folder)
    if (!opened.ok) throw new Error(opened.fault.message)
    const { db } = opened.value
    const automerge = (): unknown => db.prepare("SELECT v FROM search_config WHERE k = 'automerge'").pluck().get()
    return { db, automerge, journal: journalOn(opened.value, {}) }
  }
  const first = open()
  first.journal.putWorkspace(workspace('w'))
  append(
    first.journal,
    Array.from({ length: 2_000 }, (_, index) => message(String(index))),
  )
  first.journal.removeWorkspace('w')
  await vi.waitFor(() => expect(first.automerge()).toBe(0), { interval: 1 })
  await vi.waitFor(() => expect(first.automerge()).toBe(8))
  first.db.exec("INSERT INTO search (search, rank) VALUES ('automerge', 0)")
  first.journal.close()
  const again = open()
  await vi.waitFor(() => expect(again.automerge()).toBe(8))
  again.journal.close()
})

test('what it looked like in the past goes with the workspace, a few checkpoints at a time (F29)', async () => {
  const { db, journal } = withTables('SELECT 1')
  const value = Buffer.from('{}')
  for (const id of ['w', 'v'])
    for (let cursor = 1; cursor <= 9; cursor++) journal.putCheckpoint(id, 'desk', { cursor, key: '1', chain: `${cursor}`, step: 0, value })
  journal.removeWorkspace('w')
  expect(() => journal.checkpointsAt('w', 'desk', '1', 99)).toThrow('not in the journal')
  await vi.waitFor(() => expect(db.prepare('SELECT count(*) FROM workspaces').pluck().get()).toBe(1))
  expect(db.prepare('SELECT count(*) FROM checkpoints').pluck().get()).toBe(9)
  expect(journal.checkpointsAt('v', 'desk', '1', 5)[0]?.cursor).toBe(5)
  expect(journal.checkpointsAt('v', 'desk', 'another', 5)).toEqual([])
  while (journal.dropCheckpoints('v', 'desk', 'another'));
  expect(journal.checkpointsAt('v', 'desk', '1', 5)).toEqual([])
  journal.close()
})
