import { useMemo } from 'react'
import type { Agent } from '../../../core/agent.ts'
import type { Link } from '../../../core/link.ts'
import { linkChoice } from '../state/draft.ts'
import type { NameOption } from '../../ui/name-options.tsx'
import { screenOf, viewOf } from '../state/screen-of.ts'
import { useApp, useAppData } from '../state/store.ts'

const noAgents: readonly Agent[] = []
const noLinks: readonly Link[] = []

/** Recipients offered on a link: the names known there, without the operator's own, and its groups. */
export function useNameOptions(source: string | undefined): readonly NameOption[] {
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const groups = useAppData((state) => screenOf(state, source)?.composerParts?.groups?.(viewOf(state, source)) ?? [])
  return useMemo(() => {
    const known = agents
      .filter((agent) => !agent.isOperator)
      .flatMap((agent) => agent.names.filter((one) => one.source === source).map((one): NameOption => ({ name: one.name, agent })))
    return [...groups, ...known]
  }, [agents, source, groups])
}

/** Names known on other links only: choosing one switches the message to that link. */
export function useOtherNames(source: string | undefined): readonly NameOption[] {
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const links = useApp((state) => state.state?.links ?? noLinks)
  const open = useAppData((state) => linkChoice(state).links)
  return useMemo(() => {
    const others = new Map(links.filter(({ id }) => id !== source && open.includes(id)).map((link) => [link.id, link.name]))
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
