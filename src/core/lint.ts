import { z } from 'zod'

export const findingSchema = z.object({
  rule: z.string(), // `CH001`
  line: z.int().positive(), // 1-based physical line
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  fix: z.string().optional(),
})
/** One problem that a protocol's lint found. Printed as one JSON line by `patchbay lint`, keys in this order. */
export type Finding = z.infer<typeof findingSchema>
