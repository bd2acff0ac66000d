import type { Agent } from '../../../core/agent.ts'
import type { Link } from '../../../core/link.ts'
import { isSamePlace } from '../../../core/query.ts'

/**
 * The search that finds exactly what an agent wrote, under all of its names. A search takes names in any case, so where another agent has nearly the same name it is
 * limited to the links of this one. Undefined: no search tells them apart. Pure.
 */
export function sentQuery(
  agent: Agent,
  agents: readonly Agent[],
  links: readonly Pick<Link, 'id' | 'protocol' | 'name'>[],
): string | undefined {
  const names = [...new Set(agent.names.map(({ name }) => name))]
  const own = [...new Set(agent.names.map(({ source }) => source))].map((id) => links.find((link) => link.id === id)?.name)
  if ([...names, ...own].some((text) => text === undefined || text.includes('"'))) return undefined
  const from = names.map((name) => `from:"${name}"`).join(' ')
  const others = agents
    .filter(({ id }) => id !== agent.id)
    .flatMap((other) => other.names.filter(({ name }) => names.some((each) => isSamePlace(each, name))))
  if (others.length === 0) return from
  const searched = new Set(
    links.filter((link) => own.some((name = '') => isSamePlace(name, link.name) || isSamePlace(name, link.protocol))).map(({ id }) => id),
  )
  if (others.some(({ source }) => searched.has(source))) return undefined
  return `${from} ${own.map((name) => `link:"${name}"`).join(' ')}`
}
