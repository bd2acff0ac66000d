import { z } from 'zod'
import { faultSchema } from '../core/fault-schema.ts'
import { method } from '../core/method.ts'

/** Closed months of the journal, moved into archives beside it and brought back. */
const empty = z.object({}).strict()
const none = z.object({})
const monthSchema = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/) // in UTC: `2026-03`

export const archiveContract = {
  /** The archives of closed months beside the journal, and what is being moved; `bytes` of the journal itself. */
  'archives.list': method(
    empty,
    z.object({
      bytes: z.int(),
      archives: z.array(
        z.object({
          file: z.string(),
          month: monthSchema,
          state: z.enum(['moving', 'closed', 'returning', 'returned']),
          bytes: z.int(),
          /** Absent: the file is missing or damaged. */
          events: z.int().optional(),
        }),
      ),
      moving: z.object({ done: z.int(), total: z.int() }).optional(),
      fault: faultSchema.optional(),
    }),
  ),
  /** Months that can be moved, oldest first, with the size of their texts. Reads the whole journal, in a thread. */
  'archives.months': method(empty, z.array(z.object({ month: monthSchema, events: z.int(), bytes: z.int() }))),
  /** Begins to move the months before this one into archives; `archives.list` tells how far it is. */
  'archives.move': method(z.object({ before: monthSchema }).strict(), none),
  'archives.cancel': method(empty, none),
  /** Begins to bring an archive's month back into the journal. */
  'archives.bringBack': method(z.object({ file: z.string().min(1).max(100) }).strict(), none),
}
