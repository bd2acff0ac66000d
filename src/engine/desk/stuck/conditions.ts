import { overMs, type Stuck } from '../../../core/stuck.ts'

/** Keeps what is stuck until its cause has been gone for a minute. */
export interface StuckConditions {
  /** @param found what is stuck now. @param isOver whether the evidence of one has ended, so that it cannot come back. */
  keep(found: readonly Stuck[], now: number, isOver: (stuck: Stuck) => boolean): readonly Stuck[]
  /** When one that is no longer found is over, ms. */
  nextAt(now: number): number | undefined
}

/** Opens it without any. What was found first gives the time since when it is stuck. */
export function openStuckConditions(): StuckConditions {
  const kept = new Map<string, { readonly stuck: Stuck; readonly seen: number }>()

  return {
    keep(found, now, isOver) {
      for (const stuck of found) {
        const since = Math.min(stuck.since, kept.get(stuck.id)?.stuck.since ?? stuck.since)
        kept.set(stuck.id, { stuck: since === stuck.since ? stuck : { ...stuck, since }, seen: now })
      }
      const current = new Set(found.map(({ id }) => id))
      for (const [id, { stuck, seen }] of kept) if (!current.has(id) && (now - seen >= overMs || isOver(stuck))) kept.delete(id)
      return [...kept.values()].map(({ stuck }) => stuck)
    },
    nextAt(now) {
      const ends = [...kept.values()].filter(({ seen }) => seen < now).map(({ seen }) => seen + overMs)
      return ends.length === 0 ? undefined : Math.min(...ends)
    },
  }
}
