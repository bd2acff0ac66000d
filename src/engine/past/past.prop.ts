import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeEvent, fakeProtocol } from '../../../test/fakes/protocol.ts'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import { sized } from '../../../test/sizes.ts'
import type { DebtRow } from '../../core/debt.ts'
import { freeTextActs } from '../../core/acts/free-text.ts'
import { isMessage, type Event } from '../../core/event.ts'
import { foldConversations } from '../../core/fold/conversations.ts'
import { foldCounts } from '../../core/fold/counts.ts'
import { foldNames, nameKey } from '../../core/fold/names.ts'
import { openApprovals } from '../gate/approvals.ts'
import { localDayStart } from '../day-start.ts'
import { debtsVersion, openDebtFolds } from '../desk/debt-folds.ts'
import { foldName } from '../folds/fold-store.ts'
import { checkpointKey } from '../folds/folds.ts'
import { openGate } from '../gate/gate.ts'
import { openGrants } from '../gate/grants.ts'
import type { Checkpoint, Journal } from '../../core/journal.ts'
import { openRoom, type Room } from '../room.ts'
import { pastFacts, type PastFacts } from './facts.ts'
import { openWithoutArchives } from '../without-archives.ts'
import type { PastKnown } from './known.ts'
import { openPastReader } from './reader.ts'

const name = fc.constantFrom('operator', 'coder', 'reviewer', 'tester')
const text = fc.constantFrom(
  'Which port should it use?',
  'Could you review it?',
  'Please run the tests.',
  "I'll do it.",
  'Done, merged as 1a2b3c4.',
  'Thanks, that is it.',
  'Never mind, forget it.',
  '8080.',
  'Still on it, 40 %.',
)
/** What somebody says, how long after what came before, and whether it changes the line before. */
const line = fc.record({ from: name, to: name, text, after: fc.integer({ min: 0, max: 400_000 }), isChange: fc.boolean() })
interface Line {
  readonly from: string
  readonly to: string
  readonly text: string
  readonly after: number
  readonly isChange: boolean
}
const lines = fc.array(line, { minLength: 12, maxLength: 30 })
const moments = fc.array(fc.noBias(fc.integer({ min: 0, max: 1_000 })), { minLength: 4, maxLength: 4 })

const same = (_source: string, a: string, b: string): boolean => a === b
const not = (): false => false

/** The folds of events, from the first one on. */
function foldsOf(services: TestServices, events: readonly Event[]) {
  const [conversations, names, counts] = [foldConversations(), foldNames(localDayStart), foldCounts(localDayStart)]
  const folds = openDebtFolds({ services, operator: 'operator', same, isPinned: not, isLate: not, aboutOf: () => undefined })
  const all = openWithoutArchives(services).read(events)
  for (const { event, replaced } of all) {
    for (const fold of [conversations, names, counts]) fold.apply(event, replaced)
  }
  folds.fold(all)
  return { conversations: [...conversations.rows()], names: [...names.rows()], messages: counts.messages(), debts: folds.debts }
}

/** Waits until both folds have later checkpoints than this one; each is stored in the background. */
async function nextCheckpoint(journal: Journal, after: number): Promise<number> {
  for (;;) {
    const lists = journal.checkpointsAt('w', foldName, checkpointKey, Number.MAX_SAFE_INTEGER).at(-1)?.cursor ?? 0
    const cursor = Math.min(checkpointOf(journal, Number.MAX_SAFE_INTEGER), lists)
    if (cursor > after) return cursor
    await setTimeout(1)
  }
}

const checkpointOf = (journal: Journal, upTo: number): number =>
  journal.checkpointsAt('w', 'desk', `${debtsVersion} operator`, upTo).at(-1)?.cursor ?? 0

/** All checkpoints of a fold, oldest first. */
function checkpointsOf(journal: Journal, fold: string, key: string, upTo = Number.MAX_SAFE_INTEGER): Checkpoint[] {
  const chain = journal.checkpointsAt('w', fold, key, upTo)
  const [first] = chain
  return first === undefined ? [] : [...checkpointsOf(journal, fold, key, first.cursor - 1), ...chain]
}

