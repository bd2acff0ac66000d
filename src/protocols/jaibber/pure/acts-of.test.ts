import { describe, expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../../test/fakes/events.ts'
import { miraThere, receivedOf, said, streamed, uuid, webProject } from '../../../../test/fakes/jaibber-messages.ts'
import type { Act } from '../../../core/acts.ts'
import type { Event, NewEvent } from '../../../core/event.ts'
import { foldDebts } from '../../../core/fold/debts.ts'
import { isForged, jaibberActs } from './acts-of.ts'
import { MessageReader } from './message-reader.ts'
import type { ReceivedMessage } from './received.ts'
import { silenceMs } from './stream.ts'

const now = 1_700_000_000_000
const me = miraThere.operator

/** The acts of messages as the link reads them, in order. */
function heard(messages: readonly object[], more: Partial<ReceivedMessage> = {}, place = webProject): readonly Act[] {
  const reader = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => place, isForOperator: () => false })
  const events = messages.flatMap(
    (message, index): readonly NewEvent[] => reader.read(receivedOf(message, index + 1, more), 'p1', now).events,
  )
  return events.flatMap((event, index) => jaibberActs(storedEvent(index + 1, event.body, event), me))
}
const target = ({ about }: Act): string =>
  'ref' in about
    ? about.ref.replaceAll(/00000000-0000-4000-8000-0+([1-9])/gu, '$1')
    : 'turn' in about
      ? `turn ${about.turn}`
      : `pair ${about.pair}`
const shown = (acts: readonly Act[]): string[] =>
  acts.map((act) =>
    [act.act, act.kind, target(act), act.to && `to ${act.to.join('+')}`, act.onlyAgents && 'agents'].filter(Boolean).join(' '),
  )
const ben = { from: 'u3', fromUsername: 'ben' }
const answer = (text: string, more: object = {}): object => ({ ...streamed('response', text), parentMessageId: uuid(1), ...more })

