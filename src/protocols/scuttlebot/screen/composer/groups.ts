import type { NetworkView } from '../../pure/api.ts'
import { agentTypes } from '../../pure/match.ts'

interface Group {
  readonly name: string
  readonly about: string
}

/** Groups of every network: each type, and everybody (specification: Group addressing). */
const common: readonly Group[] = [
  ...agentTypes.map((type) => ({ name: `@${type}s`, about: `type ${type}` })),
  { name: '@all', about: 'every agent' },
]

/** Groups that can be addressed on a network, including common prefixes of nicks: `claude-` of several nicks is `@claude-*`. */
export function groupsOf(view: NetworkView | undefined): readonly Group[] {
  if (view === undefined) return []
  return [...common, ...familiesOf(view.fleet).map((family) => ({ name: `@${family}*`, about: `nicks like ${family}…` }))]
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
