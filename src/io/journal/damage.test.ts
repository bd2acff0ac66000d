import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { JournalError, JournalWriteError } from '../../core/journal.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { journalOn } from './open.ts'
import { append, message, openOrThrow, tempFolder, tempJournal, wires, workspace } from '../../../test/fakes/journal.ts'

function connected(): Connection {
  const opened = openConnection(tempFolder())
  if (!opened.ok) throw new Error(opened.fault.message)
  onTestFinished(() => void opened.value.db.close())
  return opened.value
}

const many = (from: number) => Array.from({ length: 200 }, (_, index) => message(String(from + index), 'long '.repeat(200)))

test('a full disk is an error with a message; nothing of the batch is stored, and it can be retried', () => {
  const connection = connected()
  const journal = journalOn(connection, {})
  journal.putWorkspace(workspace('w'))
  append(journal, many(0), { state: 'first' })
  const pages = Number(connection.db.pragma('page_count', { simple: true }))
  connection.db.pragma(`max_page_count = ${pages + 5}`)

  const batch = [message('new name', '', { from: 'never seen', conversation: 'new' }), ...many(200)]
  expect(() => append(journal, batch, { state: 'second' })).toThrow(JournalWriteError)
  expect(() => append(journal, batch, { state: 'second' })).toThrow(/disk is full/)
  expect(journal.linkState('chat')).toBe('first')
  expect(journal.head('w')).toBe(200)
  expect(wires(journal, { names: ['chat|never seen'] })).toEqual([])

  connection.db.pragma(`max_page_count = ${pages * 10}`)
  expect(append(journal, batch, { state: 'second' })).toHaveLength(201)
  expect(wires(journal, { names: ['chat|never seen'] })).toEqual(['new name'])
  expect(wires(journal, { conversation: 'chat|new' })).toEqual(['new name'])
  expect(journal.since('w', 0, 500).map((event) => event.seq)).toEqual(Array.from({ length: 401 }, (_, index) => index + 1))
  expect(journal.health().integrity).toBe('ok')
})

test('a write fails, rather than waiting forever, while another program locks the file', () => {
  const connection = connected()
  const journal = journalOn(connection, {})
  journal.putWorkspace(workspace('w'))
  connection.db.pragma('busy_timeout = 20')
  const other = openConnection(connection.file.replace(/journal\.db$/, ''))
  if (!other.ok) throw new Error(other.fault.message)
  onTestFinished(() => void other.value.db.close())
  other.value.db.exec('BEGIN IMMEDIATE')
  expect(() => append(journal, [message('1')])).toThrow(/another program/)
  expect(wires(journal)).toEqual([])
  other.value.db.exec('ROLLBACK')
  expect(append(journal, [message('1')])).toHaveLength(1)
})

test('pages overwritten on the disk are errors with a message, and health reports them', async () => {
  const folder = tempFolder()
  const before = openOrThrow(folder)
  before.putWorkspace(workspace('w'))
  append(before, many(0))
  const file = before.health().path
  before.close()
  const descriptor = openSync(file, 'r+')
  // The schema stays, the tables do not.
  for (let at = 64 * 4_096; at < statSync(file).size; at += 4_096) writeSync(descriptor, Buffer.alloc(4_096, 0xff), 0, 4_096, at)
  closeSync(descriptor)

  const journal = openOrThrow(folder)
  expect(journal.workspaces()).toEqual([workspace('w')])
  expect(() => [...journal.replay('w', 0)]).toThrow(JournalError)
  expect(() => journal.since('w', 0, 500)).toThrow(/damaged/)
  expect(() => append(journal, many(200))).toThrow(JournalWriteError)
  expect(await journal.search({ workspace: 'w', query: 'long', limit: 200, now: 0 })).toMatchObject({
    ok: false,
    fault: { code: 'unavailable' },
  })
  expect(journal.health().integrity).not.toBe('ok')
})

test('a caller’s mistake is not reported as a disk fault', () => {
  const journal = tempJournal()
  expect(() => journal.reserveOrder(-1)).toThrow(RangeError)
  expect(() => journal.putCommand({ id: 'x' } as never)).toThrow(/Workspace undefined/)
})
