/**
 * Failures are values from this closed list; a thrown exception is a bug.
 * A new code needs a row in `docs/architecture.md` and a reason why none of these fits.
 */
export const faultCodes = [
  'invalid', // the input breaks a rule; the message says which one
  'not-found', // the named thing does not exist
  'not-allowed', // forbidden by a safety rule; no approval can change that
  'refused', // the operator or a policy refused it
  'conflict', // something else holds it, or it changed in the meantime
  'too-large', // a limit was exceeded; the message gives both sizes
  'unavailable', // it exists but cannot be used now (disk, permission, missing program, network)
  'timeout',
  'cancelled',
  'unsupported', // this shell, link or platform cannot do it
  'internal', // a bug in Patchbay, caught at the boundary
] as const

export type FaultCode = (typeof faultCodes)[number]

/** A failure as a value. Its schema is in `fault-schema.ts`, so that code which only returns faults does not load the schemas. */
export interface Fault {
  readonly code: FaultCode
  /** One sentence for the operator: what failed and what to do. */
  readonly message: string
  /** The raw reason, shown in monospace below the message (for example an errno line). */
  readonly detail?: string | undefined
  /** The form field or argument that caused it. */
  readonly field?: string | undefined
  /** Index in the field's text, UTF-16 units, from which on it does not fit. */
  readonly at?: number | undefined
  /** A corrected value that can be applied with one click. */
  readonly fix?: string | undefined
}

/** What every operation that can fail returns. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault }

/** Wraps a value as a success. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Wraps a failure. `more` adds `detail`, `field`, `at` or `fix`. */
export function fail(
  code: FaultCode,
  message: string,
  more: Omit<Fault, 'code' | 'message'> = {},
): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: { code, message, ...more } }
}

/** The raw reason of a thrown value, as one bounded line. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return text.slice(0, 2_000)
}

/** The fault for a bug that was caught and logged. @param doing goes on after “internal error” */
export function internalFault(doing: string, detail?: string): ReturnType<typeof fail> {
  const message = `Patchbay hit an internal error ${doing}. The reason is in log/patchbay.log in the data folder (see Settings). Please report it.`
  return fail('internal', message, { detail })
}
