import { beforeEach, expect, test } from 'vitest'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import { contract, type Input } from '../../api/contract.ts'
import { freeTextActs } from '../../core/acts/free-text.ts'
import { isMessage, type NewEvent } from '../../core/event.ts'
import { ledgerFrom } from '../../core/ledger.ts'
import { limits } from '../../core/limits.ts'
import { needOfStuck } from '../../core/need.ts'
import type { Stuck } from '../../core/stuck.ts'
import type { PastKnown } from '../past/known.ts'
import { stateOf } from '../past/reads.ts'

const engine = useOpenedEngine()
const { value, faultOf } = engine
const minute = 60_000
let start = 0

beforeEach(() => {
  start = Date.now()
  engine.fake.acts = (event) =>
    isMessage(event) ? freeTextActs({ by: event.body.from, to: event.body.to, text: event.body.text, ref: event.wireId }) : []
})

function say(wireId: string, line: string, more: Partial<NewEvent> = {}): void {
  const event = { ...fakeEvent(line, 1), wireId, ...more }
  engine.fake.drivers.at(-1)?.context.emit([event], engine.fake.medium.length)
}
/** Goes on in small steps: longer without a look would be a sleep, in which limits stand still. */
async function pass(minutes: number): Promise<void> {
  for (let each = 0; each < minutes; each++) {
    engine.running.pass(minute)
    await value('desk.page', { workspace: engine.workspace, list: 'owed', limit: 1 })
  }
}

test('every list is as it was: needs, debts, messages, agents, status of links; what was not recorded says so', async () => {
  const { workspace } = engine
  const before = await value('past.state', { workspace, asOf: start - minute })
  expect(before).toMatchObject({ cursor: 0, messages: 0, agents: [], needs: [], conversations: [] })
  const link = await engine.source()
  expect(before.links).toEqual([{ id: link }])
  expect(before.notRecorded).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'messages' }),
      { what: 'lamps', link },
      { what: 'unread' },
      { what: 'approvals' },
    ]),
  )
  await pass(1)
  say('q', 'scout>operator: Which port should it use?')
  await pass(15)
  say('a', 'operator>scout: 8080, thanks.')
  await pass(1)
  const open = await value('past.state', { workspace, asOf: start + 5 * minute })
  expect(open.needs.map(({ who, text }) => [who, text])).toEqual([['scout', 'Which port should it use?']])
  expect(open.needs[0]?.row?.life).toBe('open')
  const asked = open.needs[0]?.row?.debt.openedAt ?? 0
  const needsAt = async (asOf: number) => (await value('past.state', { workspace, asOf })).needs.length
  expect([await needsAt(asked - 1), await needsAt(asked)]).toEqual([0, 1])
  expect((await value('past.state', { workspace, asOf: start + 14 * minute })).needs[0]?.row?.life).toBe('overdue')
  const now = await value('past.state', { workspace, asOf: start + 17 * minute })
  expect(now.needs).toEqual([])
  expect([now.messages - open.messages, open.agents.some(({ id }) => id === 'scout')]).toEqual([1, true])
  const page = { workspace, list: 'closed', limit: 10 } as const
  const closedAt = async (minutes: number) =>
    (await value('desk.page', { ...page, asOf: start + minutes * minute })).rows.map(({ debt }) => debt.text)
  expect(await closedAt(5)).not.toContain('Which port should it use?')
  expect(await closedAt(17)).toContain('Which port should it use?')
})

test('a window as of a moment has nothing that came later: no message, no later version, no answer', async () => {
  const { workspace } = engine
  await pass(1)
  say('v1', 'scout>coder: Could you review the dra')
  say('q', 'coder>scout: Which port should it use?')
  await pass(2)
  say('v2', 'scout>coder: Could you review the draft?', { supersedes: 'v1' })
  say('a', 'scout>coder: 8080.')
  await pass(1)
  const at = async (asOf: number) => {
    const { messages, frame, ...page } = await value('flow.window', { workspace, from: start - minute, to: start + 60 * minute, asOf })
    const own = messages.filter(({ from, to }) => from === 'scout' || to.some((head) => head.to === 'scout'))
    return {
      texts: own.map(({ text }) => text),
      open: frame?.debts.filter(({ until }) => until === undefined).map(({ text }) => text),
      ...page,
    }
  }
  const [then, now] = [await at(start + 2 * minute), await at(start + 4 * minute)]
  expect(then).toMatchObject({
    asOf: start + 2 * minute,
    texts: ['Could you review the dra', 'Which port should it use?'],
    open: expect.arrayContaining(['Which port should it use?']) as unknown,
  })
  expect(now.texts).toEqual(['Could you review the draft?', 'Which port should it use?', '8080.'])
  expect(now.open).not.toContain('Which port should it use?')
  const day = { workspace, start: start - 60 * minute, end: start + 60 * minute }
  expect((await value('flow.day', { ...day, asOf: start + 2 * minute })).total).toBe((await value('flow.day', day)).total - 1)
})

