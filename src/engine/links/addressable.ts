import type { Room } from '../room.ts'

/** Names that may be addressed: senders and declared agents. Undefined when there are none, so that nothing is checked. */
export function addressable(room: Room, source: string): ReadonlySet<string> | undefined {
  const known = [...room.folds.names.rows()].filter(
    (row) => row.source === source && (row.sent > 0 || row.profile !== undefined || row.presence !== undefined),
  )
  return known.length === 0 ? undefined : new Set([...known.map((row) => row.name), room.workspace().operator])
}
