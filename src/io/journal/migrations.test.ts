import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openConnection } from './connection.ts'
import { startMigration } from './migration.ts'
import { applicationId, migrations } from './migrations.ts'
import { openJournal } from './open.ts'
import { rewrittenName } from './rewrite.ts'
import { append, message, openOrThrow, tempFolder, wires, workspace } from '../../../test/fakes/journal.ts'

const file = (folder: string): string => path.join(folder, 'journal.db')
const next = [...migrations, 'ALTER TABLE links ADD COLUMN note TEXT; UPDATE settings SET value = json_quote(value);']
const broken = [...migrations, 'CREATE TABLE half (x); INSERT INTO nonsense VALUES (1);']

/** The journal that a migration replaced. */
function keptOf(folder: string): string {
  return path.join(folder, readdirSync(folder).find((name) => name.startsWith('journal.db.before-')) ?? 'none')
}

function filled(): string {
  const folder = tempFolder()
  const journal = openOrThrow(folder)
  journal.putWorkspace(workspace('w'))
  append(journal, [message('1', 'kept')], { state: 5 })
  journal.close()
  return folder
}

test('a new file gets the newest schema, our mark, and modes for its owner only', () => {
  const folder = path.join(tempFolder(), 'deep', 'data')
  const journal = openOrThrow(folder)
  expect(journal.health()).toMatchObject({ path: file(folder), schema: migrations.length, events: 0, integrity: 'ok' })
  if (process.platform !== 'win32') {
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder)) expect([name, statSync(path.join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  }
  journal.close()
  expect(readFileSync(file(folder)).readUInt32BE(68)).toBe(applicationId)
})

test('an older journal is written again, migrated one step at a time, and keeps its contents; the one before is kept', () => {
  const folder = filled()
  const opened = openConnection(folder, next)
  if (!opened.ok) throw new Error(opened.fault.message)
  expect(opened.value.db.pragma('user_version', { simple: true })).toBe(migrations.length + 1)
  expect(opened.value.db.prepare('SELECT count(*) FROM pragma_table_info(?) WHERE name = ?').pluck().get('links', 'note')).toBe(1)
  opened.value.db.close()
  const kept = new Database(keptOf(folder), { readonly: true })
  expect(kept.pragma('user_version', { simple: true })).toBe(migrations.length)
  expect(kept.prepare('SELECT wire_id FROM events').pluck().all()).toEqual(['1'])
  kept.close()
})

test('the first release’s journal is rewritten so that it can return free space, for its owner alone (F25)', () => {
  const folder = tempFolder()
  const first = new Database(file(folder))
  first.exec(migrations[0] ?? '')
  first.pragma(`application_id = ${applicationId}`)
  first.pragma('user_version = 1')
  first.close()
  const journal = openOrThrow(folder)
  expect(journal.health()).toMatchObject({ schema: migrations.length, integrity: 'ok' })
  journal.close()
  const db = new Database(file(folder), { readonly: true })
  expect(db.pragma('auto_vacuum', { simple: true })).toBe(2)
  db.close()
  if (process.platform !== 'win32') expect(statSync(file(folder)).mode & 0o777).toBe(0o600)
})

test('a migration that is cancelled leaves the journal as it was, and the next one completes (F26)', async () => {
  const folder = tempFolder()
  const made = openConnection(folder, migrations.slice(0, 1))
  if (made.ok) made.value.db.close()
  const before = readFileSync(file(folder))
  const migration = startMigration(folder)
  expect(migration?.bytes).toBe(before.length)
  migration?.cancel()
  expect(await migration?.done).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  expect(readFileSync(file(folder)).equals(before)).toBe(true)
  expect(readdirSync(folder).filter((name) => /rewritten|before/.test(name))).toEqual([])
  writeFileSync(path.join(folder, rewrittenName), 'left by a process that was killed')
  expect(await startMigration(folder)?.done).toMatchObject({ ok: true })
  expect(startMigration(folder)).toBeUndefined()
  expect(openOrThrow(folder).health()).toMatchObject({ schema: migrations.length, integrity: 'ok' })
})

test('a step that fails changes nothing: this release opens the journal as before', () => {
  const folder = filled()
  expect(openConnection(folder, broken)).toMatchObject({ ok: false, fault: { message: expect.stringContaining(file(folder)) } })
  const journal = openOrThrow(folder)
  expect(wires(journal)).toEqual(['1'])
  expect(journal.linkState('chat')).toBe(5)
  expect(journal.health()).toMatchObject({ schema: migrations.length, integrity: 'ok' })
})

test('a journal of a newer release is refused and stays as it is, byte for byte', () => {
  const folder = filled()
  const newer = openConnection(folder, next)
  if (newer.ok) newer.value.db.close()
  const before = readFileSync(file(folder))
  expect(openJournal({ dataDir: folder })).toMatchObject({
    ok: false,
    fault: { code: 'conflict', message: expect.stringMatching(/newer Patchbay/) },
  })
  expect(readFileSync(file(folder)).equals(before)).toBe(true)
})

test('a database of another program is refused and stays as it is', () => {
  const folder = tempFolder()
  const other = new Database(file(folder))
  other.exec('CREATE TABLE mine (x)')
  other.close()
  const before = readFileSync(file(folder))
  expect(openJournal({ dataDir: folder })).toMatchObject({
    ok: false,
    fault: { code: 'conflict', message: expect.stringMatching(/not a Patchbay journal/) },
  })
  expect(readFileSync(file(folder)).equals(before)).toBe(true)
})

test('a file that is damaged or not a database is named, kept and not opened', () => {
  const folder = filled()
  const bytes = readFileSync(file(folder))
  for (const damaged of [
    Buffer.from('chat '.repeat(4_000)),
    Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0x5a)]),
  ]) {
    writeFileSync(file(folder), damaged)
    expect(openJournal({ dataDir: folder })).toMatchObject({
      ok: false,
      fault: {
        code: 'unavailable',
        message: expect.stringMatching(/damaged/),
        detail: expect.stringMatching(/SQLITE_/),
      },
    })
    expect(readFileSync(file(folder)).equals(damaged)).toBe(true)
  }
})

