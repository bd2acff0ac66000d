import type { Agent } from '../../../core/agent.ts'
import { twinsAmong, type OwnedName, type Twin, type TwinOf } from '../../../core/twin.ts'
import type { AppState } from '../screen.ts'

const known = new WeakMap<readonly Agent[], { readonly operator: string; readonly twinOf: TwinOf }>()
const none: readonly Agent[] = []

/** The operator's name, or that of another agent, that this name only looks like. */
export function twinOf({ state }: AppState, name: string): Twin | undefined {
  const agents = state?.agents ?? none
  const operator = state?.info.operator ?? ''
  let found = known.get(agents)
  if (found?.operator !== operator) {
    found = { operator, twinOf: twinsAmong(namesOf(agents, operator)) }
    known.set(agents, found)
  }
  return found.twinOf(name)
}

function namesOf(agents: readonly Agent[], operator: string): OwnedName[] {
  const self = agents.find(({ isOperator }) => isOperator)
  return [
    { name: operator, agent: self?.id ?? operator, isOperator: true },
    ...agents.flatMap(({ id, isOperator, names }) => names.map(({ name }) => ({ name, agent: id, isOperator }))),
  ]
}
