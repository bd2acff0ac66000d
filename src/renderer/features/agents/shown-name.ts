import type { Agent, AgentName } from '../../../core/agent.ts'
import { networkOf } from '../../../protocols/scuttlebot/screen/networks.ts'
import { teamOf } from '../../../protocols/jaibber/screen/teams.ts'
import type { AppState } from '../screen.ts'

/** What a name is called where it is used: the operator has a nick on each network, and a user name in each team, whatever messages show. */
export function shownName(state: AppState, agent: Pick<Agent, 'isOperator'>, { source, name }: AgentName): string {
  if (!agent.isOperator || name !== state.state?.info.operator) return name
  return networkOf(state, source)?.nick ?? teamOf(state, source)?.username ?? name
}
