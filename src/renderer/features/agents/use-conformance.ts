import type { Agent } from '../../../core/agent.ts'
import { scoreFrom, type Conformance } from '../../../core/conformance.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useApp } from '../state/store.ts'

/** Agents that one call asks about. */
const most = 50
const none: ReadonlyMap<string, Conformance> = new Map()

/** How well agents follow the rules, as far as they were asked about. */
export interface Checked {
  /** By agent. */
  readonly reports: ReadonlyMap<string, Conformance>
  /** Agents with enough messages that are left out. */
  readonly unchecked: ReadonlySet<string>
}

/**
 * How well the latest messages of agents follow the rules. Those with too few messages for a score are left out. Of many, half of those that are asked
 * for were there first, which no name that is made up later can change, and the others sent most. Asked again for every hundred messages.
 */
export function useConformance(agents: readonly Agent[]): Checked {
  const workspace = useApp((state) => state.workspace)
  const scored = agents.filter((agent) => !agent.isOperator && agent.sent >= scoreFrom)
  const bySent = scored.toSorted((a, b) => b.sent - a.sent)
  const asked = [...new Set([...scored.slice(0, most / 2), ...bySent])].slice(0, most)
  const sent = asked.reduce((sum, agent) => sum + agent.sent, 0)
  const ids = asked.map(({ id }) => id).toSorted()
  const input = workspace === undefined || ids.length === 0 ? undefined : { workspace, agents: ids }
  const answer = useAnswer('agents.lint', input, String(Math.floor(sent / 100)))
  return {
    reports: answer?.ok === true ? new Map(answer.value.map((report) => [report.agent, report])) : none,
    unchecked: new Set(scored.filter((agent) => !asked.includes(agent)).map(({ id }) => id)),
  }
}
