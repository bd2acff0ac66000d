import { agentOf } from '../../core/fold/agents.ts'
import type { WorkspaceFolds } from '../folds/folds.ts'

/** Who is who in a workspace, by what the operator joined. */
export interface People {
  /** Keys of the operator's names, on any link. */
  own(): ReadonlySet<string>
  /** The operator's agent (id). */
  operatorId(): string
  /** The agent (id) behind a name on a link. */
  idOf(source: string, name: string): string
}

/** @param operator the operator's name */
export function openPeople(folds: Pick<WorkspaceFolds, 'aliases' | 'own'>, operator: () => string): People {
  const idOf = (source: string, name: string): string => agentOf(folds.aliases(), source, name)
  const own = (): ReadonlySet<string> => folds.own(operator())
  return {
    own,
    idOf,
    operatorId() {
      const [first] = own()
      const source = first?.slice(0, first.indexOf('|')) ?? ''
      return first === undefined ? operator() : idOf(source, first.slice(source.length + 1))
    },
  }
}
