import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'

interface Saved {
  readonly rowid: number
  readonly value: Buffer
}

function saved(): { readonly isBroken: () => boolean | undefined; readonly db: Database.Database } {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  const parts = new Map([
    ['0', '[["coder⇄reviewer",[["coder",[1,2]]]]]'],
    ['1', '{"buckets":[],"loose":[]}'],
  ])
  journal.putSnapshot('w', 'lists', { cursor: 2, version: 3, value: { rows: [{ name: 'coder', sent: 12 }], next: 1 }, parts })
  const db = new Database(path.join(dataDir, 'journal.db'))
  onTestFinished(() => void db.close())
  return { isBroken: () => journal.snapshot('w', 'lists')?.isBroken, db }
}

test('one changed bit in what was saved of a fold is found, wherever it is (F26)', () => {
  const { isBroken, db } = saved()
  expect(isBroken()).toBeUndefined()
  const put = db.prepare<[Buffer, number]>('UPDATE snapshots SET value = CAST(? AS TEXT) WHERE rowid = ?')
  let flipped = 0
  for (const { rowid, value } of db.prepare<[], Saved>('SELECT rowid, CAST(value AS BLOB) AS value FROM snapshots').all()) {
    for (let bit = 0; bit < value.length * 8; bit++) {
      const changed = Buffer.from(value)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      put.run(changed, rowid)
      if (isBroken() === true) flipped++
      else expect.fail(`bit ${bit} of ${value.toString()}`)
    }
    put.run(value, rowid)
  }
  expect(flipped).toBeGreaterThan(1_000)
  expect(isBroken()).toBeUndefined()
})

test.each(['cursor = cursor + 1', 'version = version + 1'])('nor does a list count for another place: %s (F26)', (set) => {
  const { isBroken, db } = saved()
  db.exec(`UPDATE snapshots SET ${set} WHERE fold = 'lists'`)
  expect(isBroken()).toBe(true)
})

test('what an earlier release saved is read, if it is JSON (F26)', () => {
  const { isBroken, db } = saved()
  db.exec(`UPDATE snapshots SET value = '{"rows":[]}' WHERE fold = 'lists'; UPDATE snapshots SET value = '[[7]]' WHERE fold = 'lists/0'`)
  expect(isBroken()).toBeUndefined()
  db.exec(`UPDATE snapshots SET value = '[[7]' WHERE fold = 'lists/0'`)
  expect(isBroken()).toBe(true)
})
