import { expect, test } from 'vitest'
import type { Act } from '../src/core/acts.ts'
import type { Event, NewEvent } from '../src/core/event.ts'
import { foldDebts } from '../src/core/fold/debts.ts'
import { foldKnownAgents } from '../src/core/fold/debts/known-agents.ts'
import { openEventConditions } from '../src/engine/desk/conditions/events.ts'
import { chatActs } from '../src/protocols/chat/pure/acts-of.ts'
import { ChatReader } from '../src/protocols/chat/pure/reader.ts'
import { codingAgentActs } from '../src/protocols/codingagent/pure/acts-of.ts'
import { parseReply } from '../src/protocols/codingagent/pure/parse-reply.ts'
import { outboxEvent, replyEvent } from '../src/protocols/codingagent/pure/session-events.ts'
import { jaibberActs } from '../src/protocols/jaibber/pure/acts-of.ts'
import { MessageReader } from '../src/protocols/jaibber/pure/message-reader.ts'
import { scuttlebotActs } from '../src/protocols/scuttlebot/pure/acts-of.ts'
import { switchboardActs } from '../src/protocols/switchboard/pure/acts-of.ts'
import { agentBodies, deadLetterEvent, receiptEvent } from '../src/protocols/switchboard/pure/events.ts'
import { storedEvent } from './fakes/events.ts'
import { envelopeId, mailOf, openWires } from './fakes/wires.ts'
import { miraThere, receivedOf, said, streamed, uuid, webProject } from './fakes/jaibber-messages.ts'

/**
 * What every protocol's wire text does to debts, from its decoder through its acts to the fold: stories of agents at work, one a row, with what is owed
 * when they end.
 */
interface Story {
  readonly events: readonly NewEvent[]
  readonly actsOf: (event: Event) => readonly Act[]
}

function owed({ events, actsOf }: Story): string[] {
  const known = foldKnownAgents()
  const read = (event: Event): readonly Act[] => {
    const acts = actsOf(event)
    known.apply(event, acts)
    return acts
  }
  const debts = foldDebts({ actsOf: read, isAgent: (source, name) => known.isAgent(source, name), operator: 'operator' })
  const last = new Map<string, Event>()
  for (const [at, event] of events.entries()) {
    const before = last.get(event.supersedes ?? '')
    const place = {
      at: (at + 1) * 1_000,
      wireId: event.wireId,
      raw: event.raw,
      ...(before !== undefined && { ord: before.ord, supersedes: before.id }),
    }
    const stored = storedEvent(at + 1, event.body, place)
    debts.apply(stored, before)
    last.set(event.wireId, stored)
  }
  debts.renamed()
  return [...debts.open().values(), ...debts.ended().values()]
    .toSorted((a, b) => a.openedAt - b.openedAt)
    .map(({ kind, debtor = 'nobody', creditor, state, end, asked, taken, waitsFor, awaitedNames }) =>
      [
        `${debtor} owes ${creditor} ${kind}:`,
        state,
        asked > 1 && `asked ${asked} ×`,
        kind === 'task' && state === 'open' && taken && 'taken',
        end && `by ${end.by} (${end.how})`,
        waitsFor && 'waits for an answer',
        awaitedNames && `waits for ${awaitedNames.join()}`,
      ]
        .filter(Boolean)
        .join(' '),
    )
}

function chat(...lines: string[]): Story {
  const wires = openWires([])
  return { events: lines.flatMap((line) => wires.chat(line)), actsOf: chatActs }
}

/** A line that is read before its end, and again when it has grown. */
function grown(...parts: string[]): Story {
  const reader = new ChatReader({ generation: 0, label: 'chat.md', path: '.workplace/chat.md', position: { offset: 0, line: 0 } })
  const events = parts.flatMap((part) => {
    reader.push(new TextEncoder().encode(part))
    return reader.take('settled')
  })
  return { events, actsOf: chatActs }
}

