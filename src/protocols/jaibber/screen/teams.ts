import type { Link } from '../../../core/link.ts'
import type { Member, Project, TeamView } from '../pure/api.ts'
import type { AboutName, AppState } from '../../../renderer/features/screen.ts'
import { perState } from '../../../renderer/features/state/per-state.ts'
import { shownPlace, type PlaceOfLink } from '../../../renderer/features/state/places.ts'

/** The part of the state that the functions below read. */
export type TeamData = Pick<AppState, 'state'>

/** Id of the protocol whose links are teams on Ably. */
export const teamProtocol = 'jaibber'

/** A link to a team, with its view. */
export interface Team {
  readonly link: Link
  readonly view: TeamView
}

/** The view of a team; undefined for other links and before its first run. The engine has checked it against its schema. */
export function teamOf(state: TeamData, link: string | undefined): TeamView | undefined {
  if (state.state?.links.find((one) => one.id === link)?.protocol !== teamProtocol) return undefined
  return state.state.views.find((one) => one.link === link)?.view as TeamView | undefined
}

/** Every team that has a view; the same array while the state is the same. */
export const teamsOf = perState<Team>((now, state) =>
  now.links.flatMap((link) => {
    const view = teamOf(state, link.id)
    return view === undefined ? [] : [{ link, view }]
  }),
)

/** A project of a team by its id, which is the key of its conversation. */
export function projectOf(state: TeamData, link: string | undefined, project: string | undefined): Project | undefined {
  return project === undefined ? undefined : teamOf(state, link)?.projects.find((one) => one.id === project)
}

/** The project whose conversation the feed shows; undefined: it shows something else. Returns a new object: not for a selector. */
export function shownProject(state: AppState): PlaceOfLink | undefined {
  const place = shownPlace(state)
  return projectOf(state, place?.link, place?.id) && place
}

/** A member's name: its agent's, else the person's. */
export function memberName(member: Member): string {
  return member.agentName ?? member.username
}

/** The machine of an agent or a person, as reported by a team. */
export function aboutMember(view: TeamView | undefined, name: string): AboutName | undefined {
  for (const { members } of view?.projects ?? []) {
    const member = members.find((one) => memberName(one) === name && one.machine !== undefined)
    if (member?.machine !== undefined) return { runsIn: member.isOurs ? `${member.machine}, from here` : member.machine }
  }
  return undefined
}
