import { z } from 'zod'
import type { Act } from '../../acts.ts'
import type { Event } from '../../event.ts'
import { limits } from '../../limits.ts'
import { nameKey } from '../names.ts'

const names = z.array(z.string().max(limits.debtKey)).max(limits.knownAgents)
/** The whole fold as a JSON value. `asked`: names that were mentioned and have not shown that they are agents. */
export const knownAgentsSchema = z.object({ agents: names, asked: names })
export type KnownAgentsSnapshot = z.infer<typeof knownAgentsSchema>

/** Which names of a source are agents' names, as far as events show it: what only mentions a person asks nothing of that person. */
export interface KnownAgents {
  /** Adds an event with its acts. @returns names of its source that were mentioned and have turned out to be agents': debts are to be told (`foundAgent`). */
  apply(event: Event, acts: readonly Act[]): readonly string[]
  isAgent(source: string, name: string): boolean
  snapshot(): KnownAgentsSnapshot
}

/** Folds events into the names of agents, in any case. A name that once was an agent's stays one; beyond the bound the oldest names go. */
export function foldKnownAgents(saved?: KnownAgentsSnapshot): KnownAgents {
  const agents = new Set(saved?.agents)
  const asked = new Set(saved?.asked)

  return {
    apply(event, acts) {
      for (const { act, onlyAgents, to = [] } of acts)
        if (act === 'ask' && onlyAgents === true)
          for (const name of to) if (!agents.has(keyOf(event.source, name))) add(asked, keyOf(event.source, name))
      return shownBy(event, acts).filter((name) => {
        const key = keyOf(event.source, name)
        add(agents, key)
        return asked.delete(key)
      })
    },
    isAgent: (source, name) => agents.has(keyOf(source, name)),
    snapshot: () => ({ agents: [...agents], asked: [...asked] }),
  }
}

/** Names that the event shows to be agents': a state or profile of theirs, an answer on its way, or an answer that names what it answers. */
function shownBy({ body }: Event, acts: readonly Act[]): readonly string[] {
  if (body.kind === 'presence' || body.kind === 'profile') return [body.agent]
  if (body.kind === 'stream') return [body.from]
  if (body.kind !== 'message' || body.replyTo === undefined) return []
  const { from } = body
  const isAnswer = acts.some(({ act, by, doubt }) => (act === 'answer' || act === 'fail') && by === from && doubt === undefined)
  return isAnswer ? [from] : []
}

/** A mention is written in any case. */
function keyOf(source: string, name: string): string {
  return nameKey(source, name.toLowerCase())
}

/** As the newest; beyond the bound the oldest goes. */
function add(set: Set<string>, key: string): void {
  set.delete(key)
  set.add(key)
  const [oldest] = set
  if (set.size > limits.knownAgents && oldest !== undefined) set.delete(oldest)
}
