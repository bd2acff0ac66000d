import type { Link } from '../../../../core/link.ts'
import type { LocalAgent } from '../../pure/api.ts'
import { teamsOf } from '../teams.ts'
import { perState } from '../../../../renderer/features/state/per-state.ts'
import type { AppState } from '../../../../renderer/features/screen.ts'

/** A local agent with its team. */
export interface Local {
  /** Its key among everything that the Agents view can show. */
  readonly key: string
  readonly link: Link
  readonly agent: LocalAgent
}

/** The key of a local agent in the Agents view. */
export function localKey(link: string, agent: string): string {
  return `local:${link}:${agent}`
}

/** Every local agent, in the order of the links; the same array while the state is the same. */
export const localsOf = perState<Local>((_now, state) =>
  teamsOf(state).flatMap(({ link, view }) => view.agents.map((agent) => ({ key: localKey(link.id, agent.id), link, agent }))),
)

/** The local agent in the right pane of Agents; undefined: it shows another agent. */
export function shownLocal(state: AppState): Local | undefined {
  const chosen = state.detail.get('agents')
  return chosen === undefined ? undefined : localsOf(state).find((one) => one.key === chosen)
}
