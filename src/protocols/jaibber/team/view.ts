import type { Fault } from '../../../core/fault.ts'
import type { LinkStatus } from '../../../core/link.ts'
import type { AblyState } from '../ably/connection.ts'
import type { LocalAgent, Member, PasteItem, Project, TeamView } from '../pure/api.ts'
import type { Entry, Projects } from './projects.ts'
import { cutText } from '../../../core/text.ts'

/** Inputs of the view and the status. */
export interface Shown {
  readonly me: { readonly userId: string; readonly username: string; readonly machine: string }
  readonly state: AblyState
  /** The connection, in words. */
  readonly words: readonly string[]
  readonly online: number
  readonly server:
    | { readonly place: string; readonly fault: Fault | undefined; readonly waiting: number; readonly isAsked: boolean }
    | undefined
  readonly backfill: string
  readonly projects: Projects
  members(project: string): readonly Member[]
  /** Number of answers being written there. */
  writing(project: string): number
  readonly localAgents: { readonly agents: readonly LocalAgent[]; readonly prompts: readonly PasteItem[] }
  readonly lastActivity: number | undefined
}

const mostMembers = 200
/** Characters of instructions in the list of members; the method `members` returns them in full. */
const instructionChars = 500
const reasonChars = 300
/** Shares of `limits.linkView`, characters as JSON: what does not fit is left out; omitted members are counted. */
const agentsChars = 90_000
const promptsChars = 20_000
const projectsChars = 80_000
const membersChars = 60_000

/** The view of a team for the screens. */
export function teamView(shown: Shown): TeamView {
  const { me, state, words, online, server, backfill, projects, localAgents } = shown
  let left = membersChars
  const list = fitting(
    projects.all().map((entry) => shownProject(entry, shown)),
    projectsChars,
  ).map((project): Project => {
    const members = shown.members(project.id)
    const listed = fitting(members.slice(0, mostMembers).map(shortened), left)
    left -= JSON.stringify(listed).length
    return { ...project, members: listed, more: members.length - listed.length }
  })
  return {
    userId: me.userId,
    username: me.username,
    machine: me.machine,
    isConnected: state.lamp === 'up',
    connection: [...words],
    online,
    ...(server !== undefined && {
      server: { place: server.place, state: serverWords(server), isReachable: server.fault === undefined, waiting: server.waiting },
    }),
    backfill,
    projects: list,
    agents: fitting(localAgents.agents, agentsChars),
    prompts: fitting(localAgents.prompts, promptsChars),
  }
}

/** The status lamp and its text. */
export function teamStatus({ state, projects, server, me, lastActivity }: Shown): Omit<LinkStatus, 'since'> {
  const entries = projects.all()
  const joined = entries.filter(({ isAttached }) => isAttached).length
  const activity = lastActivity === undefined ? {} : { lastActivity }
  const { lamp, words, fault, retryAt } = state
  if (lamp !== 'up')
    return { lamp, text: words, ...activity, ...(fault !== undefined && { reason: fault }), ...(retryAt !== undefined && { retryAt }) }
  const count = { value: joined, unit: joined === 1 ? 'project' : 'projects' }
  const waiting = entries.filter((entry) => !entry.isAttached && entry.reason === undefined)
  if (waiting.length > 0) return { lamp: 'connecting', text: 'joining', count, ...activity }
  const text = [
    `as ${me.username}`,
    ...(server === undefined ? [] : [serverWords(server)]),
    ...entries.flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name}: ${reason}`])),
    ...(entries.length === 0 ? ['no projects yet'] : []),
  ]
    .join(', ')
    .slice(0, 500)
  if (entries.length === 0 || joined > 0) return { lamp: 'up', text, count, ...activity }
  const reason = { code: 'unavailable', message: 'None of the projects is joined, so nothing said there arrives.', detail: text } as const
  return { lamp: 'down', text, reason, count, ...activity }
}

/** A project without its members. */
function shownProject(
  { id, name, isListed, isAttached, reason }: Entry,
  { projects, writing, state }: Shown,
): Omit<Project, 'members' | 'more'> {
  return {
    id,
    name,
    isAttached,
    isListed,
    ...(reason !== undefined && { reason: reason.slice(0, reasonChars).toWellFormed() }),
    // While disconnected, nobody knows whether an answer is still being written.
    writing: state.lamp === 'up' ? writing(id) : 0,
    settings: projects.settings(id),
  }
}

function shortened(member: Member): Member {
  const { instructions } = member
  return instructions === undefined ? member : { ...member, instructions: cutText(instructions, instructionChars) }
}

/** The first items, as many as fit. */
function fitting<T>(items: readonly T[], chars: number): T[] {
  let left = chars
  const fit: T[] = []
  for (const item of items) {
    left -= JSON.stringify(item).length + 1
    if (left < 0) break
    fit.push(item)
  }
  return fit
}

function serverWords({ place, fault, waiting, isAsked }: NonNullable<Shown['server']>): string {
  const rest = waiting === 0 ? '' : `, ${waiting.toLocaleString('en-US')} ${waiting === 1 ? 'message waits' : 'messages wait'} to be stored`
  if (fault !== undefined) return `${place} is not working correctly: ${fault.message.replace(/\.$/, '')}${rest}`.slice(0, 1_000)
  return isAsked ? `messages are stored on ${place}${rest}` : `contacting ${place}${rest}`
}
