import type { Agent } from '../../src/core/agent.ts'
import type { FlowDebt, FlowLane, FlowMessage, FlowTask } from '../../src/core/flow.ts'
import { noRows, type FlowRows } from '../../src/core/flow/rows.ts'

/** A round moment of the local clock for tests of Flow: 10:18:06. */
export const flowNow = new Date(2026, 10, 21, 10, 18, 6).getTime()
export const flowMidnight = new Date(2026, 10, 21).getTime()
const minute = 60_000

const status: Agent['status'] = { word: 'idle', evidence: 'declared', said: 'idle' }

export function laneOf(agent: string, more: Partial<FlowLane> = {}): FlowLane {
  const from = flowNow - 20 * minute
  const life = [{ from, to: flowNow, life: 'seen' as const }]
  return { agent, name: agent, isOperator: agent === 'you', hue: 1, status, links: ['l1'], life, isQuiet: false, ...more }
}

/** `ago`: seconds before `flowNow`. */
export function messageOf(ago: number, from: string, to: string, more: Partial<FlowMessage> = {}): FlowMessage {
  return {
    event: `${from}-${to}-${ago}`,
    cursor: 1_000_000 - ago,
    at: flowNow - ago * 1_000,
    link: 'l1',
    from,
    to: [{ to, arrival: 'sent' }],
    conversation: `${from}|${to}`,
    text: `text ${ago}`,
    ...more,
  }
}

/** `ago`, `limit`: minutes. */
export function debtOf(ago: number, debtor: string, creditor: string, limit: number | undefined, more: Partial<FlowDebt> = {}): FlowDebt {
  const since = flowNow - ago * minute
  return {
    key: `l1|${debtor}-${creditor}-${ago}`,
    kind: 'answer',
    link: 'l1',
    ask: `${creditor}-${debtor}-${ago * 60}`,
    debtor,
    creditor,
    text: `owed for ${ago} minutes`,
    since,
    ...(limit !== undefined && { limitAt: since + limit * minute }),
    state: 'open',
    evidence: 'declared',
    isMine: debtor === 'you',
    isTaken: false,
    ...more,
  }
}

/** `ago`: minutes. */
export function taskOf(
  agent: string,
  title: string,
  changes: readonly (readonly [ago: number, FlowTask['changes'][number]['state']])[],
): FlowTask {
  const last = changes.at(-1)
  return {
    key: `l1|${title}`,
    agent,
    link: 'l1',
    title,
    changes: changes.map(([ago, state]) => ({ at: flowNow - ago * minute, state })),
    ...(last?.[1] === 'done' && { until: flowNow - last[0] * minute }),
  }
}

export function rowsOf(more: Partial<FlowRows> = {}): FlowRows {
  return { ...noRows, from: flowNow - 20 * minute, to: flowNow, lamps: { l1: 'up' }, ...more }
}
