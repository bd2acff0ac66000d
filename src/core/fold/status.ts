import type { Agent } from '../agent.ts'
import type { PresenceBody } from '../event.ts'

/** A state as last reported, and the event that reported it. */
export type SaidState = Omit<PresenceBody, 'kind' | 'agent'> & { readonly at: number; readonly event: string }

/** Since when a source has been silent, ms; undefined: it is being followed. */
export type DownSince = (source: string) => number | undefined

/** A status as of now. `holds`: its evidence has not expired. */
export interface AgedStatus {
  readonly status: Agent['status']
  readonly holds: boolean
  readonly at: number
}

/**
 * A status is only as good as its evidence: when the link is down or `until` has passed, the status becomes unknown and says since when
 * and what it was. "Ended" and "lost" need no renewal.
 */
export function agedStatus(state: SaidState, downSince: number | undefined, now: number): AgedStatus {
  const { word, evidence, at, event } = state
  const said = state.error === undefined ? state.said : `${state.said}: ${state.error}`
  const goneAt = isOver(word) ? undefined : endOfEvidence(state, downSince, now)
  if (goneAt === undefined) return { status: { word, evidence, said, since: state.since ?? at, event }, holds: true, at }
  return { status: { word: '?', evidence: 'unknown', said, was: word, since: goneAt, event }, holds: false, at }
}

/** The status of an agent with several names: the newest with valid evidence, else the newest. Undefined: nothing was reported. */
export function currentStatus(states: readonly AgedStatus[]): AgedStatus | undefined {
  return states.toSorted((a, b) => Number(b.holds) - Number(a.holds) || b.at - a.at)[0]
}

function isOver(word: PresenceBody['word']): boolean {
  return word === 'ended' || word === 'lost'
}

/** When the evidence expired, ms; undefined: it has not. */
function endOfEvidence({ at, until }: SaidState, downSince: number | undefined, now: number): number | undefined {
  const ends = [...(downSince === undefined ? [] : [Math.max(at, downSince)]), ...(until === undefined || until > now ? [] : [until])]
  return ends.length === 0 ? undefined : Math.min(...ends)
}
