import type { Evidence } from '../event.ts'

/** Gaps between signs that are kept of an agent. */
const keptGaps = 20
/** Agents that are kept; those that gave no sign for longest go first. */
const mostAgents = 2_000

/** When an agent was last heard of. */
export interface Signs {
  /** Its newest sign, ms. */
  readonly last: number
  /** Link of the newest sign. */
  readonly source: string
  /** Times between its newest signs, ms. */
  readonly gaps: readonly number[]
  /** It left, and no sign came since. */
  readonly gone?: Gone
}

export interface Gone {
  readonly at: number
  readonly evidence: Evidence
  /** In the words of its source. */
  readonly said: string
  /** It signed off itself: it will not be back to do what it owes. */
  readonly isForGood: boolean
}

/** Signs of life of all agents, by id. */
export interface SignsFold {
  /** Anything that an agent did: a message, the use of a tool, a state that it reported. */
  sign(agent: string, source: string, at: number): void
  /** It said goodbye, or its connection, process or registration ended. */
  left(agent: string, source: string, gone: Gone): void
  get(agent: string): Signs | undefined
}

/** Opens the fold. Pure; memory is bounded. */
export function foldSigns(): SignsFold {
  const known = new Map<string, Signs & { readonly gaps: number[] }>()

  function put(agent: string, signs: Signs & { readonly gaps: number[] }): void {
    known.set(agent, signs)
    if (known.size > mostAgents) known.delete(silentLongest())
  }

  function silentLongest(): string {
    let [found, since] = ['', Infinity]
    for (const [agent, { last }] of known) if (last < since) [found, since] = [agent, last]
    return found
  }

  return {
    sign(agent, source, at) {
      const before = known.get(agent)
      if (before === undefined) return put(agent, { last: at, source, gaps: [] })
      if (at <= before.last && before.gone === undefined) return undefined
      const { last, gaps } = before
      if (at > last) gaps.push(at - last)
      if (gaps.length > keptGaps) gaps.shift()
      return put(agent, { last: Math.max(at, last), source, gaps })
    },
    left(agent, source, gone) {
      const before = known.get(agent)
      put(agent, { last: before?.last ?? gone.at, source, gaps: before?.gaps ?? [], gone })
    },
    get: (agent) => known.get(agent),
  }
}

/** The usual time between two signs, ms; 0: too few are known. */
export function usualGap({ gaps }: Pick<Signs, 'gaps'>): number {
  if (gaps.length < keptGaps) return 0
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
}
