import { z } from 'zod'
import { tailMarkSchema } from '../../io/tail/tail-mark.ts'

const position = z.object({ offset: z.number(), line: z.number(), wireId: z.string().optional() })

/** Archives that are remembered, the newest. */
export const mostArchives = 1_000

/** What a chat link saves with its events. Another shape is no state: the file is read anew, and what is stored already is not stored twice. */
export const chatStateSchema = z.object({
  v: z.literal(1),
  /** Counts how often the file began anew. */
  generation: z.int().positive(),
  tail: tailMarkSchema.optional(),
  /** Where the live end goes on. */
  live: position,
  /** Where the back-fill goes on, and whether the operator stopped it. */
  fill: z.object({ position, orderBase: z.number(), paused: z.boolean() }).optional(),
  /** Where the lines of an earlier generation were archived, and how many lines stand above them there. */
  archives: z
    .array(z.object({ generation: z.int(), path: z.string(), linesAbove: z.int() }))
    .max(mostArchives)
    .optional(),
  /** Files and agents beside the chat: key, identity of the newest event, hash of what it said. */
  known: z.array(z.tuple([z.string(), z.string(), z.string()])).max(10_000),
})
export type ChatState = z.infer<typeof chatStateSchema>
