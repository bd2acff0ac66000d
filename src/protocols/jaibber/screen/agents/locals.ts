import type { Link } from '../../../../core/link.ts'
import type { LocalAgent } from '../../pure/api.ts'
import { teamsOf } from '../teams.ts'
import type { TeamData } from '../teams.ts'
import type { AppState } from '../../../../renderer/features/screen.ts'

/** An agent of this machine, with the team that it answers in. */
export interface Local {
  /** Names it among all things that the Agents view can show. */
  readonly key: string
  readonly link: Link
  readonly agent: LocalAgent
}

const noLocals: readonly Local[] = []
const locals = new WeakMap<object, readonly Local[]>()

/** How the Agents view names an agent of this machine. */
export function localKey(link: string, agent: string): string {
  return `local:${link}:${agent}`
}

/** Every agent of this machine, in the order of the links; the same array while the state is the same. */
export function localsOf(state: TeamData): readonly Local[] {
  const now = state.state
  if (now === undefined) return noLocals
  const before = locals.get(now)
  if (before !== undefined) return before
  const found = teamsOf(state).flatMap(({ link, view }) => view.agents.map((agent) => ({ key: localKey(link.id, agent.id), link, agent })))
  locals.set(now, found)
  return found
}

/** The agent of this machine that the right pane of Agents shows; undefined: it shows another agent. */
export function shownLocal(state: AppState): Local | undefined {
  const chosen = state.detail.get('agents')
  return chosen === undefined ? undefined : localsOf(state).find((one) => one.key === chosen)
}
