import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Journal } from '../../core/journal.ts'
import { openArchiveSteps } from './archive-steps.ts'
import type { ArchiveSteps } from './archive-steps.ts'
import { writeArchive } from './archive-write.ts'
import { openConnection } from './connection.ts'
import { openContents } from './contents.ts'
import { journalOn } from './open.ts'
import { append, message, tempFolder, workspace } from '../../../test/fakes/journal.ts'

const march = Date.UTC(2026, 2, 5)
const month = '2026-03'

interface Opened {
  readonly dataDir: string
  readonly journal: Journal
  /** The steps of archives, which the test takes itself. */
  readonly steps: ArchiveSteps
  /** Lets the file of the journal grow by this many pages from now on. */
  room(pages: number): void
  /** Changes the list of archives without starting the steps. */
  sql(text: string): void
}

/** A journal with 300 long messages of March. */
function opened(): Opened {
  const dataDir = tempFolder()
  const connection = openConnection(dataDir)
  if (!connection.ok) throw new Error(connection.fault.message)
  const { db } = connection.value
  const journal = journalOn(connection.value, {})
  const contents = openContents(dataDir)
  onTestFinished(() => {
    contents.close()
    journal.close()
  })
  journal.putWorkspace(workspace('w'))
  append(
    journal,
    Array.from({ length: 300 }, (_, number) => message(`m${number}`, `word${number} ${'x'.repeat(1_000)}`)),
    { at: march },
  )
  return {
    dataDir,
    journal,
    steps: openArchiveSteps(connection.value, contents),
    room: (pages) => void db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + pages}`),
    sql: (text) => void db.exec(text),
  }
}

function takeAll(steps: ArchiveSteps): void {
  while (steps.step());
}

const all = (journal: Journal): unknown => journal.since('w', 0, 1_000)

test('a disk that fills up while a month is brought back loses nothing, and it continues when there is room (F26)', async () => {
  const { dataDir, journal, steps, room, sql } = opened()
  const before = all(journal)
  expect(await writeArchive(dataDir, month)).toMatchObject({ ok: true, value: { events: 300 } })
  sql(`INSERT INTO archives (file, month, state) VALUES ('archive-${month}.db', '${month}', 'moving')`)
  takeAll(steps)
  sql('PRAGMA incremental_vacuum')
  expect(all(journal)).toEqual(before)

  sql("UPDATE archives SET state = 'returning', done = 0")
  room(20)
  expect(() => takeAll(steps)).toThrow(/full/)
  expect(journal.archives()).toMatchObject([{ state: 'returning', events: 300 }])
  expect(all(journal)).toEqual(before)
  expect(await journal.search({ workspace: 'w', query: 'word123', limit: 5, now: march })).toMatchObject({ value: { total: 1 } })

  room(10_000)
  takeAll(steps)
  expect(journal.archives()).toEqual([])
  expect(existsSync(path.join(dataDir, `archive-${month}.db`))).toBe(false)
  expect(all(journal)).toEqual(before)
})

test('a month that is brought back as soon as it was moved has all of its checkpoints (F26)', async () => {
  const { dataDir, journal, steps, sql } = opened()
  for (const [step, cursor] of [100, 200, 300].entries())
    journal.putCheckpoint('w', 'desk', { cursor, key: '1', chain: 'c', step, value: Buffer.from([step]) })
  const before = journal.checkpointsAt('w', 'desk', '1', 300)
  expect(before).toHaveLength(3)
  await writeArchive(dataDir, month)
  sql(`INSERT INTO archives (file, month, state) VALUES ('archive-${month}.db', '${month}', 'moving')`)
  while (journal.archives()[0]?.state === 'moving') steps.step()
  sql("UPDATE archives SET state = 'returning', done = 0")
  takeAll(steps)
  expect(journal.checkpointsAt('w', 'desk', '1', 300)).toEqual(before)
})

test('a month is moved out of a journal that cannot grow (F26)', async () => {
  const { dataDir, journal, steps, room, sql } = opened()
  const before = all(journal)
  await writeArchive(dataDir, month)
  room(0)
  sql(`INSERT INTO archives (file, month, state) VALUES ('archive-${month}.db', '${month}', 'moving')`)
  takeAll(steps)
  expect(journal.archives()).toMatchObject([{ state: 'closed' }])
  expect(all(journal)).toEqual(before)
  expect(journal.health().integrity).toBe('ok')
})

test.skipIf(process.platform === 'win32')('a disk that takes no whole archive gets none, and the journal stays as it was (F26)', () => {
  const { dataDir, journal } = opened()
  const before = all(journal)
  const script = `
    const { writeArchive } = await import(${JSON.stringify(new URL('archive-write.ts', import.meta.url).href)})
    console.log(JSON.stringify(await writeArchive(process.argv[1], '${month}')))`
  // A limit of the size of files: a write beyond it fails as on a full disk.
  const limited = `ulimit -f 200; exec "$0" --input-type=module -e "$1" "$2"`
  const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, script, dataDir], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    fault: { code: 'unavailable', detail: expect.stringContaining('SQLITE_') as string },
  })
  expect(readdirSync(dataDir).filter((name) => /archive|tmp/.test(name))).toEqual([])
  expect(all(journal)).toEqual(before)
})
