import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { seededRandom } from '../../core/seeded-random.ts'
import { eventBodySchema, rawSchema } from '../../core/event.ts'
import type { Command } from '../../core/command.ts'
import type { ActRecord, Journal } from '../../core/journal.ts'
import { keepBackup, listBackups } from './backups.ts'
import { openConnection } from './connection.ts'
import { migrations } from './migrations.ts'
import { openJournal } from './open.ts'
import { repairJournal } from './repair.ts'
import { restoreJournal } from './restore.ts'
import { append, message, openOrThrow, tempFolder, wires, workspace } from '../../../test/fakes/journal.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const recover = (_protocol: string, saved: unknown, from: unknown): unknown => ({ saved, from })
const options = { recover, now: 1_000 }
const batch = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => message(String(from + index), `text ${from + index} `.repeat(40)))
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index))
const file = (dataDir: string): string => path.join(dataDir, 'journal.db')
const stored = (journal: Journal): string[] => journal.since('w', 0, 1_000_000).map((event) => event.wireId)
const command = (id: string, state: Command['state']): Command => ({
  id,
  workspace: 'w',
  source: 'chat',
  draft: { from: 'operator', to: ['coder'], observers: [], text: id },
  wire: id,
  state,
  at: 1,
})
const act = (id: string): ActRecord => ({ id, at: 1, actor: 'operator', kind: 'append', target: 'chat.md', phase: 'done' })

/** A data folder with 600 events in the daily backup and 300 after it, closed. */
async function folder(): Promise<string> {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  journal.putLink({ id: 'chat', workspace: 'w', protocol: 'chat', name: 'chat.md', config: {}, enabled: true })
  append(journal, batch(0, 600), { state: 'at 600' })
  append(journal, [message('599 grown', 'grown', { supersedes: '599' })])
  journal.putReadMarks('w', new Map([['chat|coder⇄reviewer', 300]]))
  journal.putKept('w', 'alias', 'chat|coder2', 'coder')
  journal.putSetting('settings', { theme: 'dark', editor: 'old-editor {file}' })
  journal.putCommand(command('late', 'sent'))
  journal.putCommand(command('open', 'accepted'))
  journal.putGrant({
    id: 'g',
    actor: { kind: 'agent', name: 'coder' },
    kind: 'spawn',
    target: 'npm',
    exact: 'npm test',
    scope: 'always',
    at: 1,
  })
  expect(await keepBackup(dataDir, 500)).toMatchObject({ ok: true })
  append(journal, batch(600, 300), { state: 'at 900' })
  journal.putCommand(command('late', 'confirmed'))
  journal.putCommand(command('new', 'confirmed'))
  journal.putSetting('settings', { theme: 'light', editor: 'new-editor {file}' })
  journal.recordAct(act('since'), true)
  journal.close()
  return dataDir
}

function noLeftovers(dataDir: string): void {
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.patchbay-') || name.endsWith('.next'))).toEqual([])
}

test('a restore brings events, never authority, and nothing that ran since runs again (F26)', async () => {
  const dataDir = await folder()
  const backup = listBackups(dataDir)[0]?.file ?? ''
  const done = valueOf(await restoreJournal(dataDir, backup, options))
  expect(done).toMatchObject({ events: 601, approvals: 1, unsent: 1 })
  const journal = openOrThrow(dataDir)
  expect(stored(journal)).toEqual([...range(0, 600), '599 grown'])
  expect(journal.grants()).toEqual([])
  expect(journal.commands('w').map(({ id, state }) => [id, state])).toEqual([
    ['late', 'confirmed'],
    ['open', 'unsent'],
    ['new', 'confirmed'],
  ])
  expect(journal.acts(10)).toEqual([act('since')])
  expect(journal.setting('settings')).toEqual({ theme: 'dark' })
  expect(journal.linkState('chat')).toEqual({ saved: 'at 600', from: { isWhole: true, replaced: 'at 900' } })
  // The replaced journal is kept whole.
  const kept = new Database(done.kept, { readonly: true })
  expect(kept.prepare('SELECT count(*) FROM events').pluck().get()).toBe(901)
  kept.close()
  noLeftovers(dataDir)
})

/** Changes the daily backup, as somebody can who gives it to another. @returns its file */
function tampered(dataDir: string, change: (db: Database.Database) => void): string {
  const backup = listBackups(dataDir)[0]?.file ?? ''
  const db = new Database(backup)
  change(db)
  db.close()
  return backup
}

