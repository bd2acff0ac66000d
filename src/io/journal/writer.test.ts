import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Event, NewEvent } from '../../core/event.ts'
import type { Result } from '../../core/fault.ts'
import type { Journal } from '../../engine/journal.ts'
import { openConnection } from './connection.ts'
import { journalOn, openJournal } from './open.ts'
import { comment, message, openOrThrow, tempFolder, workspace } from './test-journal.ts'
import { untilThread } from './test-thread.ts'
import { sized } from '../../../test/sizes.ts'

const chat = { workspace: 'w', source: 'chat', protocol: 'chat' }
const other = { workspace: 'w', source: 'other', protocol: 'chat' }

let folder: string
let journal: Journal
/** Wire ids of what was told, in order, and faults. */
let told: string[]

beforeEach(() => {
  folder = tempFolder()
  told = []
  const opened = openJournal({ dataDir: folder, burst: 0 })
  if (!opened.ok) throw new Error(opened.fault.message)
  journal = opened.value
  onTestFinished(() => journal.close())
  journal.putWorkspace(workspace('w'))
  for (const link of [chat, other]) untilThread(journal, link)
})

/** Gives events to the thread, and tells what became of them. */
function soon(events: readonly NewEvent[], more: Partial<typeof chat> & { readonly at?: number; readonly state?: unknown } = {}): void {
  journal.appendSoon({ ...chat, at: 1_000, events, ...more }, (stored) => void told.push(...outcome(stored)))
}

function outcome(stored: Result<Event[]>): string[] {
  return stored.ok ? stored.value.map(({ wireId }) => wireId) : [stored.fault.code]
}

function storedWires(): string[] {
  return journal.since('w', 0, 10_000).map(({ wireId }) => wireId)
}

