import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEvent, fakeProtocol, type FakeProtocol } from '../../test/fakes/protocol.ts'
import { testServices, testWorkspace, type TestServices } from '../../test/fakes/services.ts'
import type { DeskState } from '../api/desk.ts'
import { freeTextActs } from '../core/acts/free-text.ts'
import { isMessage, type NewEvent } from '../core/event.ts'
import { limits } from '../core/limits.ts'
import { openApprovals } from './approvals.ts'
import { openDeskDebts } from './desk/debts.ts'
import { openGate } from './gate.ts'
import { openGrants } from './grants.ts'
import { openRoom, type Room } from './room.ts'

const second = 1_000
const minute = 60 * second
let fake: FakeProtocol
let services: TestServices
let room: Room
let pushed: DeskState[]
let news: number
/** How long everything seems to take by the steady clock, ms for each look at it. */
let slowness: number

beforeEach(async () => {
  vi.useFakeTimers()
  fake = fakeProtocol()
  fake.acts = (event) =>
    isMessage(event) ? freeTextActs({ by: event.body.from, to: event.body.to, text: event.body.text, ref: event.wireId }) : []
  slowness = 0
  let slowed = 0
  services = { ...(await testServices([fake])), steady: () => performance.now() + (slowed += slowness) }
  services.journal.putWorkspace(testWorkspace)
  const grants = openGrants(services)
  const approvals = openApprovals(services, grants, () => undefined)
  news = 0
  const others = { needs: () => 0, changed: (isNews: boolean) => void (isNews && news++) }
  room = openRoom(services, openGate(services, grants, approvals), approvals, testWorkspace, true, others)
  pushed = []
  await pass(second)
})
afterEach(async () => {
  await room.close()
  vi.useRealTimers()
  services.close()
})

function watch(): void {
  room.hub.follow({ workspace: 'w' }, (push) => (push.type === 'state' && pushed.push(push.desk), true))
}

function say(line: string): void {
  fake.medium.push(line)
  fake.drivers[0]?.read()
}