test.each([
  ['trigger', 'CREATE TRIGGER "it\'s back" AFTER DELETE ON grants BEGIN INSERT INTO grants SELECT * FROM grants; END'],
  ['view', 'CREATE VIEW seen AS SELECT * FROM grants'],
  ['table', 'CREATE TABLE more AS SELECT * FROM grants'],
])('a backup with a %s that could put back what is removed is not restored (F26)', async (what, sql) => {
  const dataDir = await folder()
  const backup = tampered(dataDir, (db) => void db.exec(sql))
  const detail = expect.stringContaining(what) as string
  expect(await restoreJournal(dataDir, backup, options)).toMatchObject({ ok: false, fault: { code: 'conflict', detail } })
  noLeftovers(dataDir)
})

test('no other type of value in a backup hides the editor (F26)', async () => {
  const dataDir = await folder()
  const backup = tampered(dataDir, (db) => void db.exec("UPDATE settings SET value = CAST(value AS BLOB) WHERE key = 'settings'"))
  expect(valueOf(await restoreJournal(dataDir, backup, options))).toMatchObject({ events: 601, approvals: 1 })
  expect(openOrThrow(dataDir).setting('settings')).toEqual({ theme: 'dark' })
})

test('a backup whose approvals are stored elsewhere than in a plain table is not restored (F26)', async () => {
  const dataDir = await folder()
  const before = readFileSync(file(dataDir))
  const backup = tampered(dataDir, (db) => {
    db.exec(`ALTER TABLE grants RENAME TO more;
      CREATE VIRTUAL TABLE grants USING fts5 (id, workspace, value, content = 'more')`)
  })
  expect(await restoreJournal(dataDir, backup, options)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  expect(readFileSync(file(dataDir)).equals(before)).toBe(true)
  noLeftovers(dataDir)
})

test.each([
  [
    'however its text is written',
    `ALTER TABLE grants RENAME TO more;
      CREATE VIRTUAL TABLE grants USING fts5 (id, workspace, value, content = 'more');
      INSERT INTO grants (grants) VALUES ('rebuild');
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'CREATE VIRTUAL', 'CREATE  VIRTUAL') WHERE name = 'grants'`,
  ],
  [
    'nor one with a value that changes when another is removed',
    `ALTER TABLE settings RENAME TO more;
      UPDATE more SET value = '{}' WHERE key = 'settings';
      CREATE TABLE given AS SELECT DISTINCT value FROM more;
      CREATE UNIQUE INDEX each ON given (value);
      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT REFERENCES given (value) ON DELETE SET DEFAULT) WITHOUT ROWID;
      INSERT INTO settings SELECT * FROM more`,
  ],
])('a backup with other than plain tables is not restored, %s (F26)', async (_how, sql) => {
  const dataDir = await folder()
  const backup = tampered(dataDir, (db) => {
    db.unsafeMode()
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
  })
  expect(await restoreJournal(dataDir, backup, options)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  noLeftovers(dataDir)
})

test('a damaged, foreign or missing file is not restored, and the journal stays', async () => {
  const dataDir = await folder()
  const before = readFileSync(file(dataDir))
  const backup = readFileSync(listBackups(dataDir)[0]?.file ?? '')
  const [damaged, other] = [path.join(tempFolder(), 'damaged'), path.join(tempFolder(), 'other')]
  writeFileSync(damaged, backup.fill(0xff, 60 * 4_096, 62 * 4_096))
  new Database(other).exec('CREATE TABLE mine (x)').close()
  for (const each of [damaged, other, path.join(dataDir, 'nothing'), dataDir])
    expect(await restoreJournal(dataDir, each, options)).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining(each) as string },
    })
  expect(readFileSync(file(dataDir)).equals(before)).toBe(true)
  noLeftovers(dataDir)
})

test('a restore killed before its last step is finished at the next start', async () => {
  const dataDir = await folder()
  const backup = listBackups(dataDir)[0]?.file ?? ''
  // The state after a kill just after the new journal took effect: it has its name, and the old log is still there.
  const live = openOrThrow(dataDir)
  append(live, batch(900, 10))
  copyFileSync(`${file(dataDir)}-wal`, path.join(dataDir, 'wal'))
  live.close()
  copyFileSync(path.join(dataDir, 'wal'), `${file(dataDir)}-wal`)
  copyFileSync(backup, `${file(dataDir)}.next`)
  const journal = openOrThrow(dataDir)
  expect(journal.health()).toMatchObject({ events: 601, integrity: 'ok' })
  noLeftovers(dataDir)
})

