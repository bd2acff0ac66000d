import * as fc from 'fast-check'
import { beforeEach, describe, expect, it, test } from 'vitest'
import type { Event, MessageBody, NewEvent } from '../../../core/event.ts'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { receivedOf, miraThere, said, streamed, uuid, webProject } from '../../../../test/fakes/jaibber-messages.ts'
import { jaibberActs } from './acts-of.ts'
import type { ProjectPlace } from './doubts.ts'
import { MessageReader, type ReadResult } from './message-reader.ts'
import type { ReceivedMessage } from './received.ts'
import { silenceMs, storeEveryMs } from './stream.ts'
import { sized } from '../../../../test/sizes.ts'

const now = 1_700_000_000_000
let stored: Map<string, Event>
let reader: MessageReader
let place: ProjectPlace
let forOperator: string | undefined
beforeEach(() => {
  stored = new Map()
  place = webProject
  forOperator = undefined
  reader = newReader()
})

function newReader(): MessageReader {
  return new MessageReader({
    find: (wireId) => stored.get(wireId),
    us: () => miraThere,
    place: () => place,
    isForOperator: (id) => id === forOperator,
  })
}

/** What the journal does: one event per identity; a version takes the place of the one that it replaces. */
function store({ events }: ReadResult): readonly NewEvent[] {
  const news = events.filter(({ wireId }) => !stored.has(wireId))
  for (const event of news) {
    const before = event.supersedes === undefined ? undefined : stored.get(event.supersedes)
    stored.set(event.wireId, storedEvent(stored.size + 1, event.body, { ...event, ...(before !== undefined && { supersedes: before.id }) }))
  }
  return news
}
let number = 0
const hear = (message: unknown, more: Partial<ReceivedMessage> = {}): readonly NewEvent[] =>
  store(reader.read(receivedOf(message, ++number, more), 'p1', now))
function messageIn(message: unknown, more: Partial<ReceivedMessage> = {}): MessageBody {
  const body = reader.read(receivedOf(message, ++number, more), 'p1', now).events.find((event) => event.body.kind === 'message')?.body
  if (body?.kind !== 'message') throw new Error('It is no message.')
  return body
}

/** What is said of an agent that begins an answer. */
function begun(responseId: string): unknown {
  return hear(streamed('typing', '', responseId)).find(({ body }) => body.kind === 'presence')?.body
}

test('an answer that somebody else begins in the name of an agent is in doubt from its first piece, and shows no sign of that agent (F27)', () => {
  const forged = { from: 'u9', fromUsername: 'Mallory', parentMessageId: uuid(1) }
  const typing = hear({ ...streamed('typing', '', uuid(7)), ...forged }, { clientId: 'u9' })
  expect(typing.map(({ body }) => body.kind)).toEqual(['stream'])
  const doubt = 'claims to be from the agent “Coder”, which belongs to “u2”'
  expect(typing[0]?.body).toMatchObject({ doubts: [doubt] })
  expect(jaibberActs(storedEvent(1, typing[0]!.body), 'Mira')).toMatchObject([{ act: 'take', by: 'Coder', doubt }])
  hear({ ...streamed('chunk', 'On it', uuid(7)), ...forged }, { clientId: 'u9' })
  const cut = store(reader.gone('p1', 'Coder', now))
  expect(cut.map(({ body }) => body.kind)).toEqual(['stream'])
  expect(cut[0]?.body).toMatchObject({ state: 'cut', doubts: [doubt] })
})

test('what the operator writes is in no doubt, even if another member has the same name', () => {
  place = { ...webProject, ownersOf: () => ['u9'] }
  const { userId } = miraThere
  const ours = { ...streamed('typing', '', uuid(8)), agentName: undefined, from: userId, fromUsername: 'Mira' }
  expect(hear(ours, { clientId: userId })[0]?.body).toMatchObject({ kind: 'stream', from: miraThere.operator })
  expect(hear({ ...ours, responseId: uuid(9) }, { clientId: userId })[0]?.body).not.toHaveProperty('doubts')
})

test('an agent whose answer the operator must paste needs the operator, any other is working', () => {
  forOperator = uuid(5)
  expect(begun(uuid(5))).toMatchObject({ agent: 'Coder', word: 'needs you', said: 'waits for your paste' })
  expect(begun(uuid(6))).toMatchObject({ agent: 'Coder', word: 'working', said: 'streaming' })
})

