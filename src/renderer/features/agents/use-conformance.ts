import type { Agent } from '../../../core/agent.ts'
import { scoreFrom, type Conformance } from '../../../core/conformance.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useApp } from '../state/store.ts'

/** Agents that one call asks about. */
const most = 50
const none: ReadonlyMap<string, Conformance> = new Map()

/**
 * How well the latest messages of agents follow the rules, by agent. Those with too few messages for a score are left out, and of many those that
 * sent most are asked for. Asked again for every hundred messages.
 */
export function useConformance(agents: readonly Agent[]): ReadonlyMap<string, Conformance> {
  const workspace = useApp((state) => state.workspace)
  const asked = agents
    .filter((agent) => !agent.isOperator && agent.sent >= scoreFrom)
    .toSorted((a, b) => b.sent - a.sent)
    .slice(0, most)
  const sent = asked.reduce((sum, agent) => sum + agent.sent, 0)
  const ids = asked.map(({ id }) => id).toSorted()
  const input = workspace === undefined || ids.length === 0 ? undefined : { workspace, agents: ids }
  const answer = useAnswer('agents.lint', input, String(Math.floor(sent / 100)))
  return answer?.ok === true ? new Map(answer.value.map((report) => [report.agent, report])) : none
}
