import { useMemo } from 'react'
import type { Member } from '../../pure/api.ts'
import { memberName, projectOf, teamOf } from '../teams.ts'
import { useTeamAnswer } from '../use-team.ts'
import type { NameOption } from '../../../../renderer/ui/name-options.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

const none: readonly Member[] = []
const asked = 50

/**
 * People and agents of a team's project who can be mentioned, each name once, agents first; the operator's own is left out. Undefined: the
 * link is no team. Of a project with more than its list holds, those whose names hold `words` are asked for.
 */
export function useTeamOptions(source: string | undefined, project: string, words = ''): readonly NameOption[] | undefined {
  const team = useApp((state) => teamOf(state, source))
  const known = useApp((state) => projectOf(state, source, project))
  const wants = known !== undefined && known.more > 0 && words !== ''
  const answer = useTeamAnswer(source ?? '', 'members', wants ? { project, text: words, limit: asked } : undefined)
  const found = wants && answer?.ok === true ? answer.value.members : (known?.members ?? none)
  return useMemo(() => {
    if (team === undefined || source === undefined) return undefined
    const options = new Map<string, NameOption>()
    for (const member of found) {
      const isMe = member.agentName === undefined && member.userId === team.userId
      const name = memberName(member)
      if (!isMe && name !== '' && !options.has(name.toLowerCase())) options.set(name.toLowerCase(), { name, about: aboutOf(member) })
    }
    return [...options.values()]
  }, [team, source, found])
}

function aboutOf({ agentName, username, machine }: Member): string {
  const place = machine === undefined ? '' : ` on ${machine}`
  return agentName === undefined ? `person${place}` : `agent of ${username}${place}`
}