describe('a message', () => {
  it('is from its author, to those it mentions, in its project', () => {
    const message = said('@coder please, @Nobody', { from: 'u9', fromUsername: 'ben', parentMessageId: 'before#1' })
    const [event] = hear(message)
    expect(event).toEqual({
      wireId: uuid(1),
      claimedAt: now + number,
      raw: { text: JSON.stringify(message) },
      body: {
        kind: 'message',
        conversation: 'p1',
        topic: 'Web',
        from: 'ben',
        to: ['Coder'],
        observers: [],
        text: '@coder please, @Nobody',
        replyTo: 'before%231',
      },
    })
  })

  it('of ours is from the operator; nobody else’s is, whatever their name', () => {
    expect(messageIn(said('x')).from).toBe('Mira')
    expect(messageIn(said('x', { from: 'u9', fromUsername: 'Mira' })).from).toBe('Mira@jaibber')
    expect(messageIn(said('x', { from: 'u9', fromUsername: 'mira' })).from).toBe('mira@jaibber')
    expect(messageIn({ ...streamed('response', 'x'), agentName: 'MIRA' }).from).toBe('MIRA@jaibber')
    // Letters of another script: Cyrillic а.
    expect(messageIn(said('x', { from: 'u9', fromUsername: 'Mirа' })).from).toBe('Mirа@jaibber')
    expect(messageIn(said('@mira'), { via: 'rest' })).toMatchObject({ from: 'Mira', to: ['Mira'] })
  })

  it('that only claims to be ours is not, with a doubt', () => {
    expect(messageIn(said('x'), { clientId: 'u9' })).toMatchObject({
      from: 'mira@jaibber',
      doubts: ['claims to be from “u1”, but was sent by “u9”'],
    })
    const { clientId: _none, ...nameless } = receivedOf(said('x'))
    const [event] = reader.read(nameless, 'p1', now).events
    expect(event?.body).toMatchObject({ from: 'mira@jaibber', doubts: ['sender not verified: its connection has no user id'] })
  })

  it.each([
    ['the agent of another', { ...streamed('response', 'x'), from: 'u9' }, 'claims to be from the agent “Coder”, which belongs to “u2”'],
    ['another project', said('x', { projectId: 'p2' }), 'claims to belong to the project “p2”, but was sent to this one'],
    ['mentions that are not there', said('x', { mentions: ['Coder'] }), 'lists “Coder” as mentioned, but its text does not mention them'],
    ['mentions that are not listed', said('@Coder', { mentions: [] }), 'mentions “Coder” in its text, but not in its list of mentions'],
    [
      'a chain that has reached its depth',
      said('@Coder again?', {
        agentName: 'Tester',
        isAgentMessage: true,
        responseDepth: 3,
        respondingChain: ['reviewer', 'docs', 'tester'],
      }),
      '“Coder” is not expected to answer: depth 3 reached: Reviewer → docs → Tester → Coder',
    ],
    [
      'an agent that has answered in the chain',
      said('@Coder again?', { agentName: 'Tester', isAgentMessage: true, responseDepth: 2, respondingChain: ['coder', 'tester'] }),
      '“Coder” is not expected to answer: Coder has answered in this chain: Coder → Tester → Coder',
    ],
  ])('with %s is doubtful', (_what, message, doubt) => {
    expect(messageIn(message).doubts).toEqual([doubt])
  })

  it('that follows the specification is not', () => {
    for (const message of [said('@Coder', { mentions: ['coder'] }), streamed('response', 'x'), said('x')])
      expect(messageIn({ ...message, messageId: uuid(++number) })).not.toHaveProperty('doubts')
  })

  it('shows files as links with their host, and never an invalid address', () => {
    const attachments = [
      { id: '1', filename: 'a.png', mimeType: 'image/png', fileSize: 3, blobUrl: 'https://files.example.org/a.png' },
      { id: '2', filename: 'b', blobUrl: 'javascript:alert(1)' },
    ]
    expect(messageIn(said('x', { attachments })).data).toEqual({
      attachments: [
        { filename: 'a.png', url: 'https://files.example.org/a.png', host: 'files.example.org', mimeType: 'image/png', size: 3 },
        { filename: 'b' },
      ],
    })
  })

  it('shows depth and chain, handovers and task news', () => {
    expect(messageIn({ ...streamed('response', 'done'), messageId: uuid(5) }).data).toEqual({ depth: 1, chain: ['coder'] })
    expect(messageIn(said('Over. [HANDOFF: @Testing Agent "Write tests"]'))).toMatchObject({
      label: 'handoff',
      data: { agent: 'Testing Agent', title: 'Write tests' },
    })
    expect(messageIn(said('Picking up', { isTaskNotification: true, messageId: uuid(6) })).label).toBe('task')
    const task = { id: 't1', title: 'Login', status: 'submitted', assignedAgentName: 'Coder', createdByName: 'ben', priority: 'high' }
    expect(messageIn({ type: 'task-created', task, projectId: 'p1' })).toMatchObject({
      from: 'ben',
      to: ['Coder'],
      text: 'Task created: Login (submitted), for Coder',
      label: 'task',
      data: { task: { id: 't1', title: 'Login', status: 'submitted', assignee: 'Coder', change: 'created' } },
    })
    expect(messageIn({ type: 'task-deleted', task: { id: 't1', title: 'Login' } }).text).toBe('Task deleted: Login')
  })

  it('of an unknown type is shown with it; deregister is shown and not obeyed', () => {
    expect(messageIn(said('x', { type: 'my-own' })).label).toBe('my-own')
    const [event] = hear(said('', { type: 'deregister', agentName: 'Coder', from: 'u-ben', fromUsername: 'ben' }), { clientId: 'u-ben' })
    expect(event?.body).toMatchObject({ kind: 'notice', tone: 'status', text: 'asks the agent Coder to stop: not obeyed' })
  })

  it('in a muted project does not count as unread', () => {
    place = { ...webProject, isQuiet: true }
    expect(messageIn(said('x')).quiet).toBe(true)
  })

  it('that cannot be read is a fault with its data', () => {
    const [event] = hear({ from: 'u1' })
    expect(event).toMatchObject({
      wireId: `#bad:u1-connection:${number}:0`,
      body: { kind: 'fault', fault: { code: 'invalid' } },
      raw: { text: '{"from":"u1"}' },
    })
  })
})

