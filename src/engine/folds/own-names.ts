import { agentOf } from '../../core/fold/agents.ts'
import { nameKey, type NamesFold } from '../../core/fold/names.ts'
import type { OwnedName } from '../../core/twin.ts'

type Names = Pick<NamesFold, 'rows'>

/** Keys of the operator's names, on any source. */
export function ownNames(names: Names, aliases: ReadonlyMap<string, string>, operator: string): Set<string> {
  const rows = [...names.rows()]
  const agents = new Set(rows.filter((row) => row.name === operator).map((row) => agentOf(aliases, row.source, row.name)))
  return new Set(rows.filter((row) => agents.has(agentOf(aliases, row.source, row.name))).map((row) => nameKey(row.source, row.name)))
}

/** Every name with the agent that it belongs to, and the operator's own. */
export function* ownedNames(names: Names, aliases: ReadonlyMap<string, string>, operator: string): Generator<OwnedName> {
  const own = ownNames(names, aliases, operator)
  yield { name: operator, agent: operator, isOperator: true }
  for (const { source, name } of names.rows()) {
    const isOperator = own.has(nameKey(source, name))
    yield { name, agent: isOperator ? operator : agentOf(aliases, source, name), isOperator }
  }
}
