import type { Agent } from '../../../core/agent.ts'
import { statusWords } from '../../../core/event.ts'
import { localsOf, shownLocal } from '../../../protocols/jaibber/screen/agents/locals.ts'
import type { AppState } from '../screen.ts'

/** The order of the table: by status (what may need a look first), then who spoke last, then by name. The operator stands last. */
export function orderAgents(agents: readonly Agent[]): readonly Agent[] {
  return agents.toSorted(
    (a, b) =>
      Number(a.isOperator) - Number(b.isOperator) ||
      statusWords.indexOf(a.status.word) - statusWords.indexOf(b.status.word) ||
      (b.lastSeen ?? 0) - (a.lastSeen ?? 0) ||
      a.name.localeCompare(b.name),
  )
}

/** The agent that the right pane shows: the chosen one, or the first. Undefined also where it shows one of this machine. */
export function shownAgent(state: AppState): Agent | undefined {
  if (shownLocal(state) !== undefined) return undefined
  const agents = state.state?.agents ?? []
  const chosen = state.detail.get('agents')
  return agents.find((agent) => agent.id === chosen) ?? orderAgents(agents)[0]
}

/** Chooses what stands `by` rows further: the agents that were seen, below them those of this machine. */
export function moveAgent(state: AppState, by: number): void {
  const rows = [...orderAgents(state.state?.agents ?? []).map((agent) => agent.id), ...localsOf(state).map((local) => local.key)]
  const at = rows.indexOf(shownLocal(state)?.key ?? shownAgent(state)?.id ?? '')
  const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
  if (next !== undefined) state.setDetail('agents', next)
}