test('a folder in place of the file, and a file in place of the folder, are faults with the path', () => {
  const folder = tempFolder()
  mkdirSync(file(folder))
  expect(openJournal({ dataDir: folder })).toMatchObject({
    ok: false,
    fault: { code: 'unavailable', message: expect.stringContaining(file(folder)) },
  })
  writeFileSync(path.join(folder, 'plain'), '')
  const inside = path.join(folder, 'plain', 'data')
  expect(openJournal({ dataDir: inside })).toMatchObject({ ok: false, fault: { message: expect.stringContaining(inside) } })
})

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a folder that may not be written is a fault', () => {
  const folder = tempFolder()
  chmodSync(folder, 0o500)
  expect(openJournal({ dataDir: folder })).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(existsSync(file(folder))).toBe(false)
  chmodSync(folder, 0o700)
})

test.each(['empty', 'missing', 'without a schema'])(
  'a journal that is %s where there was one is a fault, and nothing is created',
  (how) => {
    const folder = filled()
    for (const side of ['-wal', '-shm']) rmSync(`${file(folder)}${side}`, { force: true })
    if (how === 'empty') writeFileSync(file(folder), '')
    else rmSync(file(folder))
    if (how === 'without a schema') new Database(file(folder)).exec('CREATE TABLE t (x); DROP TABLE t').close()
    const before = readdirSync(folder)
    const bytes = how === 'missing' ? undefined : readFileSync(file(folder))
    expect(openJournal({ dataDir: folder })).toMatchObject({
      ok: false,
      fault: { code: 'unavailable', message: expect.stringMatching(/patchbay repair.*patchbay restore/) },
    })
    expect(readdirSync(folder)).toEqual(before)
    if (bytes !== undefined) expect(readFileSync(file(folder)).equals(bytes)).toBe(true)
  },
)

test('a start interrupted before there was a schema starts over, and losing the log leaves the schema', () => {
  const folder = tempFolder()
  writeFileSync(file(folder), '')
  openOrThrow(folder).close()
  rmSync(`${file(folder)}-wal`, { force: true })
  const journal = openOrThrow(folder)
  expect(journal.health()).toMatchObject({ schema: migrations.length, integrity: 'ok' })
})

test('a journal is not migrated without room for the new file', () => {
  const folder = filled()
  const before = readFileSync(file(folder))
  expect(openConnection(folder, next, () => before.length)).toMatchObject({
    ok: false,
    fault: { code: 'unavailable', message: expect.stringMatching(/not enough space/) },
  })
  expect(readFileSync(file(folder)).equals(before)).toBe(true)
})
