import type { Agent } from '../agent.ts'
import type { PresenceBody } from '../event.ts'

/** A state as it was last said, and the event that says it. */
export type SaidState = Omit<PresenceBody, 'kind' | 'agent'> & { readonly at: number; readonly event: string }

/** Since when nothing comes from a source any more, ms; undefined: it is followed. */
export type DownSince = (source: string) => number | undefined

/** A status as of now. `holds`: its evidence has not run out. */
export interface AgedStatus {
  readonly status: Agent['status']
  readonly holds: boolean
  readonly at: number
}

/**
 * A status is worth as much as its evidence: where the link is down, or `until` has passed, nobody knows any more, and the status says since when
 * and what it was. That an agent ended or was lost needs no renewal.
 */
export function agedStatus(state: SaidState, downSince: number | undefined, now: number): AgedStatus {
  const { word, evidence, at, event } = state
  const said = state.error === undefined ? state.said : `${state.said}: ${state.error}`
  const goneAt = isOver(word) ? undefined : endOfEvidence(state, downSince, now)
  if (goneAt === undefined) return { status: { word, evidence, said, since: state.since ?? at, event }, holds: true, at }
  return { status: { word: '?', evidence: 'unknown', said, was: word, since: goneAt, event }, holds: false, at }
}

/** The status of an agent under several names: the newest whose evidence holds, else the newest. Undefined: nobody said anything. */
export function currentStatus(states: readonly AgedStatus[]): AgedStatus | undefined {
  return states.toSorted((a, b) => Number(b.holds) - Number(a.holds) || b.at - a.at)[0]
}

function isOver(word: PresenceBody['word']): boolean {
  return word === 'ended' || word === 'lost'
}

/** When the evidence ended, ms; undefined: it has not. */
function endOfEvidence({ at, until }: SaidState, downSince: number | undefined, now: number): number | undefined {
  const ends = [...(downSince === undefined ? [] : [Math.max(at, downSince)]), ...(until === undefined || until > now ? [] : [until])]
  return ends.length === 0 ? undefined : Math.min(...ends)
}
