import { beforeEach, expect, test } from 'vitest'
import { follow } from '../../../test/fakes/engine.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { freeTextActs } from '../../core/acts/free-text.ts'
import { connectInProcess } from '../../api/wires/in-process.ts'
import type { Draft } from '../../core/command.ts'
import { isMessage } from '../../core/event.ts'
import type { Act } from '../../core/acts.ts'
import type { Event, MessageEvent } from '../../core/event.ts'
import { ok } from '../../core/fault.ts'
import { ledgerFrom, type LedgerFacts, type LedgerWords } from '../../core/ledger.ts'
import { nextDayStart } from '../day-start.ts'

const engine = useOpenedEngine()
const { value, faultOf } = engine
const minute = 60_000

const plainWords: LedgerWords = { seen: 'came', written: { heard: 'heard', own: 'sent' }, cannot: { delivered: 'no receipts' }, by: {} }

/** What free text does to debts, in the fake's own protocol. */
function speaking(): void {
  engine.fake.acts = (event: Event): readonly Act[] =>
    isMessage(event) ? freeTextActs({ by: event.body.from, to: event.body.to, text: event.body.text, ref: event.wireId }) : []
  Object.assign(engine.fake, { ledger: (event: MessageEvent, facts: LedgerFacts) => ledgerFrom(event, facts, plainWords) })
  engine.fake.deskDraft = ({ debt }, intent, me, to) =>
    ok({ from: me, to: [to ?? debt.creditor], observers: [], text: `${intent}: is it ${debt.kind}?` })
}

function say(line: string): void {
  engine.fake.medium.push(line)
  engine.fake.drivers.at(-1)?.read()
}

/** Lets time pass, so that what came is no longer new. */
async function after(ms = 4_000): Promise<void> {
  engine.running.pass(ms)
  say('tick')
}

// Goes on to the next day where it begins soon: a list of what ended today would forget what ended before midnight.
beforeEach(() => {
  const now = Date.now()
  if (nextDayStart(now) - now < 30 * minute) engine.running.pass(30 * minute)
})

/** Agents say these lines, and time passes. @returns the desk, once so many rows need the operator. */
async function asked(needs: number, ...lines: readonly string[]) {
  speaking()
  const followed = follow(engine.running.client, engine.workspace)
  for (const line of lines) say(line)
  await after()
  const { desk } = await followed.state((state) => state.desk.counts.needs === needs)
  return { followed, desk, need: desk.needs[0] }
}

test('a question to the operator needs the operator until it is answered', async () => {
  const { followed, desk, need } = await asked(1, 'coder>operator: Which port should it use?')
  expect(need).toMatchObject({ source: 'answer', who: 'coder', text: 'Which port should it use?', change: 'new' })
  expect(desk.counts).toEqual({ needs: 1, owed: 1, overdue: 0, owedByOthers: 0, overdueByOthers: 0, stuck: 0 })
  const formatted: Draft[] = []
  const { format } = engine.fake
  Object.assign(engine.fake, { format: (...given: Parameters<typeof format>) => (formatted.push(given[0]), format(...given)) })
  const { draft, source, preview, closes, frees } = await value('desk.draft', {
    workspace: engine.workspace,
    key: need!.id,
    intent: 'answer',
  })
  expect(draft.about).toMatchObject({ debt: need!.id, intent: 'answer' })
  expect(preview?.wire).not.toContain(need!.id)
  expect(formatted.every((each) => each.about === undefined)).toBe(true)
  expect({ closes, frees }).toEqual({ closes: 1, frees: ['coder'] })
  await value('messages.send', { id: '01HZZZZZZZZZZZZZZZZZZZZZZZ', source, draft: { ...draft, text: '8080.' } })
  const done = await followed.state((state) => state.desk.needs.length === 0)
  expect(done.desk.revision).toBeGreaterThan(desk.revision)
  const closed = await value('desk.page', { workspace: engine.workspace, list: 'closed', limit: 10 })
  const answer = await value('events.get', { id: closed.rows[0]?.debt.end?.event ?? '' })
  expect(closed.rows[0]?.endAnchor).toEqual(answer.raw.anchor)
  expect(closed.rows).toMatchObject([{ debt: { key: need!.id, state: 'settled', end: { by: 'operator' } }, endAnchor: {} }])
})