/** `[nick, text]`, or `[nick, type, payload, to?]` of an envelope. */
type IrcLine = readonly [nick: string, text: string, payload?: object, to?: readonly string[], from?: string]
function irc(...lines: IrcLine[]): Story {
  const wires = openWires(['claude', 'codex', 'gemini', 'orchestrator'])
  return { events: lines.flatMap((line) => wires.irc(...line)), actsOf: (event) => scuttlebotActs(event, 'operator') }
}
const task = { task_id: envelopeId(1) }
const created: IrcLine = ['orchestrator', 'task.create', { title: 'Port the rate limiter' }, ['@workers']]
const assigned: IrcLine = ['claude', 'task.update', { ...task, status: 'assigned', assignee: 'claude' }]

function files(...events: NewEvent[]): Story {
  return { events, actsOf: (event) => switchboardActs(event, 'operator') }
}
const step1 = mailOf('m1', 'planner', 'coder', 'delegate_task', 'Step 1')
const review = mailOf('m2', 'coder', 'reviewer', 'request_review', 'The retry helper')
function waiting(agent: string, message: string): NewEvent {
  const [body] = agentBodies(agent, { status: 'waiting', statusMessage: message, rest: new Map() }, true, 0)
  if (body === undefined) throw new Error('no status')
  return { wireId: `state/${agent}`, raw: { text: '' }, body }
}
const halfDone = deadLetterEvent(
  '.switchboard/inbox/planner/msg_1-halfdone.json',
  '{"id": ',
  { code: 'invalid', message: 'It ends early.' },
  '1',
)
const archived = receiptEvent({ of: 'tester/m3', stage: 'archived', text: '', path: '.switchboard/archive/m3.json', raw: '{}' })

function ably(...messages: readonly object[]): Story {
  const reader = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => webProject, isForOperator: () => false })
  return {
    events: messages.flatMap((message, at) => reader.read(receivedOf(message, at + 1), 'p1', 1_700_000_000_000).events),
    actsOf: (event) => jaibberActs(event, miraThere.operator),
  }
}
/** An answer that is being written when its author leaves; `after` is what comes then. */
function cut(...after: readonly object[]): Story {
  const reader = new MessageReader({ find: () => undefined, us: () => miraThere, place: () => webProject, isForOperator: () => false })
  const began = 1_700_000_000_000
  const read = (messages: readonly object[], from: number): NewEvent[] =>
    messages.flatMap((message, at) => reader.read(receivedOf(message, at + from), 'p1', began).events)
  const typing = { ...streamed('typing'), parentMessageId: uuid(1) }
  const events = [
    ...read([said('@Coder the berth planner moved', ben), typing, { ...streamed('chunk', 'It'), parentMessageId: uuid(1) }], 1),
    ...reader.gone('p1', 'Coder', began + 100).events,
    ...read(after, 10),
  ]
  return { events, actsOf: (event) => jaibberActs(event, miraThere.operator) }
}
const ben = { from: 'u3', fromUsername: 'ben' }
const answers = (text: string, more: object = {}): object => ({ ...streamed('response', text), parentMessageId: uuid(1), ...more })

const place = { session: 'a1b2c3d4', task: 'Make it', operator: 'operator', home: '.codingagent' }
const outbox = outboxEvent(place, { sequence: 2, version: 1, at: 1_000, text: '', about: 'Outbox 2' })
const reply = '[RUN_COMMAND]\nnpm test\n[/RUN_COMMAND]\n'
const replied = replyEvent(place, { sequence: 2, at: 2_000, text: reply, file: 'r.txt', parsed: parseReply(reply) })
function session(...events: NewEvent[]): Story {
  return { events, actsOf: codingAgentActs }
}

const helper = [
  '[coder-to-reviewer]: Please review the retry helper',
  '[reviewer-to-coder]: Should a date work as well? The RFC allows it.',
] as const

