import type { Agent } from '../../../core/agent.ts'
import type { AboutName, AppState } from '../screen.ts'
import { viewOf } from '../state/screen-of.ts'

/** What the links of each protocol report about an agent, looked up by the first of its names that they know. The operator is skipped. */
function aboutAgent(state: AppState, agent: Agent): readonly AboutName[] {
  if (agent.isOperator) return []
  return [...state.screens.values()].flatMap(({ id, agentParts }) => {
    if (agentParts?.about === undefined) return []
    for (const { protocol, source, name } of agent.names) {
      const about = protocol === id ? agentParts.about(viewOf(state, source), name) : undefined
      if (about !== undefined) return [about]
    }
    return []
  })
}

/** What an agent runs in and where, as far as its links report it: `claude-code 1.2.3, dev-server`. */
export function whereOf(state: AppState, agent: Agent): string {
  return aboutAgent(state, agent)
    .map(({ runsIn = '' }) => runsIn)
    .filter((part) => part !== '')
    .join(', ')
}

/** The type an agent is registered as. */
export function typeOf(state: AppState, agent: Agent): string | undefined {
  return aboutAgent(state, agent).find(({ type }) => type !== undefined)?.type
}
