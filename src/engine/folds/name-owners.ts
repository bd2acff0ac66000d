import type { NameGuess } from '../../core/agent.ts'
import { agentOf } from '../../core/fold/agents.ts'
import { guessNames } from '../../core/fold/guesses.ts'
import { nameKey, type NamesFold } from '../../core/fold/names.ts'
import { lazy } from '../../core/lazy.ts'
import { twinsAmong, type OwnedName, type Twin, type TwinOf } from '../../core/twin.ts'
import type { Kept } from '../kept.ts'

/** Which agent each name belongs to, as the operator decided or as the names say. */
export interface NameOwners {
  /** What the operator decided, by name (`nameKey`). */
  readonly aliases: ReadonlyMap<string, string>
  /** Gives a name to an agent; undefined: removes that decision. */
  alias(name: string, agent: string | undefined): void
  /** Keys of the operator's names, on any source. */
  own(operator: string): ReadonlySet<string>
  /** The operator's name, or another agent's, that a name only looks like. */
  twinOf(name: string, operator: string): Twin | undefined
  /** Names that may be of one agent. Anybody can take a name like the operator's, so that is never among them. */
  guesses(operator: string): NameGuess[]
}

/** What changes only with a new name or a decision, while each message is compared with it. */
interface Known {
  readonly key: string
  readonly own: ReadonlySet<string>
  readonly twins: () => TwinOf
  readonly guesses: () => NameGuess[]
}

/** Opens them. */
export function openNameOwners(names: Pick<NamesFold, 'rows' | 'generation'>, kept: Kept<string>): NameOwners {
  const aliases = kept.values
  let decisions = 0
  let last: Known | undefined

  function known(operator: string): Known {
    const key = `${names.generation()}:${decisions}:${operator}`
    if (last?.key === key) return last
    const own = ownNames(names, aliases, operator)
    last = {
      key,
      own,
      twins: lazy(() => twinsAmong(ownedNames(names, aliases, own, operator))),
      guesses: lazy(() => {
        const others = [...names.rows()].filter((row) => !own.has(nameKey(row.source, row.name)))
        return guessNames(
          others,
          (row) => agentOf(aliases, row.source, row.name),
          (row) => aliases.has(nameKey(row.source, row.name)),
        )
      }),
    }
    return last
  }

  return {
    aliases,
    alias(name, agent) {
      kept.put(name, agent)
      decisions++
    },
    own: (operator) => known(operator).own,
    twinOf: (name, operator) => known(operator).twins()(name),
    guesses: (operator) => known(operator).guesses(),
  }
}

function ownNames(names: Pick<NamesFold, 'rows'>, aliases: ReadonlyMap<string, string>, operator: string): Set<string> {
  const rows = [...names.rows()]
  const agents = new Set(rows.filter((row) => row.name === operator).map((row) => agentOf(aliases, row.source, row.name)))
  return new Set(rows.filter((row) => agents.has(agentOf(aliases, row.source, row.name))).map((row) => nameKey(row.source, row.name)))
}

/** Every name with the agent that it belongs to, and the operator's own. */
function* ownedNames(
  names: Pick<NamesFold, 'rows'>,
  aliases: ReadonlyMap<string, string>,
  own: ReadonlySet<string>,
  operator: string,
): Generator<OwnedName> {
  yield { name: operator, agent: operator, isOperator: true }
  for (const { source, name } of names.rows()) {
    const isOperator = own.has(nameKey(source, name))
    yield { name, agent: isOperator ? operator : agentOf(aliases, source, name), isOperator }
  }
}