test('what an agent owes and is owed is listed, as many rows as its numbers say', async () => {
  const { desk } = await asked(
    1,
    'coder>operator: Which port?',
    'coder>tester: Please review it.',
    'tester>coder: Which file do you mean?',
    'docs>tester: Please build it.',
  )
  const { workspace } = engine
  const texts = async (agent: string, side: 'owes' | 'owed') => {
    const { rows, total } = await value('desk.page', { workspace, list: 'open', agent, side, limit: 10 })
    expect({ side, total }).toEqual({ side, total: desk.agents.find(({ id }) => id === agent)?.[side] })
    return rows.map(({ debt }) => debt.text)
  }
  expect(await texts('coder', 'owes')).toEqual(['Which file do you mean?'])
  expect(await texts('coder', 'owed')).toEqual(['Which port?', 'Please review it.'])
  expect(await texts('tester', 'owes')).toEqual(['Please review it.', 'Please build it.'])
  const both = await value('desk.page', { workspace, list: 'open', agent: 'tester', limit: 10 })
  expect(both.total).toBe(3)
})

test('messages on screen say in one call what they still owe', async () => {
  speaking()
  const { workspace } = engine
  say('coder>operator: Which port?')
  say('coder>tester: Please review it.')
  say('docs>planner: It is merged.')
  await after()
  const { events } = await value('feed.page', { workspace, filter: {}, limit: 10 })
  const ids = events.filter(isMessage).map(({ id }) => id)
  const textOf = (id: string): string =>
    events.flatMap(({ id: each, body }) => (each === id && body.kind === 'message' ? body.text : []))[0] ?? ''
  const owing = async () => value('desk.ofEvents', { workspace, events: [...ids, 'no such event'] })
  expect((await owing()).map(({ event, isMine, isOverdue }) => [textOf(event), isMine, isOverdue])).toEqual([
    ['Which port?', true, false],
    ['Please review it.', false, false],
  ])
  expect((await owing())[0]?.steps).toEqual(['yes', 'yes', 'cannot tell', 'not yet', 'not yet', 'not yet'])
  // Longer without a look would be a sleep, in which limits stand still.
  for (let each = 0; each < 3; each++) {
    engine.running.pass(4 * minute)
    await owing()
  }
  expect((await owing()).map(({ isOverdue }) => isOverdue)).toEqual([true, false])
  const [first] = await owing()
  const [key = ''] = (await value('desk.ofEvent', { event: first?.event ?? '' })).rows.flatMap(({ keys }) => keys)
  await value('desk.mark', { workspace, keys: [key], verb: 'settle' })
  expect((await owing()).map(({ event }) => textOf(event))).toEqual(['Please review it.'])
  const many = Array.from({ length: 101 }, (_, at) => `e${at}`)
  expect(await faultOf('desk.ofEvents', { workspace, events: many })).toMatchObject({ code: 'invalid' })
})

