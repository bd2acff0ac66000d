import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deskRoom, type DeskRoom } from '../../../test/fakes/desk-room.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import type { DeskState } from '../../api/desk.ts'
import { isMessage, type NewEvent } from '../../core/event.ts'
import type { Halt } from '../../core/halt.ts'
import { limits } from '../../core/limits.ts'
import { openDeskDebts } from './debts.ts'
import type { Room } from '../room.ts'

const second = 1_000
const minute = 60 * second
let desk: DeskRoom
let room: Room
let pushed: DeskState[]

beforeEach(async () => {
  desk = await deskRoom()
  room = desk.room
  pushed = []
})
afterEach(() => desk.close())

function watch(): void {
  room.hub.follow({ workspace: 'w' }, (push) => (push.type === 'state' && pushed.push(push.desk), true))
}

function shown(): string[] | undefined {
  return pushed.at(-1)?.needs.map(({ who, change }) => `${who} ${change}`)
}

test('a question shows three seconds after it came, and one that is answered within them never does', async () => {
  watch()
  desk.say('coder>operator: Which port?')
  await desk.pass(2 * second)
  expect(shown()).toEqual([])
  await desk.pass(2 * second)
  expect(shown()).toEqual(['coder new'])
  desk.say('tester>operator: Which host?')
  await desk.pass(second)
  desk.say('operator>tester: This one.')
  await desk.pass(10 * second)
  expect(pushed.flatMap(({ needs }) => needs).every(({ who }) => who === 'coder')).toBe(true)
})

test('after the clock was set back, what was asked before still needs the operator (F27)', async () => {
  watch()
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  expect(shown()).toEqual(['coder new'])
  desk.services.advance(-24 * 60 * minute)
  desk.say('reviewer>operator: Which branch?')
  await desk.pass(5 * second)
  expect(shown()?.toSorted()).toEqual(['coder new', 'reviewer new'])
})

test('when a limit is over it is pushed at that moment, and in between nothing is', async () => {
  watch()
  desk.say('coder>operator: Which port?')
  await desk.pass(8 * second)
  const before = pushed.length
  await desk.pass(7 * minute)
  expect(pushed).toHaveLength(before)
  await desk.pass(30 * second)
  expect(pushed.at(-1)?.needs[0]?.row?.life).toBe('due')
  await desk.pass(3 * minute)
  expect(shown()).toEqual(['coder overdue'])
})

test('what was snoozed is back when its time is over, or when the other side says more', async () => {
  desk.say('coder>operator: Which port?')
  desk.say('tester>operator: Which host?')
  await desk.pass(5 * second)
  watch()
  const keys = room.desk.needs().map(({ id }) => id)
  room.desk.mark(keys, 'snooze', desk.services.now() + 5 * minute)
  await desk.pass(second)
  expect(shown()).toEqual([])
  desk.say('tester>operator: Or may I choose the host?')
  await desk.pass(5 * second)
  expect(shown()).toEqual(['tester new'])
  await desk.pass(5 * minute)
  expect(shown()?.toSorted()).toEqual(['coder new', 'tester new'])
})

function debtorsIn({ debts }: Pick<Room['desk'], 'debts'>): (string | undefined)[] {
  return [...debts.open().values()].map(({ debtor }) => debtor)
}

test('a mention alone asks agents only: people never, and those who turn out to be agents from then on, also after a restart', async () => {
  desk.fake.acts = (event) =>
    isMessage(event)
      ? [
          {
            act: 'ask',
            by: event.body.from,
            to: event.body.to,
            about: { ref: event.wireId },
            kind: 'answer',
            evidence: 'declared',
            onlyAgents: true,
          },
        ]
      : []
  desk.say('ann>coder: @coder look')
  desk.say('ann>bob: @bob look')
  await desk.pass(second)
  expect(debtorsIn(room.desk)).toEqual([])
  desk.fake.drivers[0]?.context.emit([{ ...fakeEvent('', 3), body: { kind: 'profile', agent: 'coder' } }], 3)
  await desk.pass(second)
  expect(debtorsIn(room.desk)).toEqual(['coder'])
  room.desk.close()
  const debts = openDeskDebts({
    services: desk.services,
    workspace: 'w',
    operator: () => 'operator',
    same: (_source, a, b) => a === b,
    isPinned: () => false,
    changed: () => {},
    progressed: () => {},
  })
  expect(debtorsIn(debts)).toEqual(['coder'])
  expect(desk.services.journal.snapshot('w', 'desk')?.value).toMatchObject({ names: { asked: [expect.stringContaining('|bob')] } })
  debts.close()
})

