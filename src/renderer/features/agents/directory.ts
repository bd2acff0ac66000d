import type { Agent } from '../../../core/agent.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import type { AppState } from '../screen.ts'

const directories = new WeakMap<readonly Agent[], ReadonlyMap<string, Agent>>()
const none: readonly Agent[] = []

/** The agent that a name on a link belongs to. */
export function agentByName(state: AppState, source: string, name: string): Agent | undefined {
  const agents = state.state?.agents ?? none
  let directory = directories.get(agents)
  if (directory === undefined) {
    directory = new Map(agents.flatMap((agent) => agent.names.map((known): [string, Agent] => [`${known.source}|${known.name}`, agent])))
    directories.set(agents, directory)
  }
  return directory.get(`${source}|${name}`)
}

/** Hue of a name's bar: 1–8, 0 for the operator, undefined for an unknown name. */
export function hueOf(state: AppState, source: string, name: string): number | undefined {
  const agent = agentByName(state, source, name)
  if (agent !== undefined) return agent.isOperator ? 0 : agent.hue
  return name === state.state?.info.operator ? 0 : undefined
}

/** How the screen shows a name: `you`, the agent's name, or the name itself; in quotes where someone else's name would read as a word of the screen. */
export function shownName(state: AppState, source: string, name: string): string {
  if (name === state.state?.info.operator) return 'you'
  const agent = agentByName(state, source, name)
  if (agent?.isOperator === true) return 'you'
  return quotedName(agent?.name ?? name)
}