test('the feed as of a moment: nothing later, the versions of then, page by page; steps lead from one event, debt or failure to the next', async () => {
  const { workspace } = engine
  await pass(1)
  say('v1', 'scout>coder: Could you review the dra')
  say('b', 'coder>scout: Which port should it use?')
  await pass(2)
  say('v2', 'scout>coder: Could you review the draft?', { supersedes: 'v1' })
  say('c', 'scout>coder: Take your time.')
  engine.fake.drivers
    .at(-1)
    ?.context.emit(
      [{ wireId: 'bad', raw: { text: '?' }, body: { kind: 'fault', fault: { code: 'invalid', message: 'Not usable.' } } }],
      engine.fake.medium.length,
    )
  await pass(1)
  const texts = async (more: Partial<Input<'feed.page'>>) => {
    const page = await value('feed.page', { workspace, filter: { agent: 'scout' }, limit: 10, ...more })
    return [page.events.map(({ raw }) => raw.text.split(': ')[1]), page.hasBefore, page.hasAfter]
  }
  const then = start + 2 * minute
  expect(await texts({ asOf: then })).toEqual([['Could you review the dra', 'Which port should it use?'], false, false])
  expect(await texts({})).toEqual([['Could you review the draft?', 'Which port should it use?', 'Take your time.'], false, false])
  expect(await texts({ asOf: then, limit: 1 })).toEqual([['Which port should it use?'], true, false])
  const { events } = await value('feed.page', { workspace, filter: { agent: 'scout' }, limit: 10 })
  expect(await texts({ asOf: then, limit: 1, before: events[1]?.ord })).toEqual([['Could you review the dra'], false, true])
  expect((await texts({ asOf: then, limit: 1, after: events[0]?.ord }))[0]).toEqual(['Which port should it use?'])
  expect(await texts({ asOf: then, after: events[1]?.ord })).toEqual([[], true, false])

  const step = async (at: number, to: Input<'past.step'>['to'], by: 1 | -1) => (await value('past.step', { workspace, at, to, by })).at
  const said = events[2]?.at ?? 0
  expect(await step(then, 'event', -1)).toBe(events[1]?.at)
  expect(await step(then, 'event', 1)).toBeLessThanOrEqual(said)
  expect(await step(then, 'owed', -1)).toBe(events[1]?.at)
  expect(await step(then, 'failure', 1)).toBeGreaterThan(then)
  expect(await step(then, 'failure', -1)).toBeUndefined()
  expect(await step(start + 60 * minute, 'failure', 1)).toBeUndefined()
})

test('a thread as of a moment has the versions of then, and no later reply', async () => {
  const { workspace } = engine
  await pass(1)
  say('v1', 'scout>coder: Could you review the dra')
  const reply = (wireId: string, line: string, more: Partial<NewEvent> = {}): void => {
    const event = fakeEvent(line, 1)
    if (event.body.kind === 'message') say(wireId, line, { ...more, body: { ...event.body, replyTo: 'v1' } })
  }
  reply('r1', 'coder>scout: On Mon')
  await pass(2)
  reply('r2', 'coder>scout: On Monday.', { supersedes: 'r1' })
  reply('s', 'coder>scout: Or on Friday.')
  await pass(1)
  const { events } = await value('feed.page', { workspace, filter: { agent: 'scout' }, limit: 10 })
  const thread = async (id: string | undefined, moment: { asOf?: number }) =>
    (await value('events.thread', { id: id ?? '', limit: 10, ...moment })).events.map(({ wireId }) => wireId)
  const asOf = start + 2 * minute
  expect(await thread(events[0]?.id, {})).toEqual(['v1', 'r2', 's'])
  expect(await thread(events[0]?.id, { asOf })).toEqual(['v1', 'r1'])
  expect(await faultOf('events.thread', { id: events.at(-1)?.id ?? '', limit: 10, asOf })).toMatchObject({ code: 'not-found' })
})

