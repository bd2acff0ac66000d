import { useMemo } from 'react'
import type { Agent } from '../../../core/agent.ts'
import type { Link } from '../../../core/link.ts'
import { agentTypes } from '../../../protocols/scuttlebot/pure/match.ts'
import { networkOf } from '../../../protocols/scuttlebot/screen/networks.ts'
import { linkChoice } from '../state/draft.ts'
import type { NameOption } from '../../ui/name-options.tsx'
import { useApp } from '../state/store.ts'

const noAgents: readonly Agent[] = []
const noLinks: readonly Link[] = []

/** Groups that an IRC network knows: everybody, and every type (specification: Group addressing). */
const groups: readonly NameOption[] = [
  ...agentTypes.map((type) => ({ name: `@${type}s`, about: `type ${type}` })),
  { name: '@all', about: 'every agent' },
]

/** What can be addressed on a link: the names that are known there, the operator's own left out, and its groups. */
export function useNameOptions(source: string | undefined): readonly NameOption[] {
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const hasGroups = useApp((state) => networkOf(state, source) !== undefined)
  /** Groups by the beginning of a nick: `claude-` of several nicks is `@claude-*`. One text, so that it stays the same while they do. */
  const families = useApp((state) => familiesOf(networkOf(state, source)?.fleet ?? []).join(' '))
  return useMemo(() => {
    const known = agents
      .filter((agent) => !agent.isOperator)
      .flatMap((agent) => agent.names.filter((one) => one.source === source).map((one): NameOption => ({ name: one.name, agent })))
    const byNick = families.split(' ').filter((each) => each !== '')
    return hasGroups ? [...groups, ...byNick.map((each) => ({ name: `@${each}*`, about: `nicks like ${each}…` })), ...known] : known
  }, [agents, source, hasGroups, families])
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

const mostFamilies = 12

function familiesOf(fleet: readonly { readonly nick: string }[]): readonly string[] {
  const numbers = new Map<string, number>()
  for (const { nick } of fleet) {
    const [family] = /^[^-]+-/.exec(nick) ?? []
    if (family !== undefined) numbers.set(family, (numbers.get(family) ?? 0) + 1)
  }
  const several = [...numbers].filter(([, number]) => number > 1).toSorted(([, a], [, b]) => b - a)
  return several.slice(0, mostFamilies).map(([family]) => family)
}
