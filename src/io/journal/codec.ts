import type { Event, EventBody, EventKind, Raw } from '../../core/event.ts'

/** How kinds are stored; the place in this list is the number in the file, so new ones go to the end. */
export const storedKinds: readonly EventKind[] = ['message', 'comment', 'presence', 'profile', 'marker', 'fault']
export const messageKind = storedKinds.indexOf('message')

/** Columns of an event, in the order of `EventRow`; `e` is the event, `s` its source, `w` its workspace. */
export const eventColumns = `e.cursor, e.id, e.ord, w.id, s.id, s.protocol, e.seq, e.at, e.claimed_at, e.wire_id, e.supersedes, e.raw, e.body`
/** Inner joins: events of a removed workspace have no ids any more and must not be found. */
export const eventTables = `events e JOIN sources s ON s.pk = e.source AND s.id IS NOT NULL JOIN workspaces w ON w.pk = s.workspace AND w.id IS NOT NULL`

/** A row as `statement.raw()` gives it. */
export type EventRow = [
  cursor: number,
  id: string,
  ord: number,
  workspace: string,
  source: string,
  protocol: string,
  seq: number,
  at: number,
  claimedAt: number | null,
  wireId: string,
  supersedes: string | null,
  raw: string,
  body: string,
]

/** The event of a row. What is in the file was checked when it was stored. */
export function rowToEvent(row: EventRow): Event {
  const [cursor, id, ord, workspace, source, protocol, seq, at, claimedAt, wireId, supersedes, raw, body] = row
  return {
    id,
    cursor,
    ord,
    workspace,
    source,
    protocol,
    seq,
    at,
    ...(claimedAt !== null && { claimedAt }),
    wireId,
    ...(supersedes !== null && { supersedes }),
    raw: JSON.parse(raw) as Raw,
    body: JSON.parse(body) as EventBody,
  }
}

/** Names by which the feed of an agent finds an event, each once. */
export function namesOf(body: EventBody): readonly string[] {
  if (body.kind === 'message') return [...new Set([body.from, ...body.to, ...body.observers])]
  return body.kind === 'presence' || body.kind === 'profile' ? [body.agent] : []
}