const byKey = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Looks at a moment, ms. */
type Look = (at: number) => PastKnown

/** A room in which this was said, with checkpoints on the way. */
async function withRoom(
  said: readonly Line[],
  use: (look: Look, services: TestServices, all: readonly Event[], room: Room) => void,
): Promise<void> {
  const fake = fakeProtocol()
  fake.acts = (event) =>
    isMessage(event) ? freeTextActs({ by: event.body.from, to: event.body.to, text: event.body.text, ref: event.wireId }) : []
  const made = await testServices([fake])
  const services: TestServices = { ...made, steady: made.now, checkpointPace: { every: 3, worth: 0 } }
  const { journal } = services
  let taken = 0
  journal.putWorkspace(testWorkspace)
  const approvals = openApprovals(services, openGrants(services), () => undefined)
  const gate = openGate(services, openGrants(services), approvals)
  const room = openRoom(services, gate, approvals, testWorkspace, true, { needs: () => [], changed: () => undefined })
  try {
    for (const [index, each] of said.entries()) {
      services.advance(each.after)
      const event = fakeEvent(`${each.from}>${each.to}: ${each.text}`, index)
      const change = each.isChange ? { supersedes: `${index - 1}` } : {}
      fake.drivers[0]?.context.emit([{ ...event, ...change }], 0)
      room.desk.lists()
      if (index % 4 === 3) taken = await nextCheckpoint(journal, taken)
    }
    const reader = openPastReader(services, 'w')
    use((at) => reader.read(pastFacts(room), at), services, journal.since('w', 0, 500), room)
  } finally {
    await room.close()
    approvals.close()
    services.close()
  }
}

/** Looks at a moment, which has to be as the events up to then make it. @returns whether there was a checkpoint before it. */
function expectAsFolded(at: number, look: Look, services: TestServices, all: readonly Event[]): boolean {
  const wanted = foldsOf(
    services,
    all.filter((event) => event.at <= at),
  )
  const known = look(at)
  expect(known.conversations.toSorted(byKey)).toEqual(wanted.conversations.toSorted(byKey))
  expect(known.names.toSorted(byKey)).toEqual(wanted.names.toSorted(byKey))
  expect(known.counts.messages()).toBe(wanted.messages)
  const debts = [...wanted.debts.open(), ...wanted.debts.ended()]
  expect(debts.map(([key]) => known.debts.get(key))).toEqual(debts.map(([, debt]) => debt))
  const keys = known.lists.between(0, Infinity).flatMap((row) => row.keys)
  expect(new Set(keys)).toEqual(new Set(debts.map(([key]) => key)))
  return checkpointOf(services.journal, services.journal.cursorAt('w', at)) > 0
}

test('an event is counted once, also if only one of the folds has a checkpoint behind it (F29)', async () => {
  const said = Array.from({ length: 12 }, () => ({ from: 'coder', to: 'tester', text: 'Done.', after: 1_000, isChange: false }))
  await withRoom(said, (look, services, all) => {
    services.journal.dropCheckpoints('w', 'desk', 'none')
    expect(checkpointOf(services.journal, Number.MAX_SAFE_INTEGER)).toBe(0)
    expect(look(all.at(-1)?.at ?? 0).counts.messages()).toBe(said.length)
  })
})

const asked = ['Which port should it use?', '8080.', 'Please run the tests.', "I'll do it."].flatMap((text, at) =>
  [1, 2].map((part) => ({
    from: at % 2 === 0 ? 'tester' : 'coder',
    to: at % 2 === 0 ? 'coder' : 'tester',
    text: `${text} ${part}`,
    after: 1_000,
    isChange: false,
  })),
)

