import type { Agent } from '../../../core/agent.ts'
import { isSuspect, lookOf, looksLike } from '../../../core/look-alike.ts'
import type { AppState } from '../screen.ts'

/** Another name that a name can be taken for. */
export interface Twin {
  /** The other name, exactly. */
  readonly name: string
  /** It is the operator's. */
  readonly isOperator: boolean
}

interface Known extends Twin {
  readonly agent: string
}

interface Looks {
  readonly operator: string
  /** Names of all agents, by their look. */
  readonly names: ReadonlyMap<string, readonly Known[]>
  /** What was found of names that were asked for. */
  readonly found: Map<string, Twin | undefined>
}

const looks = new WeakMap<readonly Agent[], Looks>()
const none: readonly Agent[] = []
const mostFound = 5_000

/** The operator's name, or that of another agent, that this name only looks like. Names that the operator joined to one agent are no others. */
export function twinOf({ state }: AppState, name: string): Twin | undefined {
  const agents = state?.agents ?? none
  const operator = state?.info.operator ?? ''
  let known = looks.get(agents)
  if (known?.operator !== operator) {
    known = { operator, names: namesByLook(agents, operator), found: new Map() }
    looks.set(agents, known)
  }
  if (known.found.has(name)) return known.found.get(name)
  if (known.found.size >= mostFound) known.found.clear()
  const twin = findTwin(known, name)
  known.found.set(name, twin)
  return twin
}

function namesByLook(agents: readonly Agent[], operator: string): Looks['names'] {
  const names = new Map<string, Known[]>()
  const add = (known: Known): void => {
    const look = lookOf(known.name)
    const others = names.get(look)
    if (others === undefined) names.set(look, [known])
    else others.push(known)
  }
  const self = agents.find(({ isOperator }) => isOperator)
  add({ name: operator, agent: self?.id ?? operator, isOperator: true })
  for (const { id, isOperator, names: own } of agents) for (const { name } of own) add({ name, agent: id, isOperator })
  return names
}

function findTwin({ names }: Looks, name: string): Twin | undefined {
  const alike = names.get(lookOf(name)) ?? []
  const owners = new Set(alike.filter((each) => each.name === name).map(({ agent }) => agent))
  if (alike.some((each) => each.isOperator && owners.has(each.agent))) return undefined
  const others = alike.filter((each) => !owners.has(each.agent) && looksLike(name, each.name))
  return others.find(({ isOperator }) => isOperator) ?? others.find((each) => isSuspect(name, each.name))
}
