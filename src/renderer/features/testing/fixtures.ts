import { defaultSettings } from '../../../api/contract.ts'
import type { Output, WorkspaceState } from '../../../api/contract.ts'
import { emptyDesk } from '../../../../test/fakes/empty-desk.ts'
import type { Agent } from '../../../core/agent.ts'
import { conversationId } from '../../../core/conversation.ts'
import type { Conversation } from '../../../core/conversation.ts'
import type { Event, EventBody, MessageBody } from '../../../core/event.ts'
import type { Link, ProtocolInfo } from '../../../core/link.ts'
import type { Workspace } from '../../../core/workspace.ts'

/** Believable data for component tests. Times hang on `fixtureNow`, Saturday 21 November 2026, 10:18 local time. */
export const fixtureNow = new Date(2026, 10, 21, 10, 18, 0).getTime()

export const fixtureWorkspace: Workspace = {
  id: 'w1',
  path: '/home/mira/tidepool',
  name: 'tidepool',
  operator: 'operator',
  operatorAsked: true,
  openedAt: fixtureNow - 3_600_000,
  demo: false,
}

export const fixtureProtocol: ProtocolInfo = {
  id: 'chat',
  chip: 'CH',
  title: 'chat.md',
  blurb: 'Agents append lines to one file in the project folder.',
  needs: 'folder',
  promise: 'one file, no receipts',
  addLabel: 'Add a folder',
  fields: [
    {
      name: 'folder',
      label: 'Folder',
      kind: 'path',
      hint: 'Inside the workspace.',
      placeholder: '.',
      required: true,
      mono: true,
      default: '.',
    },
    { name: 'poll', label: 'Poll', kind: 'checkbox', hint: 'For network drives.', default: false },
  ],
  acts: [{ id: 'archive', label: 'Archive', confirm: 'Moves .workplace/chat.md into .workplace/memory/.' }],
  lintRules: 7,
}

export const fixtureLink: Link = {
  id: 'l1',
  workspace: 'w1',
  protocol: 'chat',
  name: 'chat.md',
  place: '.workplace/chat.md',
  config: { folder: '.', poll: false },
  enabled: true,
  status: {
    lamp: 'up',
    text: 'caught up, byte 18,904',
    since: fixtureNow - 3_600_000,
    count: { value: 142, unit: 'lines' },
    lastActivity: fixtureNow - 6_000,
  },
  secrets: [],
}

const names = ['orchestrator', 'coder', 'tester', 'reviewer', 'gemini', 'scout', 'docs'] as const

function agent(name: string, hue: number, more: Partial<Agent> = {}): Agent {
  return {
    id: name,
    name,
    isOperator: hue === 0,
    hue,
    names: [{ source: 'l1', protocol: 'chat', name, by: hue === 0 ? 'operator' : 'itself' }],
    status: { word: '?', evidence: 'unknown', said: 'not reported' },
    lastSeen: fixtureNow - hue * 60_000,
    sentToday: 12 - hue,
    sent: 40 - hue,
    unread: 0,
    activity: Array.from({ length: 24 }, (_, hour) => (hour * hue) % 7),
    ...more,
  }
}

export const fixtureAgents: readonly Agent[] = [
  agent('operator', 0),
  agent(names[0], 2, {
    status: { word: 'idle', evidence: 'declared', said: 'idle', since: fixtureNow - 7 * 60_000 },
    role: 'plans and hands out work',
  }),
  agent(names[1], 1, {
    status: { word: 'working', evidence: 'declared', said: 'running', since: fixtureNow - 14 * 60_000 },
    role: 'writes code',
    task: 'Rotate refresh tokens on reuse',
    definedIn: '.workplace/agents/coder.md',
    instructions: 'Write small changes with tests.',
    unread: 1,
  }),
  agent(names[2], 3, { status: { word: 'working', evidence: 'inferred', said: 'wrote 18 s ago', since: fixtureNow - 18_000 }, unread: 2 }),
  agent(names[3], 4, { status: { word: 'waiting', evidence: 'declared', said: 'waiting for operator', since: fixtureNow - 12 * 60_000 } }),
  agent(names[4], 5, { status: { word: 'lost', evidence: 'declared', said: 'exited with 1', since: fixtureNow - 14 * 60_000 } }),
  agent(names[5], 8),
  agent(names[6], 7, { status: { word: 'idle', evidence: 'inferred', said: 'silent', since: fixtureNow - 9 * 60_000 } }),
]

/** A message event of the chat link; `ord` is also its cursor, sequence and line. */
export function messageEvent(ord: number, from: string, to: string, text: string, more: Partial<MessageBody> = {}): Event {
  const key = [from, to].toSorted().join('⇄')
  const observers = more.observers ?? []
  const cc = observers.length === 0 ? '' : ` @ [${observers.join(', ')}]`
  const wire = `[${from}-to-${to}]${cc}: ${text.replaceAll('\n', '\n  ')}`
  return bodyEvent(ord, { kind: 'message', conversation: key, from, to: [to], observers: [...observers], text, ...more }, wire)
}