test.each<readonly [string, Story, readonly string[]]>([
  ['an imperative without a cue asks nothing', chat('[planner-to-coder]: Step 101: rate limits are per minute now.'), []],
  [
    'who says that it starts owes the result',
    chat('[planner-to-coder]: Step 101: rate limits.', '[coder-to-planner]: Acknowledged — starting on step 101'),
    ['coder owes planner task: open taken'],
  ],
  [
    'a question back holds the request up',
    chat(...helper),
    ['reviewer owes coder answer: open waits for an answer', 'coder owes reviewer answer: open'],
  ],
  [
    'the answer to it leaves the request open',
    chat(...helper, '[coder-to-reviewer]: Yes. Added a case.'),
    ['reviewer owes coder answer: open', 'coder owes reviewer answer: settled by coder (turn)'],
  ],
  [
    'and the review ends it',
    chat(...helper, '[coder-to-reviewer]: Yes. Added a case.', '[reviewer-to-coder]: Approved with one nit — name the constant.'),
    ['reviewer owes coder answer: settled by reviewer (turn)', 'coder owes reviewer answer: settled by coder (turn)'],
  ],
  [
    'what was promised is delivered in whatever words say that it is done',
    chat('[coder-to-tester]: Bitte lösch den Branch', '[tester-to-coder]: Mache ich.', '[tester-to-coder]: Ist gelöscht.'),
    ['tester owes coder answer: settled by tester (turn)'],
  ],
  [
    'a yes with a delivery has done it',
    chat('[coder-to-reviewer]: Please merge it', '[reviewer-to-coder]: Yes, done.'),
    ['reviewer owes coder answer: settled by reviewer (turn)'],
  ],
  [
    'a yes approves what was to be approved',
    chat('[coder-to-operator]: Waiting for your approval.', '[operator-to-coder]: Yes, go ahead.'),
    ['operator owes coder answer: settled by operator (turn)'],
  ],
  [
    'and takes what is more than that',
    chat('[planner-to-coder]: Please port the limiter.', '[coder-to-planner]: Sure.'),
    ['coder owes planner answer: open'],
  ],
  [
    'as it does with work on approvals',
    chat('[planner-to-coder]: Please fix the approval dialog.', '[coder-to-planner]: Sure.'),
    ['coder owes planner answer: open'],
  ],
  [
    'who says yes and asks to wait has not approved',
    chat('[coder-to-operator]: Waiting for your approval.', '[operator-to-coder]: Yes, one moment.'),
    ['operator owes coder answer: open'],
  ],
  [
    'who says what was done has delivered what was promised',
    chat('[planner-to-coder]: The limiter is due on Friday.', '[coder-to-planner]: I will port it today.', '[coder-to-planner]: Ported.'),
    ['coder owes planner task: settled by coder (turn)'],
  ],
  [
    'who asks to wait has not answered, and asks for nothing',
    chat('[coder-to-operator]: Which port?', '[operator-to-coder]: One moment please.'),
    ['operator owes coder answer: open'],
  ],
  ['nor promises anything', chat('[coder-to-operator]: The build is red.', '[operator-to-coder]: Just a second.'), []],
  [
    'an offer of help is no question back',
    chat('[operator-to-coder]: Where is the parser?', '[coder-to-operator]: It is in src/parse.ts. Anything else I can help with?'),
    ['coder owes operator answer: settled by coder (turn)'],
  ],
  ['a task for a group is nobody’s', irc(created), ['nobody owes orchestrator task: open']],
  ['who is assigned by itself takes it', irc(created, assigned), ['claude owes orchestrator task: open taken']],
  [
    'progress and tool lines keep it',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'in_progress' }],
      ['bridge', '[claude] › bash: npm test'],
      ['claude', 'The clock of the server is late.'],
    ),
    ['claude owes orchestrator task: open taken'],
  ],
  [
    'a task in review asks whom its comment names',
    irc(created, assigned, ['claude', 'task.update', { ...task, status: 'in_review', comment: '@codex please look' }]),
    ['claude owes orchestrator task: open taken waits for an answer', 'codex owes claude review: open'],
  ],
  [
    'its end ends the review',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'in_review', comment: '@codex please look' }],
      ['claude', 'task.complete', task],
    ),
    ['claude owes orchestrator task: settled by claude (ref)', 'codex owes claude review: void by claude (parent)'],
  ],
  ['a question to all is nobody’s', irc(['codex', '@all any reason not to add it?']), []],
  ['a question that names nobody is nobody’s', irc(['claude', 'What is the limit of a line?']), []],
  [
    'a blocked task asks the operator',
    irc(created, assigned, ['claude', 'task.update', { ...task, status: 'blocked', comment: 'needs a decision of the operator' }]),
    ['claude owes orchestrator task: open taken waits for an answer waits for operator', 'operator owes claude answer: open'],
  ],
  [
    'whom the operator answers with words in its channel',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'blocked', comment: 'needs a decision of the operator' }],
      ['mira', 'claude: keep 15'],
    ),
    ['claude owes orchestrator task: open taken waits for operator', 'operator owes claude answer: settled by operator (turn)'],
  ],
  [
    'a task that goes on waits for no answer any more',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'blocked', comment: '@codex which port?' }],
      ['claude', 'task.update', { ...task, status: 'in_progress' }],
    ),
    ['claude owes orchestrator task: open taken', 'codex owes claude answer: void by claude (without)'],
  ],
  [
    'and one that is blocked again waits again',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'blocked', comment: '@codex which port?' }],
      ['claude', 'task.update', { ...task, status: 'in_progress' }],
      ['claude', 'task.update', { ...task, status: 'blocked', comment: '@codex which host?' }],
    ),
    [
      'claude owes orchestrator task: open taken waits for an answer waits for codex',
      'codex owes claude answer: void by claude (without)',
      'codex owes claude answer: open',
    ],
  ],
  [
    'but one that says again that it is blocked waits on',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'blocked', comment: '@codex which port?' }],
      ['claude', 'task.update', { ...task, assignee: 'claude', status: 'blocked', comment: 'still no port' }],
    ),
    ['claude owes orchestrator task: open taken waits for an answer waits for ', 'codex owes claude answer: open'],
  ],
  [
    'and one that its agent goes on with as its assignee waits no more',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'blocked', comment: '@codex which port?' }],
      ['claude', 'task.update', { ...task, assignee: 'claude', status: 'in_progress' }],
    ),
    ['claude owes orchestrator task: open taken', 'codex owes claude answer: void by claude (without)'],
  ],
  [
    'what others asked about it is still wanted',
    irc(
      created,
      assigned,
      ['orchestrator', 'task.update', { ...task, status: 'blocked', comment: '@gemini can you open the port?' }],
      ['claude', 'task.update', { ...task, status: 'blocked', comment: '@codex which port?' }],
      ['claude', 'task.update', { ...task, status: 'in_progress' }],
    ),
    [
      'claude owes orchestrator task: open taken',
      'gemini owes orchestrator answer: open',
      'codex owes claude answer: void by claude (without)',
    ],
  ],
  [
    'the operator reviews with words, too',
    irc(
      created,
      assigned,
      ['claude', 'task.update', { ...task, status: 'in_review', comment: '@operator please look' }],
      ['mira', 'claude: approved'],
    ),
    ['claude owes orchestrator task: open taken', 'operator owes claude review: settled by operator (turn)'],
  ],
  [
    'a spoofed author ends nothing',
    irc(created, assigned, ['codex', 'task.complete', task, undefined, 'orchestrator']),
    ['claude owes orchestrator task: open taken'],
  ],
  ['a delegated task', files(step1), ['coder owes planner task: open']],
  ['a declared wait opens nothing', files(step1, waiting('planner', 'for coder')), ['coder owes planner task: open']],
  ['a review', files(review), ['reviewer owes coder review: open']],
  [
    'a question back is no review',
    files(review, mailOf('m3', 'reviewer', 'coder', 'status_update', 'One question: should a date work too?', { replyTo: 'm2' })),
    ['reviewer owes coder review: open waits for an answer', 'coder owes reviewer answer: open'],
  ],
  [
    'news of a review gives none, with a reference or without, whatever its words',
    files(
      review,
      mailOf('m3', 'reviewer', 'coder', 'status_update', 'Approved', { replyTo: 'm2' }),
      mailOf('m4', 'reviewer', 'coder', 'status_update', 'Approved'),
    ),
    ['reviewer owes coder review: open'],
  ],
  [
    'a result without a reference settles the pair’s oldest',
    files(step1, mailOf('m4', 'coder', 'planner', 'submit_result', 'Step 1 is done.')),
    ['coder owes planner task: settled by coder (pair)'],
  ],
  [
    'an agent that archives has not answered',
    files(mailOf('m3', 'planner', 'tester', 'delegate_task', 'Run it'), archived),
    ['tester owes planner task: open'],
  ],
  ['a review of the operator', files(mailOf('m5', 'coder', 'operator', 'request_review', 'Step 2')), ['operator owes coder review: open']],
  ['a plan for today asks nothing', files(mailOf('m6', 'planner', 'operator', 'status_update', 'Plan for today')), []],
  [
    'a mention asks an agent, whose answer settles it',
    ably(said('@Coder the berth planner moved', ben), answers('It is in.')),
    ['Coder owes ben answer: settled by Coder (ref)'],
  ],
  [
    'an answer at the end of a chain asks nobody',
    ably(said('@Coder the berth planner moved', ben), answers('@Reviewer anything else?', { responseDepth: 3 })),
    ['Coder owes ben answer: settled by Coder (ref)'],
  ],
  [
    'an error fails it',
    ably(said('@Coder run it', ben), { ...streamed('error', 'no program'), parentMessageId: uuid(1) }),
    ['Coder owes ben answer: failed by Coder (ref)'],
  ],
  [
    'an answer that hands over opens a task',
    ably(said('@Coder run it', ben), answers('Done so far. [HANDOFF: @Reviewer "the table"]')),
    ['Coder owes ben answer: settled by Coder (ref)', 'Reviewer owes Coder task: open'],
  ],
  [
    'who asked hands over what failed',
    ably(
      said('@Coder run it', ben),
      { ...streamed('error', 'no program'), parentMessageId: uuid(1) },
      said('[HANDOFF: @Reviewer "run it"]', { ...ben, messageId: uuid(2) }),
    ),
    ['Coder owes ben answer: failed by Coder (ref)', 'Reviewer owes ben task: open'],
  ],
  [
    'who picks a task up takes it, by its title',
    ably(said('@Coder run it', ben), answers('Done so far. [HANDOFF: @Reviewer "the table"]'), {
      ...streamed('response', 'Picking up task: the table', uuid(101)),
      from: 'u4',
      fromUsername: 'Reviewer',
      agentName: 'Reviewer',
      isTaskNotification: true,
    }),
    ['Coder owes ben answer: settled by Coder (ref)', 'Reviewer owes Coder task: open taken'],
  ],
  [
    'what answers a handover is its result',
    ably(said('[HANDOFF: @Coder "the table"]', ben), answers('The table is in src/table.ts.')),
    ['Coder owes ben task: settled by Coder (ref)'],
  ],
  ['an answer that is cut leaves its question open', cut(), ['Coder owes ben answer: open']],
  ['and its author answers when it is back', cut(answers('It is in.')), ['Coder owes ben answer: settled by Coder (ref)']],
  [
    'a line that grew counts as it is now',
    grown('[tester-to-coder]: Which port', ' does it use?\n[coder-to-tester]: It uses 80', '80. Is that fine?\n'),
    ['coder owes tester answer: open waits for an answer', 'tester owes coder answer: open'],
  ],
  ['a file that is not a message asks nothing', files(halfDone), []],
  ['an outbox waits for its paste', session(outbox), ['operator owes a1b2c3d4 paste: open']],
  [
    'a reply answers it, and waits for a decision',
    session(outbox, replied),
    ['operator owes a1b2c3d4 paste: settled by operator (ref)', 'operator owes llm decide: open'],
  ],
])('%s (F27)', (_name, story, debts) => {
  expect(owed(story)).toEqual(debts)
})

test('a file that is not a message is to be mended by the operator (F27)', () => {
  const conditions = openEventConditions({
    isOperator: () => false,
    lint: () => [],
    isLate: () => false,
    isOld: () => false,
    hasOwn: () => false,
    nameOf: (link) => link,
  })
  conditions.apply(storedEvent(1, halfDone.body, { wireId: halfDone.wireId, raw: halfDone.raw }))
  expect(conditions.needs(0).needs).toMatchObject([{ source: 'unusable', who: 'planner', event: 'event-1' }])
})
