import type { Agent, AgentName } from '../../../core/agent.ts'
import type { AboutName, AppState } from '../screen.ts'
import { whyNoMessages } from '../state/draft.ts'
import { viewOf } from '../state/screen-of.ts'

/** The name that a message to an agent is for: its first on a link that takes messages. Undefined: nobody can write to it. */
function addressOf(state: AppState, agent: Agent): AgentName | undefined {
  return agent.isOperator ? undefined : agent.names.find(({ source }) => whyNoMessages(state, source) === undefined)
}

/** Whether a message to the agent can be written. */
export function canWriteTo(state: AppState, agent: Agent | undefined): boolean {
  return agent !== undefined && addressOf(state, agent) !== undefined
}

/** Writes to an agent, if that is possible. */
export function writeTo(state: AppState, agent: Agent | undefined): void {
  const address = agent && addressOf(state, agent)
  if (address !== undefined) state.messageTo(address.name, address.source)
}

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