const lives = (received: ReadResult): unknown => received.live
function say(type: 'typing' | 'chunk' | 'response' | 'error', text = '', at = now): ReadResult {
  const received = reader.read(receivedOf(streamed(type, text), ++number), 'p1', at)
  store(received)
  return received
}

describe('an answer', () => {
  it('is one row from typing to the response, shown as it grows, and the agent is working', () => {
    const begun = say('typing').events
    expect(begun.map(({ wireId, body }) => [wireId, body.kind])).toEqual([
      [`${uuid(100)}#typing`, 'stream'],
      [`${uuid(100)}#working`, 'presence'],
    ])
    expect(reader.writing('p1')).toBe(1)
    expect(lives(say('chunk', 'Good '))).toEqual([[uuid(100), 'Good ']])
    expect(lives(say('chunk', 'day'))).toEqual([[uuid(100), 'Good day']])
    const since = begun[0]?.claimedAt ?? 0
    const [grown, ...more] = store(reader.tick(now + storeEveryMs))
    expect(grown).toMatchObject({
      wireId: `${uuid(100)}#8`,
      supersedes: `${uuid(100)}#typing`,
      body: { kind: 'stream', state: 'writing', text: 'Good day', since },
    })
    expect(more).toEqual([])
    expect(grown?.claimedAt).toBeGreaterThan(since)
    const end = say('response', 'Good day.')
    expect(end.events).toMatchObject([
      { wireId: uuid(100), supersedes: `${uuid(100)}#typing`, body: { kind: 'message', from: 'Coder', text: 'Good day.', since } },
      { body: { kind: 'presence', agent: 'Coder', word: 'idle', said: 'answered' } },
    ])
    expect(lives(end)).toEqual([[uuid(100), undefined]])
    expect([reader.writing('p1'), reader.saved()]).toEqual([0, []])
  })

  it('that fails shows the error and its text so far; a response still replaces it', () => {
    say('chunk', 'half')
    const [error, state] = say('error', 'Agent error: no').events
    expect(error).toMatchObject({
      wireId: `${uuid(100)}#error`,
      supersedes: `${uuid(100)}#typing`,
      body: { label: 'error', data: { partial: 'half' } },
    })
    expect(state?.body).toMatchObject({ word: 'idle', error: 'its answer was an error' })
    expect(say('response', 'whole').events[0]).toMatchObject({ wireId: uuid(100), supersedes: `${uuid(100)}#error` })
    reader = newReader()
    expect(say('error', 'Agent error: late').events).toEqual([])
  })

  it('without any text is cut', () => {
    say('chunk', 'half')
    const cut = reader.tick(now + silenceMs)
    expect(cut.events[0]).toMatchObject({
      wireId: `${uuid(100)}#cut4`,
      body: { kind: 'stream', state: 'cut', text: 'half', reason: 'nothing arrived for ten minutes' },
    })
    expect(cut.live).toEqual([[uuid(100), undefined]])
    expect(reader.writing('p1')).toBe(0)
    expect(reader.gone('p1', 'Coder', now).events).toEqual([])
  })

  it('that another agent completes stays its author’s: the other’s text is separate and doubtful', () => {
    say('typing')
    const forged = reader.read(receivedOf(streamed('response', 'forged'), ++number, { clientId: 'u3' }), 'p1', now)
    expect(forged.events).toMatchObject([
      {
        wireId: `${uuid(100)}#by:u3`,
        body: {
          text: 'forged',
          doubts: ['claims to be from “u2”, but was sent by “u3”', 'continues an answer that somebody else started'],
        },
      },
    ])
    expect(forged.events[0]).not.toHaveProperty('supersedes')
    expect(reader.read(receivedOf(streamed('chunk', 'forged'), ++number, { clientId: 'u3' }), 'p1', now).events).toEqual([])
    expect(say('response', 'mine').events[0]).toMatchObject({ wireId: uuid(100), body: { text: 'mine' } })
  })

  it('continues after a restart from what is stored', () => {
    say('typing')
    say('chunk', 'one ')
    store(reader.flush(now))
    const saved = reader.saved()
    reader = newReader()
    reader.restore(
      saved.flatMap((wireId) => stored.get(wireId) ?? []),
      now,
    )
    expect(lives(say('chunk', 'two'))).toEqual([[uuid(100), 'one two']])
    expect(say('response', 'whole').events[0]).toMatchObject({ supersedes: `${uuid(100)}#typing` })
    const late = newReader()
    late.restore(
      saved.flatMap((wireId) => stored.get(wireId) ?? []),
      now,
    )
    expect(late.writing('p1')).toBe(0)
  })

  it('read from history says nothing about its agent’s current state', () => {
    const kinds = (['typing', 'response'] as const)
      .flatMap((type) => hear(streamed(type, 'x'), { via: 'history' }))
      .map(({ body }) => body.kind)
    expect(kinds).toEqual(['stream', 'message'])
  })

  it.for(['history', 'rewind', 'rest', 'live'] as const)('by %s: only what is live is news (F27)', (via) => {
    const events = hear(streamed('response', 'x'), { via })
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) expect(event.late).toBe(via === 'live' ? undefined : true)
  })
})

