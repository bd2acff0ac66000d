import type { Link } from '../../../core/link.ts'
import type { MessageDetail, MessageRow } from '../pure/api.ts'
import type { RosterRow, SwitchboardView } from '../pure/view.ts'
import { createMockClient, type MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { answerCalls, type LinkAnswers } from '../../../renderer/features/testing/link-calls.ts'
import { fixtureLink, fixtureNow, fixtureState } from '../../../renderer/features/testing/fixtures.ts'

/** A message of the reviewer's mailbox; new unless it is told otherwise. */
export function messageRow(number: number, more: Partial<MessageRow> = {}): MessageRow {
  const id = more.id ?? `msg_${1_795_255_000_000 + number}_w4t8b${number}`
  const mailbox = more.mailbox ?? 'reviewer'
  const at = fixtureNow - number * 60_000
  return {
    id,
    mailbox,
    box: 'inbox',
    file: `.switchboard/inbox/${mailbox}/${id}.json`,
    action: 'request_review',
    sender: 'coder',
    isClaim: false,
    text: `Message ${number}`,
    at,
    group: 'new',
    ledger: { written: { by: 'file', at }, delivered: { by: 'receipt', at: at + 11 } },
    doubts: [],
    isOverdue: false,
    ...more,
  }
}

const readAt = fixtureNow - 500_000
const read = { by: 'mcp', at: readAt, who: 'reviewer' } as const
const first = messageRow(0).ledger

export const fixtureMessages: readonly MessageRow[] = [
  messageRow(7, { sender: 'tester', text: 'Green except auth::clock_skew. Confirm the skew window?' }),
  messageRow(14, {
    group: 'read',
    text: 'JWT validation in src/auth.rs and rotation on reuse',
    ledger: { ...first, read },
    isOverdue: true,
    dueAt: readAt,
  }),
  messageRow(15, { group: 'read', text: 'Remove unsafe block in base64 decode', ledger: { ...first, read }, isClaim: true }),
  messageRow(12, {
    group: 'acked',
    sender: 'orchestrator',
    action: 'delegate_task',
    text: 'Constant-time compare for API keys',
    ledger: { ...first, read, acked: { by: 'mcp', at: readAt + 9_000, who: 'reviewer' } },
  }),
  messageRow(120, {
    group: 'done',
    box: 'archive',
    file: '.switchboard/archive/reviewer/msg_120.json',
    text: 'Error codes for expired and revoked tokens',
    ledger: { ...first, read, acked: read, answered: { by: 'reply', at: readAt }, archived: { by: 'file', at: readAt } },
  }),
]

/** The whole of a message. */
export function messageDetail(row: MessageRow, more: Partial<MessageDetail> = {}): MessageDetail {
  return {
    row,
    payload: `${row.text}\nTests are in tests/auth_test.rs.`,
    createdAt: '2026-11-21T10:03:58.120Z',
    metadata: [{ label: 'branch', value: 'auth/rotate' }],
    raw: `{\n  "id": "${row.id}",\n  "action": "${row.action}"\n}\n`,
    receipt: { file: `.switchboard/outbox/${row.sender}/receipt_${row.id}.json`, status: 'delivered', at: row.at + 11 },
    lint: [],
    thread: [row],
    ...more,
  }
}

/** Somebody of the roster: a connected chat agent unless it is told otherwise. */
export function rosterRow(name: string, more: Partial<RosterRow> = {}): RosterRow {
  return { name, kind: 'chat', status: 'active', capabilities: [], hold: 'live', shell: 'none', isForeign: false, ...more }
}

const noCounts = { twins: [], isOperator: false, failed: 0, new: 0, read: 0, acked: 0, done: 0, overdue: 0, facts: 0 }

export const fixtureSwitchboard: SwitchboardView = {
  folder: '.switchboard',
  exists: true,
  keeper: { is: 'us' },
  operator: 'operator',
  mailboxes: [
    { ...noCounts, name: 'reviewer', new: 1, read: 2, acked: 1, done: 1, overdue: 1 },
    { ...noCounts, name: 'coder', twins: ['Coder'] },
    { ...noCounts, name: 'operator', isOperator: true },
  ],
  more: 0,
  deadLetters: [
    {
      file: '.switchboard/inbox/reviewer/msg_1795255731204_k3f9d2.json',
      recipient: 'reviewer',
      reason: 'not JSON',
      fault: { code: 'invalid', message: 'It ends early, at byte 412.' },
      at: fixtureNow - 540_000,
    },
    {
      file: '.switchboard/inbox/revewer/msg_1795254692117_p0w7ae.json',
      recipient: 'revewer',
      reason: 'no such agent',
      fault: { code: 'not-found', message: 'No agents registered as “revewer”.', fix: 'reviewer' },
      at: fixtureNow - 1_560_000,
    },
  ],
  deadLetterCount: 2,
  roster: [
    rosterRow('coder', { role: 'coder 1', interface: 'Claude Code', status: 'working', statusMessage: 'rotation' }),
    rosterRow('reviewer', { role: 'reviewer', interface: 'Cursor', hold: 'held', freesAt: fixtureNow + 41_000 }),
    rosterRow('build', { kind: 'terminal', role: 'execution', purpose: 'cargo', pid: 4_242, hold: 'free' }),
  ],
  teams: [{ id: 'team_1', name: 'auth-crew', members: ['coder', 'reviewer'], isComposite: false }],
  workflows: [
    {
      active: {
        name: 'accuracy',
        phase: 2,
        startedAt: new Date(fixtureNow - 3_600_000).toISOString(),
        startedBy: 'coder',
        context: 'Rotate refresh tokens',
        phases: [
          {
            number: 1,
            name: 'Understand',
            role: 'researcher',
            artifact: 'notes',
            state: 'done',
            artifacts: ['docs/notes.md'],
            by: 'coder',
          },
          { number: 2, name: 'Plan', role: 'lead', artifact: 'a plan', state: 'current', artifacts: [] },
          { number: 3, name: 'Build', role: 'coder 1', artifact: 'the changed files', state: 'next', artifacts: [] },
        ],
      },
      suspended: [{ name: 'chat', phase: 2 }],
    },
  ],
  server: {
    state: 'on',
    address: '127.0.0.1:3100',
    startedAt: fixtureNow - 3_600_000,
    clients: [
      {
        session: 's1',
        via: 'http',
        agent: 'coder',
        program: 'claude-code 2.1',
        since: fixtureNow - 600_000,
        lastCallAt: fixtureNow - 4_000,
        calls: 210,
      },
      { session: 's2', via: 'sse', since: fixtureNow - 60_000, calls: 4 },
    ],
    calls: [
      { at: fixtureNow - 4_000, session: 's1', agent: 'coder', tool: 'check_inbox', ms: 3, outcome: 'ok' },
      { at: fixtureNow - 9_000, session: 's2', tool: 'send_message', ms: 1, outcome: 'fault', text: 'Register first.' },
    ],
    callCount: 214,
  },
  waiting: [],
  problems: [],
}

const link: Link = {
  ...fixtureLink,
  id: 'l7',
  protocol: 'switchboard',
  name: 'Switchboard',
  place: '.switchboard',
  config: { folder: '.' },
}

/** An engine with one Switchboard whose reviewer has `mail`. `answers` say what its methods answer: an output, or a fault made by `fail`. */
export function createSwitchboardClient(
  answers: LinkAnswers = {},
  switchboard: SwitchboardView | null = fixtureSwitchboard,
  mail: readonly MessageRow[] = fixtureMessages,
): MockClient {
  const all: LinkAnswers = {
    messages: ({ mailbox, group, before, limit }: { mailbox: string; group: string; before?: string; limit: number }) => {
      const rows = mail.filter((row) => row.mailbox === mailbox && (group === 'overdue' ? row.isOverdue : row.group === group))
      const start = before === undefined ? 0 : rows.findIndex((row) => row.id === before) + 1
      return { rows: rows.slice(start, start + limit), total: rows.length, hasMore: start + limit < rows.length }
    },
    message: ({ id }: { id: string }) => messageDetail(mail.find((row) => row.id === id) ?? messageRow(0)),
    preview: ({ target, payload }: { target: { name: string }; payload: string }) => ({
      messages: [{ recipient: target.name, json: `{\n  "payload": ${JSON.stringify(payload)}\n}\n`, bytes: 210 }],
      limit: 1_048_576,
      warnings: [],
    }),
    personas: () => ({ personas: [] }),
    send: ({ target }: { target: { name: string } }) => ({ sent: [{ id: 'msg_1_new', recipient: target.name }], failed: [] }),
    ...answers,
  }
  return createMockClient({
    state: { ...fixtureState, links: [fixtureLink, link], views: switchboard === null ? [] : [{ link: 'l7', view: switchboard }] },
    handlers: {
      'links.call': answerCalls(all),
    },
  })
}
