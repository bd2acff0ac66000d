import type { Agent } from '../../../core/agent.ts'
import type { FleetAgent } from '../../../protocols/scuttlebot/pure/agents.ts'
import { networkOf } from '../../../protocols/scuttlebot/screen/networks.ts'
import { teamOf } from '../../../protocols/jaibber/screen/teams.ts'
import { fleetAgent } from '../../../protocols/scuttlebot/screen/use-irc.ts'
import type { AppState } from '../screen.ts'

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

/** What an agent runs in and where, as far as its networks and teams say: `claude-code 1.2.3, dev-server`. */
export function whereOf(state: AppState, agent: Agent): string {
  const machine = machineOf(state, agent)
  return [runtimeText(fleetOf(state, agent)), ...(machine === undefined ? [] : [machine])].filter((part) => part !== '').join(', ')
}

/** The machine that a team says an agent runs on. */
function machineOf(state: AppState, agent: Agent): string | undefined {
  if (agent.isOperator) return undefined
  for (const { source, name } of agent.names) {
    for (const { members } of teamOf(state, source)?.projects ?? []) {
      const member = members.find((one) => (one.agentName ?? one.username) === name && one.machine !== undefined)
      if (member?.machine !== undefined) return member.isOurs ? `${member.machine}, from here` : member.machine
    }
  }
  return undefined
}
