import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { newArchive, openArchive } from './archive-file.ts'
import { keepBackup } from './backups.ts'
import { copiesWith } from './copies.ts'
import { copyJournal } from './copy.ts'
import { migrate, migrations } from './migrations.ts'
import { restoreJournal } from './restore.ts'
import { layOutEarlierRelease } from '../../../test/fakes/earlier-release.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const options = { recover: () => undefined, now: 1_000 }

/** A closed data folder with one message. */
function folder(): string {
  const dataDir = path.join(tempFolder(), 'data')
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(journal, [message('one')])
  journal.close()
  return dataDir
}

/** A backup of another data folder, changed by somebody else. */
async function backupWith(sql: string): Promise<string> {
  const backup = path.join(tempFolder(), 'backup.db')
  valueOf(await copyJournal(path.join(folder(), 'journal.db'), backup))
  const db = new Database(backup)
  db.unsafeMode()
  db.exec(sql)
  db.close()
  return backup
}

/** Changes the statement of the table `counters`. */
function checkIn(sql: string): string {
  return `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ${sql} WHERE name = 'counters'`
}

test('a backup whose list of archives names other files removes none of them (F26)', async () => {
  const dataDir = folder()
  const mine = path.join(dataDir, '..', 'mine.txt')
  writeFileSync(mine, 'mine')
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}')
  const backup = await backupWith(
    `INSERT INTO archives VALUES ('../mine.txt', '2026-01', 'returned', 0), ('secrets.json', '2026-01', 'returned', 0),
     ('../other', '2026-01', 'returning', 0)`,
  )
  valueOf(await restoreJournal(dataDir, backup, options))
  const journal = openOrThrow(dataDir)
  await vi.waitFor(() => expect(journal.archives()).toEqual([]))
  expect(existsSync(mine)).toBe(true)
  expect(existsSync(path.join(dataDir, 'secrets.json'))).toBe(true)
})

test('a backup does not say which workspaces are still to be removed from copies: the current journal does (F26)', async () => {
  const theirs = await backupWith(`INSERT INTO settings VALUES ('forgetInCopies', '[{"workspace":"w","how":"delete"}]')`)
  const pending = [{ workspace: 'v', how: 'clean' }]
  for (const kept of [undefined, pending]) {
    const dataDir = folder()
    const before = openOrThrow(dataDir)
    before.putSetting('forgetInCopies', kept)
    before.close()
    valueOf(await restoreJournal(dataDir, theirs, options))
    const journal = openOrThrow(dataDir)
    expect(journal.setting('forgetInCopies')).toEqual(kept)
    journal.close()
  }
})

test('a backup brings no saved lists: they are made again from its events (F26)', async () => {
  const dataDir = folder()
  const lists = '{"conversations":7,"names":null,"counts":[]}'
  const backup = await backupWith(`INSERT INTO snapshots SELECT pk, 'workspace', 1, 2, '${lists}' FROM workspaces`)
  valueOf(await restoreJournal(dataDir, backup, options))
  expect(openOrThrow(dataDir).snapshot('w', 'workspace')).toBeUndefined()
})

test('a backup whose events are a view without an end is refused (F26)', async () => {
  const dataDir = folder()
  const backup = await backupWith(
    `ALTER TABLE events RENAME TO others;
     CREATE VIEW events AS WITH RECURSIVE n (cursor) AS (SELECT 1 UNION ALL SELECT cursor + 1 FROM n) SELECT cursor, '1' AS raw, '1' AS body FROM n`,
  )
  expect(await restoreJournal(dataDir, backup, options)).toMatchObject({ ok: false })
  const journal = openOrThrow(dataDir)
  expect(journal.since('w', 0, 10)).toHaveLength(1)
})

test.each([
  ['an index that computes for long', 'CREATE INDEX slow ON events (length(hex(zeroblob(200000000))))'],
  ['an index that allows one event', 'CREATE UNIQUE INDEX one ON events ((1))'],
  ['a value that is computed', 'ALTER TABLE events ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(zeroblob(200000000))) VIRTUAL'],
  ['a check', checkIn("replace(sql, 'cursor INTEGER NOT NULL', 'cursor INTEGER NOT NULL CHECK (cursor < 3)')")],
  [
    'a check behind what is no comment',
    checkIn("replace(sql, 'cursor INTEGER NOT NULL', 'cursor INTEGER NOT NULL DEFAULT ''-- '' CHECK (cursor < 3)')"),
  ],
  [
    'an index that is not unique, behind what ends no comment',
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'CREATE UNIQUE INDEX', 'CREATE --' || char(13) || 'UNIQUE' || char(10) || 'INDEX') WHERE name = 'events_wire'",
  ],
  [
    'a check in a statement that is bytes',
    checkIn("CAST(replace(sql, 'cursor INTEGER NOT NULL', 'cursor INTEGER NOT NULL CHECK (cursor < 3)') AS BLOB)"),
  ],
  [
    'statistics that are computed whenever it is opened',
    "ANALYZE; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'stat)', 'stat AS (hex(zeroblob(20))))') WHERE name = 'sqlite_stat1'",
  ],
  ['a table less', 'DROP TABLE minutes'],
  ['an index less', 'DROP INDEX events_wire'],
])('a backup with %s is refused, and nothing of it is computed (F26)', async (_what, sql) => {
  const dataDir = folder()
  const restored = await restoreJournal(dataDir, await backupWith(sql), options)
  expect(restored).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  expect(openOrThrow(dataDir).since('w', 0, 10)).toHaveLength(1)
})