test('while this machine sleeps limits stand still', async () => {
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  desk.services.advance(60 * minute)
  await desk.pass(second)
  expect(room.desk.needs()).toMatchObject([{ change: 'new' }])
  await desk.pass(11 * minute)
  expect(room.desk.needs()).toMatchObject([{ change: 'overdue' }])
})

test('while the operator has halted limits stand still, and go on where they stood (F28)', async () => {
  watch()
  const { halts } = desk.services
  desk.say('coder>operator: Which port?')
  // Just before the limit: what is left of it must not be counted down again and again.
  await desk.pass(10 * minute - second / 2)
  const halt: Halt = {
    id: '7F3K',
    at: desk.services.now(),
    scope: { kind: 'workspace', workspace: 'w' },
    level: 'stop',
    by: 'operator',
    rows: [],
  }
  valueOf(halts.put(halt))
  const before = pushed.length
  await desk.pass(60 * minute)
  expect(room.desk.needs()[0]?.row?.life).toBe('due')
  // At most once a minute, although half a second is left the whole time.
  expect(pushed.length - before).toBeLessThan(70)
  valueOf(halts.end('7F3K'))
  expect(room.desk.needs()[0]?.row?.life).toBe('due')
  await desk.pass(2 * second)
  expect(room.desk.needs()).toMatchObject([{ change: 'overdue' }])
  // Ask refuses nothing, so nobody is held up.
  desk.say('tester>operator: Which host?')
  valueOf(halts.put({ ...halt, id: '8F3K', level: 'ask', at: desk.services.now() }))
  await desk.pass(11 * minute)
  expect(room.desk.needs()).toMatchObject([{ change: 'overdue' }, { change: 'overdue' }])
})

test('other workspaces are told when the number of needs changes, though nobody follows this one', async () => {
  expect(desk.news()).toBe(0)
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  expect(desk.news()).toBe(1)
  await desk.pass(5 * minute)
  expect(desk.news()).toBe(1)
  desk.say('operator>coder: This one.')
  await desk.pass(second)
  expect(desk.news()).toBe(2)
})

test('while reading the debts takes long, pushes do without for some seconds; a list that is asked for is as of now', async () => {
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  desk.slowness = 50
  desk.say('ops>coder: Which branch?')
  expect(room.desk.state().counts).toMatchObject({ needs: 1, owed: 2 })
  desk.say('operator>coder: This one.')
  expect(room.desk.state().counts).toMatchObject({ needs: 1, owed: 2 })
  expect(room.desk.lists().needs()).toEqual([])
  desk.say('ops>coder: And which port?')
  desk.say('coder>operator: Which host?')
  expect(room.desk.state().counts).toMatchObject({ needs: 0, owed: 1 })
  await desk.pass(15 * second)
  expect(room.desk.state().counts).toMatchObject({ needs: 1, owed: 2 })
})

test('while gathering what needs the operator takes long, pushes show what was gathered last, unless something but a message changed', async () => {
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  desk.slowness = 50
  for (const _slow of [1, 2]) expect(room.desk.state().counts.needs).toBe(1)
  desk.services.care.found({ code: 'unavailable', message: 'The journal is damaged.' })
  expect(room.desk.state().counts.needs).toBe(1)
  room.desk.touch()
  expect(room.desk.state().counts.needs).toBe(2)
})

test('what came while gathering took long is gathered when the pause is over, though nothing else happens', async () => {
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  desk.slowness = 50
  for (const _slow of [1, 2]) room.desk.state()
  desk.slowness = 0
  desk.say('ops>operator: Which host?')
  await desk.pass(20 * second)
  expect(room.desk.needCount()).toBe(2)
})