/** An event that cannot be stored, as if the disk were full. */
function refuse(wireId: string): void {
  const db = new Database(path.join(folder, 'journal.db'))
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN new.wire_id = '${wireId}' BEGIN SELECT RAISE(FAIL, 'no'); END`)
  db.close()
}

const place = fc.record({
  wire: fc.nat(9),
  kind: fc.constantFrom('message' as const, 'comment' as const),
  supersedes: fc.option(fc.nat(9), { nil: undefined, freq: 2 }),
  claimedAt: fc.option(fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0.5, 1.7e12), { nil: undefined }),
  late: fc.boolean(),
})
const batches = fc.array(
  fc.record({ link: fc.constantFrom(chat, other), at: fc.nat(100_000), places: fc.array(place, { maxLength: 5 }) }),
  {
    maxLength: 10,
  },
)

function eventOf({ wire, kind, supersedes, claimedAt, late }: typeof place extends fc.Arbitrary<infer T> ? T : never): NewEvent {
  return {
    ...(kind === 'message' ? message(`m${wire}`) : comment(`c${wire}`)),
    ...(supersedes !== undefined && { supersedes: `m${supersedes}` }),
    ...(claimedAt !== undefined && { claimedAt }),
    ...(late && { late }),
  }
}

describe('events that a thread stores (F19)', () => {
  test('are the same as those stored at once', () => {
    const plain = openOrThrow(tempFolder())
    plain.putWorkspace(workspace('w'))
    let run = 0
    fc.assert(
      fc.property(batches, (given) => {
        run++
        const [ours, theirs]: [unknown[], unknown[]] = [[], []]
        const ids = new Map<string, number>()
        const bare = (events: readonly Event[]): unknown[] =>
          events.map(({ id, supersedes, ...rest }) => [ids.set(id, rest.cursor).size > 0, rest, ids.get(supersedes ?? '')])
        for (const { link, at, places } of given) {
          // New sources in each run: nothing of it was stored before.
          const batch = { ...link, source: `${link.source} ${run}`, at, events: places.map(eventOf), state: { at } }
          for (const each of [plain, journal]) each.append({ ...batch, events: [], state: undefined })
          theirs.push(bare(plain.append(batch)))
          journal.appendSoon(batch, (stored) => ours.push(stored.ok && bare(stored.value)))
        }
        journal.settle()
        expect(ours).toEqual(theirs)
        const [last, lastPlain] = [journal, plain].map((each) => bare(each.since('w', 0, 100_000)))
        expect(last).toEqual(lastPlain)
      }),
      { numRuns: sized(40, 1_000) },
    )
  })

  test('can be read when they are told, and not before', async () => {
    for (let batch = 0; batch < 40; batch++) {
      soon(Array.from({ length: 30 }, (_, each) => message(`${batch} ${each}`)))
      expect(storedWires()).toEqual(told)
      if (batch % 3 === 0) await turn()
      expect(storedWires()).toEqual(told)
    }
    await expect.poll(() => told.length).toBe(1_200)
    expect(storedWires()).toEqual(told)
  })

  test('do not wait without end: who brings more than can be stored waits', () => {
    for (let batch = 0; batch < 40; batch++) soon(Array.from({ length: 100 }, (_, each) => message(`${batch} ${each}`)))
    expect(told.length).toBeGreaterThan(3_300)
  })

  test('come before what is stored after them, and let everything else that writes through', () => {
    soon([message('1')], { state: 'first' })
    journal.putSetting('a', 1)
    soon([message('2')])
    soon([message('3')], { source: 'other' })
    journal.putReadMarks('w', new Map([['chat', 1]]))
    soon([message('4')], { state: 'last' })
    journal.append({ ...chat, at: 1_000, events: [message('5')] })
    expect(storedWires()).toEqual(['1', '2', '3', '4', '5'])
    expect(told).toEqual(['1', '2', '3', '4'])
    expect([journal.setting('a'), journal.linkState('chat'), journal.readMarks('w').get('chat')]).toEqual([1, 'last', 1])
  })

  test('may be answered by storing something', () => {
    journal.appendSoon({ ...chat, at: 1_000, events: [message('1')] }, () => {
      journal.putSetting('told', journal.head('w'))
      soon([message('3')])
    })
    soon([message('2')])
    journal.settle()
    expect(storedWires()).toEqual(['1', '2', '3'])
    expect(journal.setting('told')).toBe(1)
  })

  test('are stored by the end', () => {
    soon([message('1')])
    soon([message('2')])
    journal.close()
    expect(told).toEqual(['1', '2'])
    // The thread has closed its files, too.
    expect(readdirSync(folder).filter((file) => file.startsWith('journal.db'))).toEqual(['journal.db'])
    journal = openOrThrow(folder)
    expect(storedWires()).toEqual(['1', '2'])
  })

  test('are not stored after one of their source that could not be', () => {
    refuse('bad')
    soon([message('1')])
    soon([message('2'), message('bad')], { state: 'bad' })
    soon([message('3')], { source: 'other' })
    soon([message('4')], { state: 'gap' })
    journal.settle()
    expect(told.toSorted()).toEqual(['1', '3', 'internal', 'internal'])
    expect(storedWires()).toEqual(['1', '3'])
    expect(journal.linkState('chat')).toBeUndefined()
    soon([message('5')])
    journal.settle()
    expect(storedWires()).toEqual(['1', '3', '5'])
  })

  test('are not stored for a workspace that was removed', () => {
    soon([message('1')])
    journal.removeWorkspace('w')
    soon([message('2')])
    expect(told).toEqual(['1', 'not-found'])
  })

  test('move the read mark of their source', () => {
    journal.appendSoon({ ...chat, at: 1_000, events: [message('1'), message('2')], isRead: true }, () => undefined)
    journal.appendSoon({ ...chat, at: 1_000, events: [message('3')] }, () => undefined)
    journal.settle()
    expect(journal.readMarks('w')).toEqual(new Map([['chat', 2]]))
  })
})

test('without a thread, events are stored at once', async () => {
  const opened = openConnection(tempFolder())
  if (!opened.ok) throw new Error(opened.fault.message)
  journal = journalOn({ ...opened.value, file: path.join(folder, 'missing', 'journal.db') }, { burst: 0 })
  journal.putWorkspace(workspace('w'))
  journal.append({ ...chat, at: 0, events: [] })
  for (let each = 0; each < 50; each++) {
    soon([message(String(each))])
    expect(told).toHaveLength(each + 1)
    await turn()
  }
})
