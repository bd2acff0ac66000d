import type { PlaceMembers } from '../../../../renderer/features/screen.ts'
import type { NameOption } from '../../../../renderer/ui/name-options.tsx'
import type { JaibberMethods, Member, TeamView } from '../../pure/api.ts'
import { memberName } from '../teams.ts'
import type { TeamInput, TeamOutput } from '../use-team.ts'

const asked = 50

/**
 * People and agents of a team's project who can be mentioned, each name once; the operator's own is left out. Of a project with more than its
 * list holds, those whose names hold `words` are asked for.
 */
export function membersOf(team: TeamView | undefined, id: string, words: string): PlaceMembers | undefined {
  if (team === undefined) return undefined
  const project = team.projects.find((one) => one.id === id)
  const names = (members: readonly Member[]): readonly NameOption[] => optionsOf(members, team.userId)
  const known = names(project?.members ?? [])
  if (project === undefined || project.more === 0 || words === '') return { names: known }
  const method = 'members' satisfies keyof JaibberMethods
  const input: TeamInput<typeof method> = { project: id, text: words, limit: asked }
  return { names: known, ask: { method, input, names: (output) => names((output as TeamOutput<typeof method>).members) } }
}

function optionsOf(members: readonly Member[], me: string): readonly NameOption[] {
  const options = new Map<string, NameOption>()
  for (const member of members) {
    const isMe = member.agentName === undefined && member.userId === me
    const name = memberName(member)
    if (!isMe && name !== '' && !options.has(name.toLowerCase())) options.set(name.toLowerCase(), { name, about: aboutOf(member) })
  }
  return [...options.values()]
}

function aboutOf({ agentName, username, machine }: Member): string {
  const place = machine === undefined ? '' : ` on ${machine}`
  return agentName === undefined ? `person${place}` : `agent of ${username}${place}`
}