test('marks are taken back one by one, and say what is on the wire already', async () => {
  const { followed, need } = await asked(1, 'coder>operator: Which port?')
  const { workspace } = engine
  const key = need?.id ?? ''
  const until = Date.now() + 60 * minute
  expect(await faultOf('desk.mark', { workspace, keys: [key], verb: 'snooze' })).toMatchObject({ code: 'invalid', field: 'until' })
  for (const far of [1e300, Date.now() + 400 * 24 * 60 * minute])
    expect(await faultOf('desk.mark', { workspace, keys: [key], verb: 'snooze', until: far })).toMatchObject({
      code: 'invalid',
      field: 'until',
    })
  expect(await faultOf('desk.mark', { workspace, keys: ['no|such'], verb: 'settle' })).toMatchObject({ code: 'not-found' })
  const snoozed = await value('desk.mark', { workspace, keys: [key], verb: 'snooze', until })
  expect(snoozed.sent).toBe(0)
  await followed.state((state) => state.desk.counts.needs === 0)
  const settled = await value('desk.mark', { workspace, keys: [key], verb: 'settle' })
  expect((await value('desk.page', { workspace, list: 'closed', limit: 10 })).rows).toMatchObject([
    { debt: { key, end: { how: 'operator' } } },
  ])
  // The same again, by a second key press or another page, is the same decision: one undo takes it back.
  expect(await value('desk.mark', { workspace, keys: [key], verb: 'settle' })).toEqual(settled)
  // The first decision is no longer the one that counts.
  expect(await value('desk.unmark', { workspace, undo: snoozed.undo })).toEqual({ restored: 0 })
  expect(await value('desk.unmark', { workspace, undo: settled.undo })).toEqual({ restored: 1 })
  expect(await faultOf('desk.unmark', { workspace, undo: settled.undo })).toMatchObject({ code: 'not-found' })
  expect((await value('desk.get', { workspace, key })).row).toMatchObject({ debt: { state: 'open' }, mark: { verb: 'snooze' } })
})

test('of two windows that decide differently about a row at once, the second is told, and the first decision stays (F27)', async () => {
  const { need } = await asked(1, 'coder>operator: Which port?')
  const { workspace } = engine
  const keys = [need?.id ?? '']
  const other = connectInProcess(engine.running.engine.server, () => undefined)
  await value('desk.mark', { workspace, keys, verb: 'settle' })
  const snooze = { workspace, keys, verb: 'snooze', until: Date.now() + 60 * minute } as const
  expect(await other.call('desk.mark', snooze)).toMatchObject({
    fault: { code: 'conflict', message: expect.stringContaining('marked this as done') },
  })
  expect((await value('desk.page', { workspace, list: 'closed', limit: 10 })).total).toBe(1)
  // Whoever decided may decide again at once, and the other window once it shows what was decided.
  await value('desk.mark', { workspace, keys, verb: 'reopen' })
  engine.running.pass(4_000)
  expect(await other.call('desk.mark', { ...snooze, until: snooze.until + 4_000 })).toMatchObject({ ok: true })
  other.close()
})

test('after a restart there are the same debts, and what was snoozed stays so', async () => {
  const lines = ['coder>operator: Which port?', 'tester>operator: Which host?', 'coder>tester: Please review it.']
  const { followed, desk: before } = await asked(2, ...lines)
  const { workspace } = engine
  const key = before.needs.find(({ who }) => who === 'tester')?.id ?? ''
  await value('desk.mark', { workspace, keys: [key], verb: 'snooze', until: Date.now() + 60 * minute })
  const kept = (await followed.state((state) => state.desk.counts.needs === 1)).desk
  engine.running = await engine.running.restart()
  const again = (await follow(engine.running.client, workspace).state()).desk
  expect(again.needs).toEqual(kept.needs)
  expect(again.counts).toEqual({ needs: 1, owed: 3, overdue: 0, owedByOthers: 1, overdueByOthers: 0, stuck: 0 })
  engine.running.pass(30 * minute)
  const { desk } = await follow(engine.running.client, workspace).state((state) => state.desk.counts.overdue === 3)
  // A snooze ends when the limit is over, and what others owe needs the operator from then on.
  expect(desk.needs.map(({ source, who }) => `${source} ${who}`).toSorted()).toEqual(['answer coder', 'answer tester', 'lost tester'])
})

