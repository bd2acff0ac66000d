import { useState } from 'react'
import type { WaitArrowRow } from '../../../api/desk.ts'
import { limits } from '../../../core/limits.ts'
import type { Stuck } from '../../../core/stuck.ts'
import { useNow } from '../state/clock.ts'
import { outsiders, ringArrows } from './shown-waits.ts'

/** The ring that the operator looks at. */
export interface LookedRing {
  readonly ring: Stuck
  /** Its waits, in its order, and those of others for it; once it is over, as they were. */
  readonly inRing: readonly WaitArrowRow[]
  readonly around: readonly WaitArrowRow[]
  /** When it was seen that it is over. */
  readonly overAt: number | undefined
  /** Another ring with some of its agents. */
  readonly next: Stuck | undefined
}

/** Who waits for whom now. */
export interface ShownWaits {
  readonly stuck: readonly Stuck[]
  readonly arrows: readonly WaitArrowRow[]
  /** There are more arrows than were sent. */
  readonly hasMore: boolean
}

/** The rings in which everybody still waits. A condition stays for a minute after its cause is gone. Pure. */
export function closedRings({ stuck, arrows, hasMore }: ShownWaits): Stuck[] {
  return stuck.filter(({ detector, agents }) => {
    if (detector !== 'deadlock') return false
    // Not all of it is known.
    if (hasMore || agents.length >= limits.stuckAgents) return true
    return agents.every((from, at) => arrows.some((arrow) => arrow.from === from && arrow.to === agents[(at + 1) % agents.length]))
  })
}

/** What the operator asked to see: the ring with this id, or that of an agent. */
export interface AskedWaits {
  readonly stuck?: string
  readonly agent?: string
}

/** The ring that the operator looks at. It stays when it is over, as it was, until the operator looks at another. */
export function useLookedRing(
  shown: ShownWaits,
  rings: readonly Stuck[],
  asked: AskedWaits,
): { readonly looked: LookedRing | undefined; readonly look: (ring: Stuck) => void } {
  const now = useNow()
  const [kept, setKept] = useState(() => {
    const wanted = rings.find(({ id, agents }) => id === asked.stuck || (asked.agent !== undefined && agents.includes(asked.agent)))
    return looking(wanted ?? rings[0], shown)
  })
  const [seen, setSeen] = useState(shown)
  if (shown !== seen) {
    setSeen(shown)
    const current = kept === undefined ? rings[0] : rings.find(({ id }) => id === kept.ring.id)
    if (current !== undefined) setKept(looking(current, shown))
    else if (kept !== undefined && kept.overAt === undefined) setKept({ ...kept, overAt: now })
  }
  const next = kept?.overAt === undefined ? undefined : rings.find(({ agents }) => agents.some((each) => kept.ring.agents.includes(each)))
  return {
    looked: kept === undefined ? undefined : { ...kept, next },
    look: (ring) => setKept(looking(ring, shown)),
  }
}

function looking(ring: Stuck | undefined, { arrows }: ShownWaits): Omit<LookedRing, 'next'> | undefined {
  if (ring === undefined) return undefined
  return { ring, inRing: ringArrows(ring, arrows), around: outsiders(ring, arrows), overAt: undefined }
}
