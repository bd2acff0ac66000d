import type { Agent } from '../../../core/agent.ts'
import type { StatusWord } from '../../../core/event.ts'
import { worstScore, type Conformance } from '../../../core/conformance.ts'
import type { AgentSection, AppState } from '../screen.ts'
import type { AgentsOnly } from '../state/slices.ts'

/** Calm statuses have one rank: they change with every message, and rows that change place cannot be read. */
const ranks: Readonly<Record<StatusWord, number>> = { 'needs you': 0, working: 1, waiting: 1, idle: 1, lost: 2, ended: 3, '?': 4 }

/** The order of the table: what may need attention first, then by name. The operator comes last. */
export function orderAgents(agents: readonly Agent[]): readonly Agent[] {
  return agents.toSorted(
    (a, b) =>
      Number(a.isOperator) - Number(b.isOperator) ||
      ranks[a.status.word] - ranks[b.status.word] ||
      a.name.localeCompare(b.name) ||
      (a.id < b.id ? -1 : 1),
  )
}

/** What the table of agents is ordered by: what may need attention, or how well messages follow the rules. */
export type AgentsOrder = 'needs' | 'rules'

/** The agents whose messages follow the rules least first; those without a score last, as in the other order. */
export function leastClean(agents: readonly Agent[], reports: ReadonlyMap<string, Conformance>): readonly Agent[] {
  return orderAgents(agents).toSorted((a, b) => worstScore(reports.get(a.id), reports.get(b.id)))
}

const isCounted: Readonly<Record<AgentsOnly, (agent: Agent) => boolean>> = {
  working: ({ status }) => status.word === 'working',
  today: ({ isOperator, sentToday }) => !isOperator && sentToday > 0,
}

/** The agents that a number counts; undefined: all. */
export function countedAgents(agents: readonly Agent[], only: AgentsOnly | undefined): readonly Agent[] {
  return only === undefined ? agents : agents.filter(isCounted[only])
}

/** The agents as their table shows them, which keeps its order while the pointer or the focus is in it. */
function shownAgents({ state, agentOrder, agentsOnly }: AppState): readonly Agent[] {
  const all = orderAgents(countedAgents(state?.agents ?? [], agentsOnly))
  const places = new Map(agentOrder.map((id, place) => [id, place]))
  return all.toSorted((a, b) => (places.get(a.id) ?? all.length) - (places.get(b.id) ?? all.length))
}

/** The sections that screens add below the table, in order. Makes a new array: not for a selector. */
export function agentSections(screens: AppState['screens']): readonly (AgentSection & { readonly protocol: string })[] {
  return [...screens].flatMap(([protocol, { agentParts }]) =>
    agentParts?.section === undefined ? [] : [{ ...agentParts.section, protocol }],
  )
}

/** The section whose row is selected; undefined: an agent of the table is shown. */
export function shownSection(state: AppState): AgentSection | undefined {
  const chosen = state.detail.get('agents')
  if (chosen === undefined) return undefined
  return [...state.screens.values()].find(({ agentParts }) => agentParts?.section?.rows(state).includes(chosen))?.agentParts?.section
}

/** The agent shown in the right pane: the selected one, or the first. Also undefined where the pane shows a row of a section. */
export function shownAgent(state: AppState): Agent | undefined {
  if (shownSection(state) !== undefined) return undefined
  const agents = shownAgents(state)
  const chosen = state.detail.get('agents')
  return state.state?.agents.find((agent) => agent.id === chosen) ?? agents[0]
}

/** Moves the selection by `by` rows: first the agents of the table, then the rows of the sections below it. */
export function moveAgent(state: AppState, by: number): void {
  const agents = shownAgents(state).map((agent) => agent.id)
  const rows = [...agents, ...agentSections(state.screens).flatMap((section) => section.rows(state))]
  const chosen = state.detail.get('agents') ?? ''
  const at = rows.indexOf(rows.includes(chosen) ? chosen : (shownAgent(state)?.id ?? ''))
  const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
  if (next !== undefined) state.setDetail('agents', next)
}