test('several questions that one message answered stay for ten minutes, or until the operator is done', async () => {
  const toOperator = ['coder>operator: Which port?', 'coder>operator: Which host?']
  const { followed, need } = await asked(1, ...toOperator, 'tester>coder: Which branch?', 'tester>coder: Which tag?')
  const { workspace } = engine
  const { draft, source } = await value('desk.draft', { workspace, key: need?.id ?? '', intent: 'answer' })
  await value('messages.send', { id: '01HZZZZZZZZZZZZZZZZZZZZZZZ', source, draft: { ...draft, text: '8080.' } })
  say('coder>tester: main.')
  const spoke = { spoke: { questions: 2 } }
  const { desk } = await followed.state(({ desk: { needs } }) => needs[0]?.row?.spoke !== undefined)
  expect(desk).toMatchObject({ counts: { needs: 1, owed: 1 }, needs: [{ source: 'answer', row: spoke }] })
  const page = async (list: 'owed' | 'closed'): Promise<unknown[]> => (await value('desk.page', { workspace, list, limit: 10 })).rows
  expect([await page('owed'), await page('closed')]).toMatchObject([[{ debtor: 'coder', ...spoke }], []])
  await value('desk.mark', { workspace, keys: desk.needs[0]?.row?.keys ?? [], verb: 'settle' })
  await followed.state((state) => state.desk.counts.needs === 0)
  await after(10 * minute)
  await followed.state((state) => state.desk.counts.owed === 0)
  expect(await page('closed')).toHaveLength(2)
})

test('questions beyond those that a turn keeps are still one open turn', async () => {
  const { desk } = await asked(1, ...Array.from({ length: 70 }, (_, at) => `coder>operator: Which port is number ${at + 1}?`))
  expect(desk.needs[0]?.row).toMatchObject({ keys: { length: 64 }, debt: { turn: 'question' } })
  const { events } = await value('feed.page', { workspace: engine.workspace, filter: {}, limit: 100 })
  const beyond = events.find(({ body }) => body.kind === 'message' && body.text.endsWith('number 66?'))
  const { rows } = await value('desk.ofEvent', { event: beyond?.id ?? '' })
  expect(rows.map(({ debt }) => debt.key)).toEqual([desk.needs[0]?.id])
})

test('a link that is down with a message not sent comes first, and closes when it is up and the message is sent', async () => {
  const { followed } = await asked(1, 'coder>operator: Which port?')
  const { fake } = engine
  const [driver] = fake.drivers.slice(-1)
  fake.sending = 'fail'
  driver?.context.status({ lamp: 'down', text: 'down', reason: { code: 'unavailable', message: 'The server does not answer.' } })
  const [source = ''] = (await followed.state()).links.map(({ id }) => id)
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'Use 8080.' }
  await value('messages.send', { id: '01HZZZZZZZZZZZZZZZZZZZZZZY', source, draft })
  await after(31_000)
  const { desk } = await followed.state((state) => state.desk.needs[0]?.source === 'link')
  const [first, ...rest] = desk.needs
  expect(first).toMatchObject({ source: 'link', band: 'losing' })
  expect(rest.map(({ source: why }) => why).toSorted()).toEqual(['answer', 'command'])
  expect(first?.warning).toContain('1 of your messages has not been sent')
  fake.sending = 'echo'
  driver?.up()
  const open = await followed.state((state) => state.desk.needs.every(({ source: why }) => why !== 'link'))
  await value('messages.retry', { id: open.desk.needs.find(({ source: why }) => why === 'command')?.about ?? '' })
  await followed.state((state) => state.desk.needs.every(({ source: why }) => why !== 'command'))
})

test('of two answers to one question that were begun at once, the second goes out only after its author was told of the first', async () => {
  const { followed, need } = await asked(1, 'coder>operator: Which port?')
  const { workspace } = engine
  const key = need?.id ?? ''
  const begin = async () => value('desk.draft', { workspace, key, intent: 'answer' })
  const [mine, other] = [await begin(), await begin()]
  const send = (id: string, { source, draft }: typeof mine, text: string) =>
    engine.running.client.call('messages.send', { id: `01HZZZZZZZZZZZZZZZZZZZZZ${id}`, source, draft: { ...draft, text } })
  const [first, second] = await Promise.all([send('AA', mine, '8080.'), send('BB', other, '9090.')])
  expect(first.ok).toBe(true)
  expect(second).toMatchObject({ ok: false, fault: { code: 'conflict', field: 'about', message: expect.stringContaining('“8080.”') } })
  // The same call again is the same message.
  expect(await send('AA', mine, '8080.')).toMatchObject({ ok: true })
  await followed.state((state) => state.desk.counts.needs === 0)
  const { known: _known, ...about } = other.draft.about!
  expect(await send('BB', { ...other, draft: { ...other.draft, about } }, '9090.')).toMatchObject({ ok: true })
  say('tester>operator: Which host?')
  await after()
  const host = (await followed.state((state) => state.desk.counts.needs === 1)).desk.needs[0]?.id ?? ''
  const late = await value('desk.draft', { workspace, key: host, intent: 'answer' })
  await value('desk.mark', { workspace, keys: [host], verb: 'settle' })
  expect(await send('CC', late, 'localhost.')).toMatchObject({ ok: false, fault: { message: expect.stringContaining('marked as done') } })
})