test('a decision shows in the next push, also while reading the debts takes long (F27)', async () => {
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  desk.slowness = 50
  desk.say('ops>tester: Which host?')
  const { needs } = room.desk.state()
  desk.slowness = 0
  expect(room.desk.mark([needs[0]?.id ?? ''], 'settle').ok).toBe(true)
  expect(room.desk.state().needs).toEqual([])
})

test('a list is as of the moment that it is asked for, even if only lists were asked for since the question came', async () => {
  desk.say('coder>operator: Which port?')
  const lives: (string | undefined)[] = []
  // Longer without a look would be a sleep, in which limits stand still.
  for (let each = 0; each < 4; each++) {
    lives.push(room.desk.lists().open[0]?.life)
    desk.services.advance(4 * minute)
  }
  expect([lives[0], lives.at(-1)]).toEqual(['open', 'overdue'])
})

test('a limit that is over shows at once, also while reading the debts takes long', async () => {
  desk.say('ops>coder: Which branch?')
  await desk.pass(30 * minute - 2 * second)
  desk.slowness = 50
  desk.say('docs>ops: Which port?')
  expect(room.desk.state().counts).toMatchObject({ overdue: 0 })
  desk.slowness = 0
  desk.say('ops>tester: Which host?')
  await desk.pass(2 * second + 100)
  expect(room.desk.state().counts).toMatchObject({ overdue: 1 })
})

function burst(first: number, size: number): void {
  const questions = Array.from({ length: size }, (_, at) => fakeEvent(`coder>ops: Which port for ${'a'.repeat(first + at)}?`, first + at))
  desk.fake.drivers[0]?.context.emit(questions, first + size)
}

test('a burst is folded when it pauses', async () => {
  burst(1, 1_100)
  expect(room.desk.state().counts.owed).toBe(0)
  await desk.pass(second)
  expect(room.desk.state().counts.owed).toBe(1)
  expect(room.desk.debts.counts().open).toBe(limits.turnAsks)
})

test('a burst without a pause is folded after ten seconds', async () => {
  burst(1, 1_100)
  let rounds = 0
  while (room.desk.state().counts.owed === 0 && rounds < 100) {
    burst(1_101 + rounds++, 1)
    desk.services.advance(second / 5)
    await vi.advanceTimersByTimeAsync(second / 5)
  }
  expect(rounds).toBeGreaterThan(40)
  expect(rounds).toBeLessThan(60)
})

test('joined names are one agent: its answer counts under either name, and nobody owes himself', async () => {
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  expect(room.desk.state().counts.needs).toBe(1)
  const source = room.links.list()[0]?.id ?? ''
  room.folds.alias(`${source}|coder`, 'operator')
  room.desk.renamed()
  expect(room.desk.state().counts.needs).toBe(0)
  room.folds.alias(`${source}|coder`, undefined)
  room.desk.renamed()
  expect(room.desk.state().counts.needs).toBe(1)
})

test('a decision leaves out what joined the row just before, which nobody could have read', async () => {
  watch()
  desk.say('coder>operator: Which port?')
  await desk.pass(5 * second)
  desk.say('coder>operator: May I delete the database?')
  const row = room.desk.needs()[0]?.row
  expect(row?.keys).toHaveLength(2)
  const undo = valueOf(room.desk.mark(row?.keys ?? [], 'settle'))
  await desk.pass(5 * second)
  expect(room.desk.needs().map(({ text }) => text)).toEqual(['May I delete the database?'])
  expect(room.desk.unmark(undo)).toBe(1)
  // Now both could be read.
  room.desk.mark(row?.keys ?? [], 'settle')
  await desk.pass(5 * second)
  expect(room.desk.needs()).toEqual([])
})

