import type { Event } from '../../../core/event.ts'

const byWireId = new WeakMap<readonly Event[], ReadonlyMap<string, Event>>()

/** The row that a link's protocol knows by this identity, among rows that are held; undefined: it is not among them. */
export function rowByWireId(rows: readonly Event[], source: string, wireId: string): Event | undefined {
  let known = byWireId.get(rows)
  if (known === undefined) {
    known = new Map(rows.map((row) => [`${row.source} ${row.wireId}`, row]))
    byWireId.set(rows, known)
  }
  return known.get(`${source} ${wireId}`)
}
