import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { append, message, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import { openConnection } from './connection.ts'
import { openContents } from './contents.ts'
import { journalOn } from './open.ts'
import { openSweep } from './sweep.ts'

/** A journal in which `w` said a little between much that `v` said, and has just been forgotten; nothing is swept yet. */
function forgotten(isOneSegment = false) {
  const folder = tempFolder()
  const opened = openConnection(folder)
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db, file } = opened.value
  const journal = journalOn(opened.value, {})
  for (const id of ['w', 'v']) journal.putWorkspace(workspace(id))
  let number = 0
  function say(count: number, words: string, into: string): void {
    const events = Array.from({ length: count }, () => message(String(++number), `${words} ${number}`))
    append(journal, events, { workspace: into, source: `of ${into}` })
  }
  for (let batch = 0; batch < 40; batch++) {
    say(50, 'ordinary words', 'v')
    if (batch % 10 === 3) say(2, `zanzibar zanzibar${batch}`, 'w')
  }
  if (isOneSegment) db.exec("INSERT INTO search (search) VALUES ('optimize')")
  journal.removeWorkspace('w')
  const occurrences = (): number => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    return readFileSync(file).toString('latin1').split('anzibar').length - 1
  }
  const openedSweep = () => openSweep(opened.value, openContents(folder))
  const automerge = (): unknown => db.prepare("SELECT v FROM search_config WHERE k = 'automerge'").pluck().get()
  const segments = (): unknown => db.prepare('SELECT DISTINCT segid FROM search_idx').pluck().all()
  const isDeleted = (): boolean => db.prepare('SELECT 1 FROM sources WHERE id IS NULL').get() === undefined
  return { journal, db, say, openedSweep, occurrences, automerge, segments, isDeleted }
}

test.each([false, true])(
  'not a word of a forgotten workspace stays in the index, however small its part of that was (one segment: %s, F26)',
  async (isOneSegment) => {
    const { journal, openedSweep, occurrences, automerge } = forgotten(isOneSegment)
    expect(occurrences()).toBeGreaterThan(0)
    const sweep = openedSweep()
    while (sweep.step());
    expect([occurrences(), automerge()]).toEqual([0, 8])
    expect(await journal.search({ workspace: 'v', query: 'ordinary', limit: 9, now: 0 })).toMatchObject({ value: { total: 1_000 } })
    expect(journal.health()).toMatchObject({ events: 2_000, integrity: 'ok' })
    journal.close()
  },
)

test('while rows are deleted nothing is merged, which would read the same again and again', () => {
  const { journal, openedSweep, segments, isDeleted } = forgotten()
  const before = segments()
  const sweep = openedSweep()
  while (!isDeleted() && sweep.step());
  expect(segments()).toEqual(before)
  while (sweep.step());
  expect(segments()).not.toEqual(before)
  journal.close()
})

test('messages that keep coming meanwhile do not keep it from ending', () => {
  const { journal, say, openedSweep, occurrences, automerge } = forgotten()
  const sweep = openedSweep()
  let steps = 0
  while (sweep.step() && ++steps < 1_000) say(1, 'new words', 'v')
  expect(steps).toBeLessThan(200)
  expect([occurrences(), automerge()]).toEqual([0, 8])
  journal.close()
})

test('begun in one process, it ends in the next', () => {
  const { journal, openedSweep, occurrences, automerge, isDeleted } = forgotten()
  const first = openedSweep()
  while (!isDeleted() && first.step());
  for (let steps = 0; steps < 3; steps++) first.step()
  expect(automerge()).toBe(0)
  const next = openedSweep()
  while (next.step());
  expect([occurrences(), automerge()]).toEqual([0, 8])
  journal.close()
})

test('where nothing else was stored, the index is empty afterwards', () => {
  const { db, journal, openedSweep, automerge } = forgotten()
  journal.removeWorkspace('v')
  const sweep = openedSweep()
  while (sweep.step());
  expect([db.prepare('SELECT count(*) FROM search_idx').pluck().get(), automerge()]).toEqual([0, 8])
  journal.close()
})
