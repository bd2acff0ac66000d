import { z } from 'zod'
import { faultCodes } from './fault.ts'
import type { Fault } from './fault.ts'

const most = { message: 2_000, detail: 8_000, field: 200, fix: 2_000 }

/** Validates a `Fault` that crossed a boundary, and bounds it. */
export const faultSchema = z.object({
  code: z.enum(faultCodes),
  message: z.string().max(most.message),
  detail: z.string().max(most.detail).optional(),
  field: z.string().max(most.field).optional(),
  at: z.int().min(0).optional(),
  fix: z.string().max(most.fix).optional(),
}) satisfies z.ZodType<Fault>

/** A fault that `faultSchema` takes: words are cut, and a correction that is too long is left out, since half of one would be wrong. */
export function fitFault(fault: Fault): Fault {
  if (faultSchema.safeParse(fault).success) return fault
  const { code, message, detail, field, at, fix } = fault
  return {
    code,
    message: message.slice(0, most.message),
    ...(detail !== undefined && { detail: detail.slice(0, most.detail) }),
    ...(field !== undefined && { field: field.slice(0, most.field) }),
    ...(at !== undefined && Number.isSafeInteger(at) && at >= 0 && { at }),
    ...(fix !== undefined && fix.length <= most.fix && { fix }),
  }
}