/** Any event of the chat link. */
export function bodyEvent(ord: number, body: EventBody, raw = ''): Event {
  return {
    id: `e${String(ord).padStart(6, '0')}`,
    cursor: ord,
    ord,
    workspace: 'w1',
    source: 'l1',
    protocol: 'chat',
    seq: ord,
    at: fixtureNow - 1_600_000 + ord * 40_000,
    wireId: `1:${ord}:x`,
    raw: { text: raw, anchor: { label: `chat.md:${ord}`, path: '.workplace/chat.md', line: ord } },
    body,
  }
}

export const fixtureEvents: readonly Event[] = [
  messageEvent(1, 'orchestrator', 'coder', 'Rotate refresh tokens on reuse. Acceptance: `tests/auth_test.rs` covers reuse and expiry.', {
    observers: ['reviewer'],
  }),
  messageEvent(2, 'coder', 'orchestrator', 'Started. Branch `auth/rotate` is up.'),
  messageEvent(3, 'scout', 'orchestrator', 'gateway.toml allows 30 s of clock skew, src/auth.rs:88 uses 15 s'),
  messageEvent(4, 'tester', 'coder', 'Two flaky tests quarantined: **auth::clock_skew**, auth::jwks_cache'),
  bodyEvent(5, { kind: 'marker', marker: 'restart', text: 'chat.md restarted: replaced by a rename, 88 lines unchanged' }),
  messageEvent(
    6,
    'coder',
    'reviewer',
    'Review needed for auth module\n- JWT validation in `src/auth.rs`\n- Rotation on reuse, tests in `tests/auth_test.rs`',
    {
      observers: ['tester', 'orchestrator'],
    },
  ),
  messageEvent(7, 'reviewer', 'coder', 'Acknowledged — starting review', { observers: ['orchestrator'] }),
  messageEvent(
    8,
    'reviewer',
    'operator',
    'Clock skew in `src/auth.rs:88` is 15 s, the gateway allows 30 s. Keep 15, or match it? I am blocked.',
    {
      observers: ['coder', 'orchestrator'],
    },
  ),
  messageEvent(9, 'operator', 'reviewer', 'Match the gateway, and put the value in one constant.', { observers: ['coder'] }),
  messageEvent(10, 'tester', 'orchestrator', '412 passed, 1 flaky: `auth::clock_skew`'),
  messageEvent(11, 'docs', 'gemini', 'See [the guide](https://tidepool.example/migrate) and <b>not this</b>\n```sh\ncargo test --all\n```'),
  messageEvent(12, 'scout', 'coder', 'caf\uFFFD listing done', { doubts: ['Contains 1 byte that is not valid UTF-8'] }),
  messageEvent(13, 'gemini', 'docs', 'hidden \u202E and \u200B here'),
  messageEvent(14, 'tester', 'operator', 'Green except auth::clock_skew. Confirm the quarantine?'),
]

/** Conversations as the fold makes them from events; all but the last `unread` messages that are not the operator's are read. */
export function conversationsFrom(events: readonly Event[], unread: number): Conversation[] {
  const found = new Map<string, Conversation>()
  let left = unread
  for (const event of events.toReversed()) {
    if (event.body.kind !== 'message') continue
    const { conversation: key, from, to } = event.body
    const id = conversationId(event.source, key)
    const before = found.get(id)
    const isUnread = left > 0 && from !== 'operator'
    if (isUnread) left--
    found.set(id, {
      id,
      source: event.source,
      protocol: event.protocol,
      key,
      members: before?.members ?? [from, ...to].toSorted(),
      count: (before?.count ?? 0) + 1,
      unread: (before?.unread ?? 0) + (isUnread ? 1 : 0),
      lastOrd: before?.lastOrd ?? event.ord,
      lastAt: before?.lastAt ?? event.at,
    })
  }
  return [...found.values()]
}

export const fixtureState: WorkspaceState = {
  type: 'state',
  workspace: 'w1',
  cursor: 14,
  info: fixtureWorkspace,
  messages: 13,
  today: 13,
  views: [],
  conversations: conversationsFrom(fixtureEvents, 3),
  forYou: 1,
  unusable: {},
  agents: [...fixtureAgents],
  guesses: [{ source: 'l1', protocol: 'chat', name: 'Coder', agent: 'coder', reason: 'differs only in case' }],
  links: [fixtureLink],
  commands: [],
  approvals: [],
  desk: emptyDesk,
}

export const fixtureInfo: Output<'app.info'> = {
  version: '0.1.0',
  shell: 'browser',
  platform: 'linux',
  node: '24.21.0',
  dataDir: '/home/mira/.local/share/patchbay',
  canPickFolder: false,
  canReadClipboard: false,
  canNotify: false,
  lastWorkspace: 'w1',
}

export const fixtureSettings: Output<'settings.get'> = { ...defaultSettings, numbersTold: true }
