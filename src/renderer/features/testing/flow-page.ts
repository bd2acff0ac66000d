import type { FlowDebt, FlowLane, FlowMessage, FlowMinutes, FlowPage } from '../../../core/flow.ts'
import { fixtureNow } from './fixtures.ts'

const minute = 60_000
const ago = (minutes: number): number => fixtureNow - minutes * minute
const status: FlowLane['status'] = { word: 'idle', evidence: 'declared', said: 'idle' }

function lane(agent: string, more: Partial<FlowLane> = {}): FlowLane {
  const life = [{ from: ago(20), to: fixtureNow, life: 'seen' as const }]
  return { agent, name: agent, isOperator: false, hue: 1, status, team: 'auth-crew', links: ['l1'], life, isQuiet: false, ...more }
}

function message(minutes: number, from: string, to: string, more: Partial<FlowMessage> = {}): FlowMessage {
  const event = `f-${from}-${minutes}`
  const base = { event, cursor: 10_000 - Math.round(minutes * 100), at: ago(minutes), link: 'l1', from, conversation: 'c' }
  return { ...base, to: [{ to, arrival: 'sent' }], text: `text of ${minutes} minutes ago`, anchor: 'chat.md:9', ...more }
}

const owed: FlowDebt = {
  key: 'l1|8',
  kind: 'answer',
  link: 'l1',
  ask: 'e000008',
  debtor: 'operator',
  creditor: 'reviewer',
  text: 'May I merge?',
  since: ago(12),
  limitAt: ago(2),
  state: 'open',
  evidence: 'declared',
  isMine: true,
  isTaken: false,
}

/** A window of 20 minutes with a burst, an ask of the operator that is overdue, a task and an answer. */
export const fixtureFlow: FlowPage = {
  asOf: fixtureNow,
  frame: {
    lanes: [
      lane('operator', { isOperator: true, hue: 0 }),
      lane('reviewer', { status: { ...status, word: 'needs you' } }),
      lane('coder'),
      lane('tester'),
    ],
    moreLanes: 0,
    debts: [owed],
    moreDebts: 0,
    tasks: [{ key: 'l1|t', agent: 'coder', link: 'l1', title: 'Rotate refresh tokens', changes: [{ at: ago(15), state: 'working' }] }],
    rings: [],
    lamps: { l1: 'up' },
    messages: 6,
    notRecorded: [],
  },
  messages: [
    message(12, 'reviewer', 'operator', { event: 'e000008', isAsk: true, text: 'May I merge?' }),
    ...[6.2, 6.1, 6].map((minutes) => message(minutes, 'coder', 'tester', { to: [{ to: 'tester', arrival: 'read', at: ago(minutes) }] })),
    message(3, 'tester', 'coder'),
    message(1, 'coder', 'reviewer'),
  ],
  answers: [],
  tools: [],
  notes: [],
}

export const fixtureFlowDay: FlowMinutes[] = [
  {
    link: 'l1',
    messages: [
      [600, 70],
      [610, 6],
    ],
    failures: [],
    asks: [[606, 1]],
    total: 76,
  },
]
