import { z } from 'zod'
import { faultCodes } from './fault.ts'
import type { Fault } from './fault.ts'

/** Validates a `Fault` that crossed a boundary, and bounds it. */
export const faultSchema = z.object({
  code: z.enum(faultCodes),
  message: z.string().max(2_000),
  detail: z.string().max(8_000).optional(),
  field: z.string().max(200).optional(),
  fix: z.string().max(2_000).optional(),
}) satisfies z.ZodType<Fault>