test('an intact journal is not repaired', async () => {
  const dataDir = await folder()
  const before = readFileSync(file(dataDir))
  expect(await repairJournal(dataDir, options)).toEqual({ ok: true, value: undefined })
  expect(readFileSync(file(dataDir)).equals(before)).toBe(true)
})

test('a repair keeps every readable event, takes the rest from the backup, and keeps order and marks (F26)', async () => {
  const dataDir = await folder()
  const bytes = readFileSync(file(dataDir))
  const at = bytes.indexOf('text 100 text 100')
  const page = Math.floor(at / 4_096) * 4_096
  writeFileSync(file(dataDir), bytes.fill(0xff, page, page + 4_096))
  const done = valueOf(await repairJournal(dataDir, options))
  expect(done).toMatchObject({ lost: 0, approvals: 1, unsent: 1, links: 1 })
  expect(done?.fromBackup).toBeGreaterThan(0)
  const journal = openOrThrow(dataDir)
  expect(stored(journal)).toEqual([...range(0, 600), '599 grown', ...range(600, 900)])
  expect(wires(journal).at(-1)).toBe('899')
  expect(journal.health().integrity).toBe('ok')
  expect(journal.linkState('chat')).toEqual({ saved: 'at 900', from: { isWhole: false } })
  expect([...journal.readMarks('w')]).toEqual([['chat|coder⇄reviewer', 300]])
  expect(journal.kept('w', 'alias').get('chat|coder2')).toBe('coder')
  expect(journal.grants()).toEqual([])
  expect(journal.setting('settings')).toMatchObject({ theme: 'light' })
  expect(await journal.search({ workspace: 'w', query: 'text after:1970-01-01T00:00:00Z', limit: 5, now: 0 })).toMatchObject({
    value: { total: 899 },
  })
  // It continues numbering after its last event, and what a source repeats is stored once.
  expect(append(journal, [message('5'), message('900')]).map(({ wireId, seq }) => [wireId, seq])).toEqual([['900', 902]])
  expect(wires(journal, { names: ['chat|coder'] })).toHaveLength(500)
  noLeftovers(dataDir)
})

test('a repair reads events whose texts a flipped bit has made blobs, also those that no backup has (F26)', async () => {
  const dataDir = await folder()
  const db = new Database(file(dataDir))
  const texts = db.prepare("SELECT raw || body FROM events WHERE wire_id = '700'").pluck().get()
  const done = db.prepare("UPDATE events SET raw = CAST(raw AS BLOB), body = CAST(body AS BLOB) WHERE wire_id IN ('100', '700')").run()
  expect(done.changes).toBe(2)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const bytes = readFileSync(file(dataDir))
  const page = Math.floor(bytes.indexOf('text 300 text 300') / 4_096) * 4_096
  writeFileSync(file(dataDir), bytes.fill(0xff, page, page + 4_096))
  expect(valueOf(await repairJournal(dataDir, options))).toMatchObject({ lost: 0 })
  const journal = openOrThrow(dataDir)
  expect(stored(journal)).toEqual([...range(0, 600), '599 grown', ...range(600, 900)])
  journal.close()
  const repaired = new Database(file(dataDir), { readonly: true })
  expect(repaired.prepare("SELECT raw || body FROM events WHERE wire_id = '700'").pluck().get()).toBe(texts)
  expect(repaired.prepare("SELECT count(*) FROM events WHERE typeof(raw) != 'text' OR typeof(body) != 'text'").pluck().get()).toBe(0)
  repaired.close()
})

test('a repair keeps an event whose id a flipped bit has made that of another (F26)', async () => {
  const dataDir = await folder()
  const db = new Database(file(dataDir))
  const idOf = (wireId: string): string => String(db.prepare('SELECT id FROM events WHERE wire_id = ?').pluck().get(wireId))
  const [own, other] = [idOf('700'), idOf('100')]
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const bytes = readFileSync(file(dataDir))
  const row = bytes.lastIndexOf(own, bytes.indexOf('text 700 text 700'))
  expect(bytes.indexOf('text 700 text 700') - row).toBeLessThan(500)
  bytes.write(other, row, 'latin1')
  writeFileSync(file(dataDir), bytes)
  expect(valueOf(await repairJournal(dataDir, options))).toMatchObject({ lost: 0 })
  const journal = openOrThrow(dataDir)
  expect(stored(journal)).toEqual([...range(0, 600), '599 grown', ...range(600, 900)])
  journal.close()
})

