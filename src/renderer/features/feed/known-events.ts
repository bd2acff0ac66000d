import type { Event } from '../../../core/event.ts'

const byWireId = new WeakMap<readonly Event[], ReadonlyMap<string, Event>>()

/** The loaded row with this identity on its link; undefined: it is not loaded. */
export function rowByWireId(rows: readonly Event[], source: string, wireId: string): Event | undefined {
  let known = byWireId.get(rows)
  if (known === undefined) {
    known = new Map(rows.map((row) => [`${row.source} ${row.wireId}`, row]))
    byWireId.set(rows, known)
  }
  return known.get(`${source} ${wireId}`)
}