/** Time passes for both clocks and for timers. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= second) {
    const step = Math.min(second, left)
    services.advance(step)
    await vi.advanceTimersByTimeAsync(step)
  }
}

function shown(): string[] | undefined {
  return pushed.at(-1)?.needs.map(({ who, change }) => `${who} ${change}`)
}

test('a question shows three seconds after it came, and one that is answered within them never does', async () => {
  watch()
  say('coder>operator: Which port?')
  await pass(2 * second)
  expect(shown()).toEqual([])
  await pass(2 * second)
  expect(shown()).toEqual(['coder new'])
  say('tester>operator: Which host?')
  await pass(second)
  say('operator>tester: This one.')
  await pass(10 * second)
  expect(pushed.flatMap(({ needs }) => needs).every(({ who }) => who === 'coder')).toBe(true)
})

test('when a limit is over it is pushed at that moment, and in between nothing is', async () => {
  watch()
  say('coder>operator: Which port?')
  await pass(8 * second)
  const before = pushed.length
  await pass(7 * minute)
  expect(pushed).toHaveLength(before)
  await pass(30 * second)
  expect(pushed.at(-1)?.needs[0]?.row?.life).toBe('due')
  await pass(3 * minute)
  expect(shown()).toEqual(['coder overdue'])
})

test('what was put off is back when its time is over, or when the other side says more', async () => {
  say('coder>operator: Which port?')
  say('tester>operator: Which host?')
  await pass(5 * second)
  watch()
  const keys = room.desk.needs().map(({ id }) => id)
  room.desk.mark(keys, 'snooze', services.now() + 5 * minute)
  await pass(second)
  expect(shown()).toEqual([])
  say('tester>operator: Or may I choose the host?')
  await pass(5 * second)
  expect(shown()).toEqual(['tester new'])
  await pass(5 * minute)
  expect(shown()?.toSorted()).toEqual(['coder new', 'tester new'])
})

function debtorsIn({ debts }: Pick<Room['desk'], 'debts'>): (string | undefined)[] {
  return [...debts.open().values()].map(({ debtor }) => debtor)
}

test('a mention alone asks agents only: people never, and those who turn out to be agents from then on, also after a restart', async () => {
  fake.acts = (event) =>
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
  say('ann>coder: @coder look')
  say('ann>bob: @bob look')
  await pass(second)
  expect(debtorsIn(room.desk)).toEqual([])
  fake.drivers[0]?.context.emit([{ ...fakeEvent('', 3), body: { kind: 'profile', agent: 'coder' } }], 3)
  await pass(second)
  expect(debtorsIn(room.desk)).toEqual(['coder'])
  room.desk.close()
  const debts = openDeskDebts({ services, workspace: 'w', operator: () => 'operator', same: (_source, a, b) => a === b, changed: () => {} })
  expect(debtorsIn(debts)).toEqual(['coder'])
  expect(services.journal.snapshot('w', 'desk')?.value).toMatchObject({ names: { asked: [expect.stringContaining('|bob')] } })
  debts.close()
})

test('while this machine sleeps limits stand still', async () => {
  say('coder>operator: Which port?')
  await pass(5 * second)
  services.advance(60 * minute)
  await pass(second)
  expect(room.desk.needs()).toMatchObject([{ change: 'new' }])
  await pass(11 * minute)
  expect(room.desk.needs()).toMatchObject([{ change: 'overdue' }])
})

test('other workspaces are told when the number of needs changes, though nobody follows this one', async () => {
  expect(news).toBe(0)
  say('coder>operator: Which port?')
  await pass(5 * second)
  expect(news).toBe(1)
  await pass(5 * minute)
  expect(news).toBe(1)
  say('operator>coder: This one.')
  await pass(second)
  expect(news).toBe(2)
})

test('while reading the debts takes long, pushes do without for some seconds; a list that is asked for is as of now', async () => {
  say('coder>operator: Which port?')
  await pass(5 * second)
  slowness = 50
  say('ops>coder: Which branch?')
  expect(room.desk.state().counts).toMatchObject({ needs: 1, owed: 1 })
  say('operator>coder: This one.')
  expect(room.desk.state().counts).toMatchObject({ needs: 1, owed: 1 })
  expect(room.desk.lists().needs).toEqual([])
  say('ops>coder: And which port?')
  say('coder>operator: Which host?')
  expect(room.desk.state().counts).toMatchObject({ needs: 0, owed: 1 })
  await pass(15 * second)
  expect(room.desk.state().counts).toMatchObject({ needs: 1, owed: 1 })
})

function burst(first: number, size: number): void {
  const questions = Array.from({ length: size }, (_, at) => fakeEvent(`coder>ops: Which port for ${'a'.repeat(first + at)}?`, first + at))
  fake.drivers[0]?.context.emit(questions, first + size)
}

test('a burst is folded when it pauses', async () => {
  burst(1, 1_100)
  expect(room.desk.state().counts.owed).toBe(0)
  await pass(second)
  expect(room.desk.state().counts.owed).toBe(1)
  expect(room.desk.debts.counts().open).toBe(limits.turnAsks)
})

test('a burst without a pause is folded after ten seconds', async () => {
  burst(1, 1_100)
  let rounds = 0
  while (room.desk.state().counts.owed === 0 && rounds < 100) {
    burst(1_101 + rounds++, 1)
    services.advance(second / 5)
    await vi.advanceTimersByTimeAsync(second / 5)
  }
  expect(rounds).toBeGreaterThan(40)
  expect(rounds).toBeLessThan(60)
})

test('joined names are one agent: its answer counts under either name, and nobody owes himself', async () => {
  say('coder>operator: Which port?')
  await pass(5 * second)
  expect(room.desk.state().counts.needs).toBe(1)
  const source = room.links.list()[0]?.id ?? ''
  room.folds.alias(`${source}|coder`, 'operator')
  room.desk.renamed()
  expect(room.desk.state().counts.needs).toBe(0)
  room.folds.alias(`${source}|coder`, undefined)
  room.desk.renamed()
  expect(room.desk.state().counts.needs).toBe(1)
})

test('under another name of the operator, the debts are read again', async () => {
  say('coder>captain: Which port?')
  await pass(5 * second)
  expect(room.desk.state().counts).toEqual({ needs: 0, owed: 1, overdue: 0 })
  room.change({ operator: 'captain' })
  await pass(second)
  expect(room.desk.state().counts).toEqual({ needs: 1, owed: 0, overdue: 0 })
})

test('what was asked long before the first start has a list of its own and is counted nowhere', async () => {
  const day = 24 * 60 * minute
  const asked = (number: number, days: number): NewEvent => ({
    ...fakeEvent(`coder>operator: Which port, ${'a'.repeat(number)}?`, number),
    claimedAt: services.now() - days * day,
    late: true,
  })
  fake.drivers[0]?.context.emit([asked(1, 8), asked(2, 6)], 2)
  await pass(second)
  const { desk } = room
  expect(desk.needs()).toMatchObject([{ text: 'Which port, aa?', late: true }])
  expect(desk.state().counts).toEqual({ needs: 1, owed: 0, overdue: 0 })
  const [row, ...more] = desk.lists().list('before')
  expect([row?.debt.text, more.length]).toEqual(['Which port, a?', 0])
  desk.mark(row?.keys ?? [], 'waive')
  expect(desk.lists().list('before')).toEqual([])
})