describe('acts of messages (F27)', () => {
  test.each([
    ['@Coder the berth planner', ['speak turn Coder', 'ask answer 1 to Coder agents']],
    ['@Coder is it late?', ['speak turn Coder', 'ask answer 1 to Coder']],
    ['@Mira the port moved', ['speak turn Mira']],
    ['@Mira is it late?', ['speak turn Mira', 'ask answer turn Mira to Mira']],
    ['Is it late?', ['speak turn ']],
    ['mail ben@Coder.org', ['speak turn ']],
  ])('a person: %s', (text, acts) => expect(shown(heard([said(text, ben)]))).toEqual(acts))

  test('an answer names what it answers, and asks the agents that it mentions', () => {
    expect(shown(heard([answer('It is in. @Reviewer have a look')]))).toEqual(['answer 1', 'ask answer 100 to Reviewer agents'])
    expect(shown(heard([answer('Thanks, @Coder')]))).toEqual(['answer 1'])
    expect(shown(heard([{ ...streamed('error', 'no model'), parentMessageId: uuid(1) }]))).toEqual(['fail 1'])
  })

  test('history has no mentions, so every @word counts', () => {
    const nobody = { ...webProject, names: [], agentsElsewhere: [] }
    expect(shown(heard([said('@Coder the berth planner', ben)], { via: 'rest' }, nobody))).toEqual([
      'speak turn Coder',
      'ask answer 1 to Coder agents',
    ])
  })

  test('at the end of the chain nobody owes, but a person may', () => {
    const ended = { responseDepth: 3, respondingChain: ['coder', 'docs', 'coder'] }
    expect(shown(heard([answer('@Reviewer anything else?', ended)]))).toEqual(['answer 1'])
    expect(
      shown(heard([answer('@Reviewer anything else?', ended)], { via: 'rest' }, { ...webProject, names: [], agentsElsewhere: [] })),
    ).toEqual(['answer 1'])
    expect(shown(heard([answer('@Reviewer look', { respondingChain: ['reviewer'], responseDepth: 1 })]))).toEqual(['answer 1'])
    expect(shown(heard([answer('@Mira anything else?', ended)]))).toEqual(['answer 1', 'ask answer turn Mira to Mira'])
  })

  test('what is asked begins with the sentence that names who is asked, not with the answer to somebody else', () => {
    const text = 'Done: the ledger has an index. A page takes 30 ms. @Reviewer the next page is slow, look at it.'
    const [ask] = heard([said(text, ben)]).filter(({ act }) => act === 'ask')
    expect(ask?.text).toBe('@Reviewer the next page is slow, look at it.')
    const [first] = heard([said('Look, @Reviewer: is it late?', ben)]).filter(({ act }) => act === 'ask')
    expect(first?.text).toBe('Look, @Reviewer: is it late?')
  })

  test('work handed over is a task with its title, and no second debt for the mention', () => {
    const acts = heard([answer('Done so far. [HANDOFF: @Reviewer "the table"]')])
    expect(shown(acts)).toEqual(['answer 1', 'ask task 100 to Reviewer'])
    expect(acts[1]).toMatchObject({ text: 'the table', evidence: 'declared', cue: [13, 45] })
    const both = heard([said('[HANDOFF: @Reviewer "the table"] @Coder the port is late', ben)])
    expect(shown(both).filter((each) => each.startsWith('ask'))).toEqual(['ask task 1#handoff to Reviewer', 'ask answer 1 to Coder agents'])
    expect(heard([said('Picking up task: the table', { ...ben, isTaskNotification: true })])).toMatchObject([
      { act: 'take', by: 'ben', about: { pair: '', kinds: ['task'] }, text: 'Picking up task: the table', evidence: 'inferred' },
    ])
  })

  test('an answer in progress is taken, then reported; if its author leaves, the transport says so', () => {
    const begun = { ...streamed('typing'), parentMessageId: uuid(1) }
    const stream = { kind: 'stream', id: 'r', conversation: 'p1', from: 'Coder', text: '', replyTo: uuid(1) } as const
    expect(heard([begun])).toMatchObject([{ act: 'take', by: 'Coder', about: { ref: uuid(1) }, evidence: 'receipt' }])
    expect(jaibberActs(storedEvent(1, { ...stream, state: 'writing' }), me)).toMatchObject([{ act: 'report', evidence: 'receipt' }])
    const cut = { act: 'report', by: 'Coder', about: { ref: uuid(1) }, evidence: 'transport', cut: 'its author left' }
    expect(jaibberActs(storedEvent(1, { ...stream, state: 'cut' }), me)).toEqual([cut])
    const reason = 'nothing arrived for ten minutes'
    expect(jaibberActs(storedEvent(1, { ...stream, state: 'cut', reason }), me)).toEqual([{ ...cut, cut: reason, silent: silenceMs }])
  })

  test('an answer that does not name what it answers, as in the specification, is to the oldest that was asked of its author there', () => {
    expect(shown(heard([streamed('typing')]))).toEqual(['take pair '])
    expect(shown(heard([streamed('response', 'It is in. @Reviewer have a look')]))).toEqual([
      'answer pair ',
      'ask answer 100 to Reviewer agents',
    ])
    expect(shown(heard([streamed('error', 'no model')]))).toEqual(['fail pair '])
    const stream = { kind: 'stream', id: 'r', conversation: 'p1', from: 'Coder', text: '', state: 'cut' } as const
    expect(jaibberActs(storedEvent(1, stream), me)).toMatchObject([{ act: 'report', cut: 'its author left', evidence: 'inferred' }])
    // What an agent says by itself is no answer.
    expect(shown(heard([said('It is late.', { agentName: 'Coder', isAgentMessage: true })]))).toEqual(['speak turn '])
  })

  test('debts of such answers end, also if the author was gone meanwhile, each with its own', () => {
    const all = [
      said('@Coder is it late?', ben),
      { ...said('@Coder which port?', { messageId: uuid(2) }) },
      streamed('typing'),
      streamed('chunk', 'It'),
      streamed('response', 'It is not.'),
    ]
    const fold = foldDebts({ actsOf: (event) => jaibberActs(event, me), isAgent: () => true })
    const reader = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => webProject, isForOperator: () => false })
    let cursor = 0
    const stored = new Map<string, Event>()
    const tell = (events: readonly NewEvent[]): void => {
      for (const event of events) {
        const before = event.supersedes === undefined ? undefined : stored.get(event.supersedes)
        const one = storedEvent(++cursor, event.body, { ...event, ...(before !== undefined && { supersedes: before.id, ord: before.ord }) })
        stored.set(event.supersedes ?? event.wireId, one)
        fold.apply(one, before)
      }
    }
    const open = (): string[] => [...fold.open().values()].map(({ text, cut }) => `${text}${cut === undefined ? '' : ` (${cut.reason})`}`)
    for (const [at, message] of all.slice(0, 4).entries()) tell(reader.read(receivedOf(message, at + 1), 'p1', now).events)
    tell(reader.gone('p1', 'Coder', now).events)
    expect(open()).toEqual(['@Coder is it late? (Coder left)', '@Coder which port?'])
    tell(reader.read(receivedOf(all[4], 5), 'p1', now).events)
    expect(open()).toEqual(['@Coder which port?'])
    expect([...fold.ended().values()]).toMatchObject([{ text: '@Coder is it late?', end: { how: 'pair', evidence: 'inferred' } }])
  })

  test('an unproven author is doubted in every act', () => {
    const [speak, ask] = heard([said('@Coder is it late?', ben)], { clientId: 'u9' })
    expect([speak?.doubt, ask?.doubt]).toEqual(Array.from({ length: 2 }, () => 'claims to be from “u3”, but was sent by “u9”'))
    const body = messageBody('ben', 'Coder')
    expect([speak?.doubt ?? '', 'lists “x” as mentioned'].map((doubt) => isForged({ ...body, doubts: [doubt] }))).toEqual([true, false])
    expect(heard([said('@Coder look', { ...ben, mentions: ['Reviewer'] })])[0]?.doubt).toBeUndefined()
  })
})

