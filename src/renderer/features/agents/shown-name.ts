import type { Agent, AgentName } from '../../../core/agent.ts'
import type { AppState } from '../screen.ts'
import { viewOf } from '../state/screen-of.ts'

/** How a name is shown where it is used: the operator may have a different name on each link. */
export function shownName(state: AppState, agent: Pick<Agent, 'isOperator'>, { source, protocol, name }: AgentName): string {
  if (!agent.isOperator || name !== state.state?.info.operator) return name
  return state.screens.get(protocol)?.agentParts?.operatorName?.(viewOf(state, source)) ?? name
}