test('a debt, who waits for whom, and how far a message got are as of the moment', async () => {
  const { workspace } = engine
  engine.fake.ledger = (event, facts) =>
    ledgerFrom(event, facts, { seen: 'came', written: { heard: 'heard', own: 'sent' }, cannot: {}, by: {} })
  await pass(1)
  say('q', 'scout>coder: Which port should it use?')
  await pass(2)
  const receipt = { kind: 'receipt', of: 'q', stage: 'read', text: 'read', by: 'coder' } as const
  engine.fake.drivers.at(-1)?.context.emit([{ wireId: 'r', raw: { text: 'r' }, body: receipt }], engine.fake.medium.length)
  say('a', 'coder>scout: 8080, thanks.')
  await pass(1)
  const asOf = start + 2 * minute
  const { events } = await value('feed.page', { workspace, filter: { agent: 'scout' }, limit: 10 })
  const [ask, answer] = events.filter(isMessage)
  const about = async (moment: { asOf?: number }) => {
    const { rows, ledger } = await value('desk.ofEvent', { event: ask?.id ?? '', ...moment })
    const debt = await value('desk.get', { workspace, key: rows[0]?.debt.key ?? '', ...moment })
    return {
      state: debt.row.debt.state,
      events: debt.events.filter(isMessage).map(({ wireId }) => wireId),
      ledger: ledger.filter(({ step }) => step === 'read' || step === 'answered').map(({ state }) => state),
      waits: (await value('desk.waits', { workspace, agent: 'scout', ...moment })).arrows.map(({ from, to }) => [from, to]),
      owing: (await value('desk.ofEvents', { workspace, events: [ask?.id ?? ''], ...moment })).map(({ event }) => event),
    }
  }
  expect(await about({ asOf })).toEqual({
    state: 'open',
    events: ['q'],
    ledger: ['not yet', 'not yet'],
    waits: [['scout', 'coder']],
    owing: [ask?.id],
  })
  expect(await about({})).toEqual({ state: 'settled', events: ['q', 'a'], ledger: ['yes', 'yes'], waits: [], owing: [] })
  expect(await faultOf('desk.ofEvent', { event: answer?.id ?? '', asOf })).toMatchObject({ code: 'not-found' })
})

test('what the operator decided later is not known before', async () => {
  const { workspace } = engine
  await pass(1)
  say('q', 'scout>operator: Which port should it use?')
  await pass(2)
  const [need] = (await value('past.state', { workspace, asOf: start + 2 * minute })).needs
  await value('desk.mark', { workspace, keys: [need?.id ?? ''], verb: 'settle' })
  await pass(1)
  const needsAt = async (minutes: number) => (await value('past.state', { workspace, asOf: start + minutes * minute })).needs.length
  const after = await needsAt(4) // first, because what was known at minute 2 is kept for a moment
  expect([await needsAt(2), after]).toEqual([1, 0])
})

test('a moment that is still to come is refused', async () => {
  const { workspace } = engine
  expect(await faultOf('past.state', { workspace, asOf: Date.now() + 60 * minute })).toMatchObject({ code: 'invalid', field: 'asOf' })
})

test('of more agents that were stuck than a list has room for, the most urgent are given, and how many there were', () => {
  const stuck = Array.from({ length: limits.stuck + 1 }, (_, at): Stuck => ({
    id: `lost agent-${at}`,
    detector: 'lost',
    agents: [`agent-${at}`],
    since: 1,
    evidence: 'declared',
    text: 'It is gone.',
    debts: [],
    rows: 0,
    events: [],
    texts: [],
  }))
  const known = {
    at: 2,
    cursor: 1,
    counts: { messages: () => 1, today: () => 1 },
    lists: { owed: 0, overdue: 0, owedByOthers: 0, overdueByOthers: 0, agents: [] },
    needs: stuck.map(needOfStuck),
    stuck,
    lamps: new Map(),
    agents: { agents: [], more: 0 },
    conversations: [],
    links: [],
    without: () => [],
  } as unknown as PastKnown
  const read = contract['past.state'].output.parse(stateOf(known, 1))
  expect(read.stuck).toEqual(stuck.slice(0, limits.stuck))
  expect(read.counts.stuck).toBe(limits.stuck + 1)
})

test('a search finds what was stored by the moment, however much came later; its times are meant from there, and what was unread was not recorded', async () => {
  const { workspace } = engine
  await pass(1)
  say('first', 'scout>operator: The first port')
  const asOf = start + 2 * minute
  await pass(26 * 60)
  for (let at = 0; at < 5; at++) say(`later ${at}`, `scout>operator: Another port, ${at}`)
  const found = async (query: string) => {
    const { hits, ...rest } = await value('feed.search', { workspace, query, limit: 3, asOf })
    return { ...rest, texts: hits.flatMap(({ event }) => (isMessage(event) ? [event.body.text] : [])) }
  }
  const one = { texts: ['The first port'], total: 1, totalIsExact: true, hasMore: false }
  expect(await found('port')).toMatchObject(one)
  expect(await found('port after:3m')).toMatchObject(one)
  expect((await found('after:today')).texts).toContain('The first port')
  expect(await faultOf('feed.search', { workspace, query: 'port is:unread', limit: 3, asOf })).toMatchObject({ code: 'unavailable' })
})