test('a decision ends the same words that joined the row just before, and none that differ in a time or a mention (F27)', async () => {
  const all = ['Shall I delete it at 10:00?', 'Shall I delete it at 22:00?', 'Shall I delete it at 10:00?']
  desk.say(`coder>operator: ${all[0] ?? ''}`)
  await desk.pass(5 * second)
  for (const text of all.slice(1)) desk.say(`coder>operator: ${text}`)
  const row = room.desk.needs()[0]?.row
  expect(row?.keys).toHaveLength(3)
  room.desk.mark(row?.keys ?? [], 'settle')
  await desk.pass(5 * second)
  expect(room.desk.needs().map(({ text, row: left }) => [text, left?.keys.length])).toEqual([[all[1], 1]])
})

test('what could not be done needs the operator again when it is overdue, though he was done with it before it was asked again', async () => {
  desk.fake.acts = (event) => {
    if (!isMessage(event)) return []
    const { from, to, text } = event.body
    const about = { about: { ref: 't' }, by: from, evidence: 'declared' } as const
    if (text === 'still here') return []
    if (text === 'cannot') return [{ act: 'fail', ...about }]
    return [{ act: 'ask', kind: 'review', to, ...about, ...(text === 'again' && { again: true }) }]
  }
  desk.say('operator>coder: review')
  desk.say('coder>operator: cannot')
  await desk.pass(5 * second)
  const [need] = room.desk.needs()
  expect(need?.source).toBe('failed')
  room.desk.mark(need?.row?.keys ?? [], 'settle')
  await desk.pass(5 * second)
  expect(room.desk.needs()).toEqual([])
  desk.say('operator>coder: again')
  await desk.pass(29 * minute)
  desk.say('coder>tester: still here')
  await desk.pass(2 * minute)
  expect(room.desk.needs().map(({ source }) => source)).toContain('overdue')
})

test('under another name of the operator, the debts are read again', async () => {
  desk.say('coder>captain: Which port?')
  await desk.pass(5 * second)
  expect(room.desk.state().counts).toEqual({ needs: 0, owed: 1, overdue: 0, owedByOthers: 1, overdueByOthers: 0, stuck: 0 })
  room.change({ operator: 'captain' })
  await desk.pass(second)
  expect(room.desk.state().counts).toEqual({ needs: 1, owed: 1, overdue: 0, owedByOthers: 0, overdueByOthers: 0, stuck: 0 })
})

test('what was asked long before the first start has a list of its own and is counted nowhere', async () => {
  const day = 24 * 60 * minute
  const asked = (number: number, days: number): NewEvent => ({
    ...fakeEvent(`coder>operator: Which port, ${'a'.repeat(number)}?`, number),
    claimedAt: desk.services.now() - days * day,
    late: true,
  })
  desk.fake.drivers[0]?.context.emit([asked(1, 8), asked(2, 6)], 2)
  await desk.pass(second)
  expect(room.desk.needs()).toMatchObject([{ text: 'Which port, aa?', late: true }])
  expect(room.desk.state().counts).toEqual({ needs: 1, owed: 1, overdue: 1, owedByOthers: 0, overdueByOthers: 0, stuck: 0 })
  const [row, ...more] = room.desk.lists().list('before')
  expect([row?.debt.text, more.length]).toEqual(['Which port, a?', 0])
  const token = valueOf(room.desk.mark(row?.keys ?? [], 'waive'))
  expect(room.desk.lists().list('before')).toEqual([])
  room.desk.unmark(token)
  expect(room.desk.lists().list('before')).toHaveLength(1)
  // What is kept is owed like anything else.
  room.desk.mark(row?.keys ?? [], 'pin')
  expect(room.desk.lists().list('before')).toEqual([])
  expect(room.desk.needs().map(({ text }) => text)).toContain('Which port, a?')
  // It comes back after it was snoozed.
  room.desk.mark(row?.keys ?? [], 'snooze', desk.services.now() + 10 * minute)
  expect(room.desk.lists().list('before')).toEqual([])
  await desk.pass(11 * minute)
  expect(room.desk.needs().map(({ text }) => text)).toContain('Which port, a?')
  room.desk.mark(row?.keys ?? [], 'settle')
  room.desk.mark(row?.keys ?? [], 'reopen')
  expect(room.desk.lists().list('before')).toEqual([])
})
