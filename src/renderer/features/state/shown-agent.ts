import type { Agent } from '../../../core/agent.ts'
import type { AppState } from '../screen.ts'

/** The agent of the filter; for *For you*, the operator. */
export function shownAgent(state: AppState): Agent | undefined {
  const agents = state.state?.agents
  if (state.filter.forYou === true) return agents?.find((agent) => agent.isOperator)
  return state.filter.agent === undefined ? undefined : agents?.find((agent) => agent.id === state.filter.agent)
}
