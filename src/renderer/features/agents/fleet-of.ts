import type { Agent } from '../../../core/agent.ts'
import type { FleetAgent } from '../../../protocols/scuttlebot/pure/agents.ts'
import { networkOf } from '../../app/networks.ts'
import type { AppState } from '../../app/store.ts'
import { fleetAgent } from '../../app/use-irc.ts'

/** What a network knows of an agent under its first name there; undefined when no network lists it. The operator is not asked after. */
export function fleetOf(state: AppState, agent: Agent): FleetAgent | undefined {
  if (agent.isOperator) return undefined
  for (const { source, name } of agent.names) {
    const found = fleetAgent(networkOf(state, source), name)
    if (found !== undefined) return found
  }
  return undefined
}

/** `claude-code 1.2.3`; empty when it did not say. */
export function runtimeText(agent: FleetAgent | undefined): string {
  return [agent?.runtime, agent?.version].filter((part) => part !== undefined && part !== '').join(' ')
}
