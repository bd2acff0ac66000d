import { isSuspect, lookOf, looksLike } from './look-alike.ts'

/** Another name that a name can be taken for. */
export interface Twin {
  /** The other name, exactly. */
  readonly name: string
  /** It is the operator's. */
  readonly isOperator: boolean
}

/** A name, and the agent that it belongs to: names that the operator joined to one agent are no others. */
export interface OwnedName extends Twin {
  readonly agent: string
}

/** The operator's name, or that of another agent, that a name only looks like. */
export type TwinOf = (name: string) => Twin | undefined

const mostFound = 5_000

/** Compares with these names; what was found is remembered. Pure otherwise. */
export function twinsAmong(known: Iterable<OwnedName>): TwinOf {
  const byLook = new Map<string, OwnedName[]>()
  for (const one of known) {
    const look = lookOf(one.name)
    const others = byLook.get(look)
    if (others === undefined) byLook.set(look, [one])
    else others.push(one)
  }
  const found = new Map<string, Twin | undefined>()
  return (name) => {
    if (found.has(name)) return found.get(name)
    if (found.size >= mostFound) found.clear()
    const twin = findTwin(byLook.get(lookOf(name)) ?? [], name)
    found.set(name, twin)
    return twin
  }
}

function findTwin(alike: readonly OwnedName[], name: string): Twin | undefined {
  const owners = new Set(alike.filter((each) => each.name === name).map(({ agent }) => agent))
  if (alike.some((each) => each.isOperator && owners.has(each.agent))) return undefined
  const others = alike.filter((each) => !owners.has(each.agent) && looksLike(name, each.name))
  return others.find(({ isOperator }) => isOperator) ?? others.find((each) => isSuspect(name, each.name))
}