test.each([
  { verb: 'waive', says: 'it was withdrawn, or is no longer needed' },
  { verb: 'none', says: 'nothing is owed any more' },
] as const)('an answer to a question that was closed with $verb since it was begun says how it closed', async ({ verb, says }) => {
  const { followed, need } = await asked(1, 'coder>operator: Which port?')
  const { source, draft } = await value('desk.draft', { workspace: engine.workspace, key: need?.id ?? '', intent: 'answer' })
  await value('desk.mark', { workspace: engine.workspace, keys: [need?.id ?? ''], verb })
  await followed.state((state) => state.desk.counts.needs === 0)
  const late = { id: '01HZZZZZZZZZZZZZZZZZZZZZAA', source, draft: { ...draft, text: '8080.' } }
  expect(await faultOf('messages.send', late)).toMatchObject({ code: 'conflict', message: expect.stringContaining(says) as unknown })
})

test('an answer that was not sent, and was given otherwise since, is sent again only after its author was told', async () => {
  const { followed, need } = await asked(1, 'coder>operator: May I delete it?')
  const { fake, workspace } = engine
  const begin = async () => value('desk.draft', { workspace, key: need?.id ?? '', intent: 'answer' })
  const send = async (id: string, text: string) => {
    const { source, draft } = await begin()
    return value('messages.send', { id, source, draft: { ...draft, text } })
  }
  fake.sending = 'fail'
  const { id } = await send('01HZZZZZZZZZZZZZZZZZZZZZAA', 'Yes.')
  // Nothing happened to the debt since.
  expect(await value('messages.retry', { id })).toMatchObject({ state: 'failed' })
  fake.sending = 'echo'
  await send('01HZZZZZZZZZZZZZZZZZZZZZBB', 'No, keep it.')
  await followed.state((state) => state.desk.needs.every(({ source }) => source !== 'answer'))
  const other = connectInProcess(engine.running.engine.server, () => undefined)
  const told = { code: 'conflict', message: expect.stringContaining('“No, keep it.”') as unknown }
  expect(await faultOf('messages.retry', { id })).toMatchObject(told)
  // The other window has not shown it yet.
  expect(await other.call('messages.retry', { id })).toMatchObject({ fault: told })
  expect(fake.medium).not.toContain('operator>coder: Yes.')
  expect(await value('messages.retry', { id })).toMatchObject({ state: 'confirmed' })
  other.close()
})

test('an answer to a question that was replaced since it was begun goes out only after its author was told (F24)', async () => {
  const { followed, need } = await asked(1, 'coder>operator: May I run the tests?')
  const { source, draft } = await value('desk.draft', { workspace: engine.workspace, key: need?.id ?? '', intent: 'answer' })
  const { wireId } = await value('events.get', { id: need?.event ?? '' })
  const other = { ...fakeEvent('coder>operator: May I delete the backup?', 1), wireId: `${wireId} b`, supersedes: wireId }
  engine.fake.drivers.at(-1)?.context.emit([other], undefined)
  await after()
  await followed.state((state) => state.desk.needs.some(({ text }) => text.includes('backup')))
  const yes = { id: '01HZZZZZZZZZZZZZZZZZZZZZAA', source, draft: { ...draft, text: 'Yes.' } }
  expect(await faultOf('messages.send', yes)).toMatchObject({
    code: 'conflict',
    field: 'about',
    message: expect.stringContaining('changed'),
  })
})
