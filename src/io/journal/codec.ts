import { eventBodySchema, fitBody, rawSchema } from '../../core/event.ts'
import type { Event, EventBody, EventKind } from '../../core/event.ts'
import type { Content, Contents } from './contents.ts'
import { jsonOf } from './recover-state.ts'
import type { Source } from './sources.ts'

/** How kinds are stored: the index in this list is the number in the file, so append new ones at the end. */
export const storedKinds: readonly EventKind[] = [
  'message',
  'comment',
  'presence',
  'profile',
  'marker',
  'fault',
  'receipt',
  'notice',
  'stream',
  'lamp',
]
export const messageKind = storedKinds.indexOf('message')
export const faultKind = storedKinds.indexOf('fault')

/** Columns of an event, in the order of `EventRow`. */
export const eventColumns = 'cursor, id, ord, source, seq, at, claimed_at, wire_id, supersedes, raw, body, late'

/** A row as returned by `statement.raw()`. */
export type EventRow = [
  cursor: number,
  id: string,
  ord: number,
  source: number,
  seq: number,
  at: number,
  claimedAt: number | null,
  wireId: string,
  supersedes: string | null,
  raw: string,
  body: string,
  late: number,
]

/** The event of a row. It was validated when it was stored. */
export function rowToEvent(row: EventRow, source: Source, contents: Contents): Event {
  const [cursor, id, ord, , seq, at, claimedAt, wireId, supersedes, raw, body, late] = row
  return {
    id,
    cursor,
    ord,
    workspace: source.workspace,
    source: source.id,
    protocol: source.protocol,
    seq,
    at,
    ...(claimedAt !== null && { claimedAt }),
    ...(late !== 0 && { late: true as const }),
    wireId,
    ...(supersedes !== null && { supersedes }),
    ...contents.read({ cursor, id, raw, body }),
  }
}

/** What the texts of an event mean; undefined: they are not as they were written, as after a flipped bit in the name of a field. */
export function contentOf(rawText: unknown, bodyText: unknown): Content | undefined {
  const [raw, body] = [rawSchema.safeParse(jsonOf(rawText)), eventBodySchema.safeParse(fitted(jsonOf(bodyText)))]
  return raw.success && body.success ? { raw: raw.data, body: body.data } : undefined
}

/** As it is read: an earlier release stored longer faults. */
function fitted(value: unknown): unknown {
  try {
    return fitBody(value as EventBody)
  } catch {
    return undefined // it is none
  }
}

/** Distinct names by which an agent's feed finds an event. */
export function namesOf(body: EventBody): readonly string[] {
  if (body.kind === 'message') return [...new Set([body.from, ...body.to, ...body.observers])]
  if (body.kind === 'notice' || body.kind === 'stream') return [body.from]
  if (body.kind === 'receipt') return body.by === undefined ? [] : [body.by]
  return body.kind === 'presence' || body.kind === 'profile' ? [body.agent] : []
}
