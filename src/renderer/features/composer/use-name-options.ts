import { useMemo } from 'react'
import type { Agent } from '../../../core/agent.ts'
import type { Link } from '../../../core/link.ts'
import { linkChoice } from '../state/draft.ts'
import type { NameOption } from '../../ui/name-options.tsx'
import { screenOf, viewOf } from '../state/screen-of.ts'
import { useApp } from '../state/store.ts'

const noAgents: readonly Agent[] = []
const noLinks: readonly Link[] = []

/** What can be addressed on a link: the names that are known there, the operator's own left out, and its groups. */
export function useNameOptions(source: string | undefined): readonly NameOption[] {
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  /** One text, so that they stay the same while they do. */
  const groups = useApp((state) => JSON.stringify(screenOf(state, source)?.composerParts?.groups?.(viewOf(state, source)) ?? []))
  return useMemo(() => {
    const known = agents
      .filter((agent) => !agent.isOperator)
      .flatMap((agent) => agent.names.filter((one) => one.source === source).map((one): NameOption => ({ name: one.name, agent })))
    return [...(JSON.parse(groups) as readonly NameOption[]), ...known]
  }, [agents, source, groups])
}

/** Names that are heard on other links than this one: whoever is chosen of them is written to there. */
export function useOtherNames(source: string | undefined): readonly NameOption[] {
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const links = useApp((state) => state.state?.links ?? noLinks)
  const open = useApp((state) => linkChoice(state).links.join(' '))
  return useMemo(() => {
    const others = new Map(links.filter(({ id }) => id !== source && open.split(' ').includes(id)).map((link) => [link.id, link.name]))
    return agents
      .filter((agent) => !agent.isOperator)
      .flatMap((agent) =>
        agent.names
          .filter((one) => one.silent !== true && others.has(one.source))
          .map((one): NameOption => ({ name: one.name, agent, about: `on ${others.get(one.source) ?? ''}` })),
      )
  }, [agents, links, open, source])
}

/** Options of both lists, each name once. */
export function joinOptions(first: readonly NameOption[], more: readonly NameOption[]): readonly NameOption[] {
  const names = new Map<string, NameOption>()
  for (const option of [...first, ...more]) if (!names.has(option.name)) names.set(option.name, option)
  return [...names.values()]
}