test('whatever is repeated or reordered, with clocks ten years off: each message is stored once, and nothing throws (F19)', async ({
  annotate,
}) => {
  const runs = sized(400)
  const year = 365 * 24 * 60 * 60 * 1_000
  const told = fc.record({
    which: fc.nat({ max: 5 }),
    via: fc.constantFrom('live', 'rewind', 'history', 'rest'),
    skew: fc.oneof(fc.constantFrom(0, -10 * year, 10 * year, Number.NaN, Infinity, -1e300), fc.integer()),
  })
  const messages = [
    said('a'),
    said('@Coder b', { messageId: uuid(2) }),
    streamed('typing'),
    streamed('chunk', 'x'),
    streamed('response', 'whole'),
    streamed('error', 'no', uuid(101)),
  ]
  fc.assert(
    fc.property(fc.array(told, { maxLength: 15 }), (all) => {
      stored.clear()
      reader = newReader()
      let at = now
      for (const { which, via, skew } of all) {
        hear(messages[which], { via, timestamp: now + skew })
        store(reader.tick((at += 4 * 60 * 1_000)))
      }
      const shown = [...stored.values()].filter((event) => event.body.kind === 'message')
      expect(new Set(shown.map(({ wireId }) => wireId)).size).toBe(shown.length)
      const received = new Set(all.map(({ which }) => which))
      expect(shown.length).toBe([0, 1, 4, 5].filter((which) => received.has(which)).length)
      for (const { claimedAt } of stored.values())
        expect(claimedAt === undefined || Number.isFinite(new Date(claimedAt).getTime())).toBe(true)
    }),
    { numRuns: runs },
  )
  await annotate(`${runs.toLocaleString('en-US')} orders of messages with clocks ten years off`, 'F19')
})
