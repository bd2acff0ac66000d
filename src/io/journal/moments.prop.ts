import path from 'node:path'
import Database from 'better-sqlite3'
import { array, assert, boolean, constantFrom, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { NewEvent } from '../../core/event.ts'
import { fillMinutes } from './minutes.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'

const minute = 60_000
const fault = (wireId: string): NewEvent => ({
  wireId,
  raw: { text: wireId },
  body: { kind: 'fault', fault: { code: 'invalid', message: 'not readable' } },
})
const lamp = (wireId: string): NewEvent => ({
  wireId,
  raw: { text: wireId },
  body: { kind: 'lamp', lamp: 'up', text: 'caught up', since: 1 },
})

/** What a journal was given: what kind, when, whether it replaces the one before, and by which link. */
const given = array(
  record({
    what: constantFrom('message', 'fault', 'lamp'),
    minute: nat(6),
    isLate: boolean(),
    replaces: boolean(),
    source: constantFrom('chat', 'irc'),
  }),
  { maxLength: 30 },
)

const first = { what: 'message', minute: 0, isLate: false, replaces: false, source: 'chat' } as const

test('the counts of minutes are those of counting the events (F29)', () => {
  assert(
    property(given, (list) => {
      const folder = tempFolder()
      const journal = openOrThrow(folder)
      journal.putWorkspace(workspace('w'))
      for (const [index, each] of list.entries()) {
        const wireId = String(index)
        const made = each.what === 'message' ? message(wireId) : each.what === 'fault' ? fault(wireId) : lamp(wireId)
        const event = { ...made, ...(each.isLate && { late: true as const }), ...(each.replaces && { supersedes: String(index - 1) }) }
        append(journal, [event], { at: each.minute * minute, source: each.source })
      }
      journal.close()
      const db = new Database(path.join(folder, 'journal.db'))
      const rows = (): unknown[] => db.prepare('SELECT source, minute, messages, faults, cursor FROM minutes ORDER BY source, minute').all()
      const kept = rows()
      db.exec('DELETE FROM minutes')
      fillMinutes(db)
      expect(kept).toEqual(rows())
      const counted = db
        .prepare(
          `SELECT count(*) FROM events e LEFT JOIN events o ON o.id = e.supersedes
           WHERE e.kind = 0 AND e.late = 0 AND (o.kind IS NULL OR o.kind <> 0)`,
        )
        .pluck()
        .get()
      expect(db.prepare('SELECT coalesce(sum(messages), 0) FROM minutes').pluck().get()).toBe(counted)
      db.close()
    }),
    // Few lists have a message that replaces one of its own link.
    { numRuns: 20, examples: [[[first, { ...first, minute: 1, replaces: true }]]] },
  )
})