test.each([
  ['the newest one is', 'folded from the one before', (cursor: number, last: number) => cursor === last],
  ['all are', 'folded from the first event', () => true],
])('where what checkpoints have of the debts is damaged, and %s, they are %s (F29)', async (_which, _from, isDamaged) => {
  await withRoom(asked, (look, services, all) => {
    const { journal } = services
    const key = `${debtsVersion} operator`
    const stored = checkpointsOf(journal, 'desk', key)
    const last = stored.at(-1)?.cursor ?? Infinity
    expect(stored.length).toBeGreaterThan(1)
    for (const one of stored.filter(({ cursor }) => isDamaged(cursor, last))) {
      const lines = brotliDecompressSync(one.value)
        .toString()
        .replaceAll(/^\[.*$/gm, '[')
      journal.putCheckpoint('w', 'desk', { ...one, key, value: brotliCompressSync(lines) })
    }
    expect(expectAsFolded(all.at(-1)?.at ?? 0, look, services, all)).toBe(true)
    expect(services.logged.join('\n')).toContain('a checkpoint cannot be used')
  })
})

test('where no checkpoint of any fold can be read, everything is folded from the first event (F29)', async () => {
  await withRoom(asked, (look, services, all) => {
    const { journal } = services
    for (const [fold, key] of [
      ['desk', `${debtsVersion} operator`],
      [foldName, checkpointKey],
    ] as const) {
      const stored = checkpointsOf(journal, fold, key)
      expect(stored).not.toEqual([])
      for (const one of stored) journal.putCheckpoint('w', fold, { ...one, key, value: Buffer.from('?') })
    }
    expect(expectAsFolded(all.at(-1)?.at ?? 0, look, services, all)).toBe(true)
    expect(services.logged.filter((line) => line.includes('cannot be read')).length).toBeGreaterThan(1)
  })
})

test.each(['null', '7', '{}', '{"conversations":"x","names":[],"counts":{}}', '{"conversations":null,"names":null,"counts":null}'])(
  'where the checkpoints of the lists are %s, the lists are folded from the first event (F29)',
  async (text) => {
    await withRoom(asked, (look, services, all) => {
      const { journal } = services
      const stored = checkpointsOf(journal, foldName, checkpointKey)
      expect(stored).not.toEqual([])
      for (const one of stored) journal.putCheckpoint('w', foldName, { ...one, key: checkpointKey, value: brotliCompressSync(text) })
      expectAsFolded(all.at(-1)?.at ?? 0, look, services, all)
      expect(services.logged.join('\n')).toContain('a checkpoint cannot be used')
    })
  },
)

test('what takes the place of an event from before a checkpoint changes what was matched then (F29)', async () => {
  const talk = ['Please run the tests.', '8080.', '8080.', '8080.', '8080.', "I'll do it.", '8080.', '8080.']
  const said = talk.map((text, at) => ({ from: at === 0 ? 'tester' : 'coder', to: 'reviewer', text, after: 1_000, isChange: at === 6 }))
  await withRoom(said, (look, services, all, room) => {
    const [at, before] = [all.at(-1)?.at ?? 0, all.at(-2)?.at ?? 0]
    const replaced = all[5]?.cursor ?? Infinity
    expect(checkpointOf(services.journal, replaced)).toBe(replaced)
    for (const moment of [before, at]) expect(expectAsFolded(moment, look, services, all)).toBe(true)
    expect(room.desk.debts.open().size).toBe(1)
  })
})

const sorted = <T extends { readonly blocks: readonly string[] }>(one: T): T => ({ ...one, blocks: one.blocks.toSorted() })

/** What is shown of debts at a moment. What ended at once, and who waits for something, has no order. */
function shownOf({ lists, needs, stuck }: PastKnown): unknown {
  const { owed, overdue, owedByOthers, overdueByOthers, agents, nextAt, taskLinks } = lists
  const rowsOf = (list: readonly DebtRow[]): DebtRow[] => list.map((row) => sorted(lists.whole(row)))
  const rows = [lists.between(0, Infinity), lists.list('owed'), lists.list('tasks')].map(rowsOf)
  const closed = rowsOf(lists.list('closed')).toSorted(byKey)
  const needed = needs.map(({ row, ...need }) => ({ ...sorted(need), row: row === undefined ? row : sorted(row) }))
  return { rows, closed, owed, overdue, owedByOthers, overdueByOthers, agents, nextAt, taskLinks: taskLinks.toSorted(), needed, stuck }
}

test('a moment in the past is what the events up to then make, whichever checkpoint it starts from and whatever was looked at before (F29)', async () => {
  let used = 0
  await fc.assert(
    fc.asyncProperty(lines, moments, (said, looks) =>
      withRoom(said, (look, services, all, room) => {
        const [first, last] = [all[0]?.at ?? 0, all.at(-1)?.at ?? 0]
        const fresh: Look = (at) => openPastReader(services, 'w').read(pastFacts(room), at)
        for (const share of looks) {
          const at = Math.round(first - 1 + ((last - first + 2) * share) / 1_000)
          if (expectAsFolded(at, look, services, all)) used++
          const later = Math.min(at + 90_000, last)
          if (later > at) expect(shownOf(look(later))).toEqual(shownOf(fresh(later)))
        }
      }),
    ),
    { numRuns: sized(8, 125) },
  )
  expect(used).toBeGreaterThan(5)
})

const sourceOf = (key: string): string => key.slice(0, key.indexOf('|'))

const changed: Record<string, (facts: PastFacts, key: string, at: number) => Partial<PastFacts>> = {
  'the operator decided about a debt': (_facts, key, at) => ({ marks: new Map([[key, { verb: 'settle', at, cursor: 0 }]]) }),
  'the operator takes a decision back': (_facts, key, at) => ({ marks: new Map([[key, { verb: 'reopen', at, cursor: 0 }]]) }),
  'limits changed': ({ limits }) => ({ limits: { ...limits, answer: { agent: 1 } } }),
  'a link was removed': (_facts, key, at) => ({ removed: new Map([[sourceOf(key), { at }]]) }),
  'limits stood still': (_facts, _key, at) => ({ stood: [{ at: at - 2_000, ms: 2_000 }] }),
  'two names were joined': (_facts, key) => ({ aliases: new Map([[nameKey(sourceOf(key), 'coder'), 'tester']]) }),
}

const lineOf = ([from = '', to = '', text = '']: readonly string[]): Line => ({ from, to, text, after: 1_000, isChange: false })

const owed = [
  ['tester', 'coder', 'Please run the tests.'],
  ['coder', 'reviewer', 'Which port should it use?'],
  ...Array.from({ length: 6 }, () => ['reviewer', 'tester', '8080.']),
].map(lineOf)

test.each(Object.entries(changed))('a later moment is shown with what is different from then on: %s (F29)', async (_what, change) => {
  await withRoom(owed, (_look, services, all, room) => {
    // On a slow machine a lamp is stored at the last moment, too.
    const [at = 0, later = 0] = all
      .filter(isMessage)
      .slice(-2)
      .map((each) => each.at)
    const [reader, fresh] = [openPastReader(services, 'w'), openPastReader(services, 'w')]
    const facts = pastFacts(room)
    const before = { ...facts, limits: { ...facts.limits, answer: { agent: 5 }, task: { agent: 5 } } }
    const [row] = reader.read(before, at).lists.open
    expect(row).toBeDefined()
    const now = { ...before, ...change(before, row?.debt.key ?? '', later) }
    const shown = shownOf(reader.read(now, later))
    expect(shown).not.toEqual(shownOf(openPastReader(services, 'w').read(before, later)))
    expect(shown).toEqual(shownOf(fresh.read(now, later)))
  })
})

test('an earlier moment after the same event is shown as it was, though a later one was looked at before (F29)', async () => {
  const said = [
    ['tester', 'coder', 'Which port should it use?'],
    ['tester', 'coder', 'Which name should it have?'],
    ['coder', 'tester', '8080.'],
    ['tester', 'reviewer', '8080.'],
  ]
  await withRoom(said.map(lineOf), (look, services, all, room) => {
    const at = (all.at(-1)?.at ?? 0) + 60_000
    const fresh = openPastReader(services, 'w').read(pastFacts(room), at)
    expect(fresh.lists.between(0, Infinity).some(({ spoke }) => spoke !== undefined)).toBe(true)
    look(at + 20 * 60_000)
    expect(shownOf(look(at))).toEqual(shownOf(fresh))
  })
})