/** By a server, whose connection has no client's name. */
const byServer = { clientId: undefined } as unknown as Partial<ReceivedMessage>
const newsOf = (type: string, status: string, more: object = {}): readonly object[] => [
  { type, task: { id: 't1', title: 'Login', status, createdByName: 'ben', assignedAgentName: 'Coder', ...more } },
]
const news = (...given: Parameters<typeof newsOf>): string[] => shown(heard(newsOf(...given), byServer))

describe('acts of task news (F27)', () => {
  test.each([
    ['task-created', 'submitted', ['ask task task/t1 to Coder']],
    ['task-updated', 'submitted', ['pass task/t1 to Coder']],
    ['task-updated', 'working', ['take task/t1']],
    ['task-updated', 'input-required', ['wait task/t1 to ben', 'ask answer #task:u1-connection:1:0 to ben']],
    ['task-updated', 'completed', ['answer task/t1']],
    ['task-updated', 'failed', ['fail task/t1']],
    ['task-updated', 'cancelled', ['cancel task/t1']],
    ['task-deleted', 'working', ['cancel task/t1']],
  ])('%s %s', (type, status, acts) => expect(news(type, status)).toEqual(acts))

  test('news that a member of the project publishes in place of its server settles, withdraws and hands over nothing', () => {
    const words = 'claims to be from a server, about “ben”, but was sent by “u9”'
    for (const status of ['submitted', 'working', 'completed', 'failed', 'cancelled'])
      for (const { doubt } of heard(newsOf('task-updated', status), { clientId: 'u9' })) expect(doubt).toBe(words)
    for (const { doubt } of heard(newsOf('task-created', 'completed'), byServer)) expect(doubt).toBeUndefined()
  })

  test('an unassigned task is owed by nobody', () => {
    expect(news('task-created', 'submitted', { assignedAgentName: null })).toEqual(['ask task task/t1 to '])
  })
})