test('a backup that claims a version below the first one is refused, and the next start succeeds (F26)', async () => {
  const dataDir = folder()
  const backup = path.join(tempFolder(), 'backup.db')
  const db = new Database(backup)
  migrate(db, 0, migrations.slice(0, -1))
  db.pragma('user_version = -1')
  db.close()
  expect(await restoreJournal(dataDir, backup, options)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  expect(openOrThrow(dataDir).since('w', 0, 10)).toHaveLength(1)
})

test('a backup of any release is as Patchbay makes it, also one that was migrated, or has statistics of SQLite (F26)', async () => {
  const dataDir = folder()
  expect(await restoreJournal(dataDir, await backupWith('ANALYZE'), options)).toMatchObject({ ok: true })
  const { dataDir: earlier } = layOutEarlierRelease(tempFolder(), { ircPort: 1, ablyPort: 1 })
  const file = path.join(earlier, 'journal.db')
  expect(await restoreJournal(dataDir, file, { ...options, now: 2_000 })).toMatchObject({ ok: true })
  openOrThrow(earlier).close() // which brings it to this release
  const backup = path.join(tempFolder(), 'backup.db')
  valueOf(await copyJournal(file, backup))
  expect(await restoreJournal(dataDir, backup, { ...options, now: 3_000 })).toMatchObject({ ok: true })
  openOrThrow(dataDir)
})

test.each([
  ['workspaces', "UPDATE workspaces SET value = 'null'"],
  ['commands', "INSERT INTO commands (id, workspace, state, value) SELECT 'c', pk, 'sent', '7' FROM workspaces"],
])('a backup with something else than objects in %s is refused (F26)', async (_table, sql) => {
  const dataDir = folder()
  expect(await restoreJournal(dataDir, await backupWith(sql), options)).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(openOrThrow(dataDir).workspaces()).toHaveLength(1)
})

test('an archive whose file cannot be removed leaves the list, and nothing ends (F26)', async () => {
  const dataDir = folder()
  mkdirSync(path.join(dataDir, 'archive-2026-01.db'))
  const before = openOrThrow(dataDir)
  before.close()
  const db = new Database(path.join(dataDir, 'journal.db'))
  db.exec("INSERT INTO archives VALUES ('archive-2026-01.db', '2026-01', 'returned', 0)")
  db.close()
  const journal = openOrThrow(dataDir)
  await vi.waitFor(() => expect(journal.archives()).toEqual([]))
})

test.each([
  ['its number of events', 'DROP TABLE about; CREATE VIEW about AS SELECT count(*) AS events FROM endless'],
  ['its events', 'DROP TABLE events; CREATE VIEW events AS SELECT n AS cursor, 1 AS id, 1 AS raw, 1 AS body FROM endless'],
])('an archive that computes %s without end is not read (F26)', (_what, sql) => {
  const file = path.join(tempFolder(), 'archive-2026-01.db')
  const archive = newArchive(file, '2026-01')
  openArchive(file).close()
  archive.exec(`CREATE VIEW endless AS WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n FROM more; ${sql}`)
  archive.close()
  expect(() => openArchive(file)).toThrow('is not an archive')
})

test('a prepared archive or backup is not asked which workspaces it has, and counts as one that cannot be read (F26)', async () => {
  const dataDir = folder()
  const endless = 'WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n AS id FROM more'
  const sql = `ALTER TABLE workspaces RENAME TO was; CREATE VIEW workspaces AS ${endless}`
  const archive = newArchive(path.join(dataDir, 'archive-2026-01.db'), '2026-01')
  archive.exec(sql)
  archive.close()
  const { file } = valueOf(await keepBackup(dataDir, 1_000))
  const backup = new Database(file)
  backup.exec(sql)
  backup.close()
  expect(copiesWith(dataDir, 'w').map((each) => [path.basename(each.file), each.isReadable])).toEqual([
    [path.basename(file), false],
    ['archive-2026-01.db', false],
  ])
})
