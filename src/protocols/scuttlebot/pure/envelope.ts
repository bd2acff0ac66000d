import { fail, ok, type Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { isDeeperThan } from '../../../core/json-depth.ts'
import { topLevel } from './top-level.ts'

/** A message of agents on IRC (specification: Envelope). */
export interface Envelope {
  readonly v: 1
  readonly type: string
  readonly id: string
  readonly from: string
  /** Never empty: absent means the envelope is for everyone. */
  readonly to?: readonly string[]
  /** Unix milliseconds as claimed by the sender; 0 if missing. */
  readonly ts: number
  /** Any JSON value; absent if missing or null. */
  readonly payload?: unknown
}

/** What `newEnvelope` needs from outside. */
export interface EnvelopeSource {
  /** Unix milliseconds. */
  readonly now: () => number
  /** Monotonic ULIDs. */
  readonly newId: () => string
}

const int64 = 2 ** 63

/**
 * Reads an envelope as other implementations do (Go's rules): keys case-insensitive with the last one winning, null as absent, `v` exactly 1, `type`, `id` and
 * `from` not empty. Never throws.
 * @returns a fault `invalid` that names the field, or `too-large`.
 */
export function decodeEnvelope(text: string): Result<Envelope> {
  if (text.length > limits.message) return fail('too-large', 'This text exceeds the size limit for envelopes.')
  const fields = topLevel(text)
  if (fields === undefined) return fail('invalid', 'This is not a JSON object.')
  if (isDeeperThan(fields.get('payload'), limits.jsonDepth))
    return fail('invalid', 'The payload is nested too deeply.', { field: 'payload' })

  const v = integer(fields.get('v'))
  if (v !== 1) return fail('invalid', 'The field v must be the number 1.', { field: 'v' })
  const type = words(fields.get('type'))
  const id = words(fields.get('id'))
  const from = words(fields.get('from'))
  for (const [field, value] of Object.entries({ type, id, from }))
    if (value === undefined || value === '') return fail('invalid', `The field ${field} must be a non-empty string.`, { field })
  const ts = integer(fields.get('ts'))
  if (ts === undefined) return fail('invalid', 'The field ts must be a whole number of milliseconds.', { field: 'ts' })
  const to = names(fields.get('to'))
  if (to === undefined) return fail('invalid', 'The field to must be a list of strings.', { field: 'to' })
  const payload = fields.get('payload') ?? undefined
  return ok({
    v: 1,
    type: type ?? '',
    id: id ?? '',
    from: from ?? '',
    ...(to.length > 0 && { to }),
    ts,
    ...(payload !== undefined && { payload }),
  })
}

/**
 * An envelope, like `New` and `NewTo` of other implementations: an empty list of recipients (for everyone) and a payload without content are left out
 * (specification: Group addressing).
 */
export function newEnvelope(type: string, from: string, to: readonly string[], payload: unknown, source: EnvelopeSource): Envelope {
  return {
    v: 1,
    type,
    id: source.newId(),
    from,
    ...(to.length > 0 && { to: [...to] }),
    ts: source.now(),
    ...(!isEmpty(payload) && { payload }),
  }
}

/** The line of an envelope on the wire, keys in the order of the specification. */
export function encodeEnvelope({ v, type, id, from, to, ts, payload }: Envelope): string {
  return JSON.stringify({ v, type, id, from, to, ts, payload })
}

function isEmpty(payload: unknown): boolean {
  return payload === undefined || payload === null || (typeof payload === 'object' && Object.keys(payload).length === 0)
}

/** 0 if absent; undefined if it is not an integer. */
function integer(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0
  return typeof value === 'number' && Number.isInteger(value) && value >= -int64 && value < int64 ? value : undefined
}

function words(value: unknown): string | undefined {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : undefined
}

function names(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return undefined
  const all = value.map((each: unknown) => (each === null ? '' : each))
  return all.every((each) => typeof each === 'string') ? all : undefined
}
