import { graphOf, ringsOf, wayAround } from '../waits.ts'

/** How often each agent of a ring has to wake the next within the span. Work that goes back and forth this often delivers something meanwhile. */
const leastTimes = 8
/** How far back wakes count, ms. */
export const wakesMs = 10 * 60_000

/** An agent (id) of this machine was started by a message of another. */
export interface Wake {
  readonly agent: string
  readonly by: string
  /** Our clock, ms. */
  readonly at: number
  /** A person wrote the message, or let it go on. */
  readonly isByPerson: boolean
  /** The operator did. */
  readonly isByOperator?: true
}

/** Agents that wake each other in a ring, whatever they say. */
export interface WakeRing {
  /** In the order in which they wake each other. */
  readonly members: readonly string[]
  /** How often the rarest of them was woken by the one before it, and since when, ms. */
  readonly times: number
  readonly since: number
}

/**
 * The ring in which one agent wakes another once more; undefined: there is none. Only wakes since a person woke one of them, or spoke to it, count; many who
 * wake one, and chains, have no ring. Pure.
 * @param wakes over all links, oldest first, without those that are too old
 * @param resumedAt when a person last spoke to an agent, or it delivered something, ms
 */
export function findWakeRing(
  wakes: readonly Wake[],
  next: Pick<Wake, 'agent' | 'by'>,
  resumedAt: (agent: string) => number,
): WakeRing | undefined {
  const counted = wakes.filter(
    ({ agent, by, at, isByPerson }) => !isByPerson && at > Math.max(resumedAt(agent), resumedAt(by), lastByPerson(wakes, agent, by)),
  )
  const edges = new Map<string, { readonly from: string; readonly to: string; times: number; readonly since: number }>()
  for (const { agent, by, at } of counted) {
    const key = JSON.stringify([by, agent])
    const edge = edges.get(key) ?? { from: by, to: agent, times: 0, since: at }
    edge.times++
    edges.set(key, edge)
  }
  const often = [...edges.values()].filter(({ times }) => times >= leastTimes)
  const graph = graphOf(often)
  const ring = ringsOf(graph).find((each) => each.includes(next.agent) && each.includes(next.by))
  if (ring === undefined) return undefined
  const inRing = often.filter(({ from, to }) => ring.includes(from) && ring.includes(to))
  return {
    members: wayAround(ring, graph),
    times: Math.min(...inRing.map(({ times }) => times)),
    since: Math.min(...inRing.map(({ since }) => since)),
  }
}

/** How often an agent was started over all links since the operator started it, whoever asked: that a person did is only a claim. Pure. */
export function wakesOf(wakes: readonly Wake[], agent: string): number {
  const own = wakes.filter((wake) => wake.agent === agent)
  return own.length - 1 - own.findLastIndex(({ isByOperator }) => isByOperator === true)
}

function lastByPerson(wakes: readonly Wake[], ...agents: readonly string[]): number {
  return wakes.findLast(({ agent, isByPerson }) => isByPerson && agents.includes(agent))?.at ?? Number.NEGATIVE_INFINITY
}