test('a repair of an earlier release’s journal keeps joined names (F26)', async () => {
  const dataDir = tempFolder()
  const opened = valueOf(openConnection(dataDir, migrations.slice(0, 2)))
  opened.db.prepare("INSERT INTO workspaces (id, value) VALUES ('w', ?)").run(JSON.stringify(workspace('w')))
  opened.db.exec("INSERT INTO aliases SELECT pk, 'chat|coder2', 'coder' FROM workspaces")
  opened.db.prepare("INSERT INTO settings VALUES ('long', ?)").run(JSON.stringify('lost '.repeat(4_000)))
  opened.db.close()
  const bytes = readFileSync(file(dataDir))
  const page = Math.floor(bytes.lastIndexOf('lost lost') / 4_096) * 4_096
  writeFileSync(file(dataDir), bytes.fill(0xff, page, page + 4_096))
  expect(valueOf(await repairJournal(dataDir, options))).toBeDefined()
  expect(openOrThrow(dataDir).kept('w', 'alias')).toEqual(new Map([['chat|coder2', 'coder']]))
})

test.each(['empty', 'missing', 'without its first page', 'not a database'])('a journal that is %s is made again (F26)', async (how) => {
  const dataDir = await folder()
  const bytes = readFileSync(file(dataDir))
  if (how === 'missing') rmSync(file(dataDir))
  else if (how === 'empty') writeFileSync(file(dataDir), '')
  else if (how === 'not a database') writeFileSync(file(dataDir), 'no database '.repeat(2_000))
  else writeFileSync(file(dataDir), bytes.fill(0x5a, 0, 4_096))
  expect(openJournal({ dataDir })).toMatchObject({ ok: false })
  valueOf(await repairJournal(dataDir, options))
  const journal = openOrThrow(dataDir)
  const all = how === 'without its first page' ? range(600, 900) : []
  expect(stored(journal)).toEqual([...range(0, 600), '599 grown', ...all])
  expect(existsSync(path.join(dataDir, 'journal.mark'))).toBe(true)
  noLeftovers(dataDir)
})

const flips = 12
test(`bits flipped and files cut, ${flips} times: nothing readable is lost (F26)`, async () => {
  const whole = await folder()
  const bytes = readFileSync(file(whole))
  const random = seededRandom(26)
  for (let round = 0; round < flips; round++) {
    const dataDir = tempFolder()
    writeFileSync(file(dataDir), bytes)
    writeFileSync(path.join(dataDir, 'journal.mark'), '{"v":1}')
    if (round % 4 === 0) truncateSync(file(dataDir), 4_096 * Math.ceil((random() * bytes.length) / 4_096))
    else {
      const broken = Buffer.from(bytes)
      for (let flip = 0; flip < 1 + 3 * round; flip++) {
        const at = Math.floor(random() * bytes.length)
        broken[at] = (broken[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      }
      writeFileSync(file(dataDir), broken)
    }
    const readable = readableIn(file(dataDir))
    const done = valueOf(await repairJournal(dataDir, options))
    const journal = openOrThrow(dataDir)
    const kept = new Set(stored(journal))
    const lost = readable.filter((wireId) => !kept.has(wireId))
    expect([round, lost]).toEqual([round, []])
    if (done !== undefined) expect(journal.health().integrity).toBe('ok')
    journal.close()
  }
})

/** Identities of valid events from reading the damaged file row by row. */
function readableIn(name: string): string[] {
  const found: string[] = []
  let db: Database.Database | undefined
  try {
    db = new Database(name, { readonly: true })
    const row = db.prepare<[number], { wire_id: unknown; body: string; raw: string }>(
      // A flipped bit can make its source one that there is not: nobody knows then whose it was.
      'SELECT wire_id, body, raw FROM events WHERE cursor = ? AND kind = 0 AND source = 1',
    )
    for (let cursor = 1; cursor <= 901; cursor++) {
      try {
        const read = row.get(cursor)
        if (read === undefined || !eventBodySchema.safeParse(JSON.parse(read.body)).success) continue
        if (typeof read.wire_id === 'string' && rawSchema.safeParse(JSON.parse(read.raw)).success) found.push(read.wire_id)
      } catch {
        // this one cannot be read
      }
    }
  } catch {
    // nothing of it can be read
  } finally {
    db?.close()
  }
  return found
}
