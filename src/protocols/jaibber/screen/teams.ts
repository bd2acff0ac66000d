import { conversationId, type Conversation } from '../../../core/conversation.ts'
import type { Event } from '../../../core/event.ts'
import type { Link } from '../../../core/link.ts'
import type { Member, Project, TeamView } from '../pure/api.ts'
import type { AboutName, AppState } from '../../../renderer/features/screen.ts'

/** What the questions below need of the state. */
export type TeamData = Pick<AppState, 'state'>

/** Id of the protocol whose links are teams on Ably. */
export const teamProtocol = 'jaibber'

/** A link to a team, with what it shows. */
export interface Team {
  readonly link: Link
  readonly view: TeamView
}

/** What a team shows; undefined for other links, and before it has run. The core has checked it against its schema. */
export function teamOf(state: TeamData, link: string | undefined): TeamView | undefined {
  if (state.state?.links.find((one) => one.id === link)?.protocol !== teamProtocol) return undefined
  return state.state.views.find((one) => one.link === link)?.view as TeamView | undefined
}

const noTeams: readonly Team[] = []
const teams = new WeakMap<object, readonly Team[]>()

/** Every team that shows something; the same array while the state is the same. */
export function teamsOf(state: TeamData): readonly Team[] {
  const now = state.state
  if (now === undefined) return noTeams
  const before = teams.get(now)
  if (before !== undefined) return before
  const found = now.links.flatMap((link) => {
    const view = teamOf(state, link.id)
    return view === undefined ? [] : [{ link, view }]
  })
  teams.set(now, found)
  return found
}

/** A project of a team by its id, which is the key of its conversation. */
export function projectOf(state: TeamData, link: string | undefined, project: string | undefined): Project | undefined {
  return project === undefined ? undefined : teamOf(state, link)?.projects.find((one) => one.id === project)
}

/** A project on the screen, and the link that it is of. */
export interface ShownProject {
  readonly link: string
  readonly id: string
}

/** The project whose conversation the feed shows; undefined: it shows something else. */
export function shownProject(state: AppState): ShownProject | undefined {
  const { conversation } = state.filter
  if (conversation === undefined) return undefined
  const team = teamsOf(state).find(({ link }) => conversation.startsWith(`${link.id}|`))
  if (team === undefined) return undefined
  const id = conversation.slice(team.link.id.length + 1)
  return team.view.projects.some((one) => one.id === id) ? { link: team.link.id, id } : undefined
}

/** Projects in which nobody has said anything yet, as conversations. */
export function silentProjects(teams: readonly Team[], known: readonly Conversation[]): readonly Conversation[] {
  const ids = new Set(known.map((one) => one.id))
  return teams.flatMap(({ link, view }) =>
    view.projects
      .filter((project) => !ids.has(conversationId(link.id, project.id)))
      .map(({ id, name }) => ({
        id: conversationId(link.id, id),
        source: link.id,
        protocol: link.protocol,
        key: id,
        topic: name,
        members: [],
        count: 0,
        unread: 0,
        lastOrd: 0,
        lastAt: 0,
      })),
  )
}

/** The project that an event belongs to; undefined: its link is no team, or we are not on it. */
export function projectOfEvent(state: AppState, event: Event | undefined): ShownProject | undefined {
  if (event === undefined || !('conversation' in event.body)) return undefined
  const project = projectOf(state, event.source, event.body.conversation)
  return project && { link: event.source, id: project.id }
}

/** What a member is called: its agent's name, else the person's. */
export function memberName(member: Member): string {
  return member.agentName ?? member.username
}

/** The machine that a team says an agent or a person is on. */
export function aboutMember(view: TeamView | undefined, name: string): AboutName | undefined {
  for (const { members } of view?.projects ?? []) {
    const member = members.find((one) => memberName(one) === name && one.machine !== undefined)
    if (member?.machine !== undefined) return { runsIn: member.isOurs ? `${member.machine}, from here` : member.machine }
  }
  return undefined
}
