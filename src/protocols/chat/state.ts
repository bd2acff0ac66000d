import { z } from 'zod'
import type { Recovery } from '../../core/protocol.ts'
import { tailMarkSchema } from '../../io/tail/tail-mark.ts'

const position = z.object({ offset: z.number(), line: z.number(), wireId: z.string().optional() })

/** How many archives are remembered (the newest ones). */
export const mostArchives = 1_000

/** What a chat link saves with its events. State of another shape is discarded: the file is read again, and events already stored are not stored twice. */
export const chatStateSchema = z.object({
  v: z.literal(1),
  /** Counts restarts of the file. */
  generation: z.int().positive(),
  tail: tailMarkSchema.optional(),
  /** Where following the end of the file resumes. */
  live: position,
  /** Where loading earlier lines resumes, and whether the operator stopped it. */
  fill: z.object({ position, orderBase: z.number(), paused: z.boolean() }).optional(),
  /** Where the lines of an earlier generation were archived, and how many lines precede them there. */
  archives: z
    .array(z.object({ generation: z.int(), path: z.string(), linesAbove: z.int() }))
    .max(mostArchives)
    .optional(),
  /** Agent files and agent statuses: key, identity of the newest event, hash of its content. */
  known: z.array(z.tuple([z.string(), z.string(), z.string()])).max(10_000),
})
export type ChatState = z.infer<typeof chatStateSchema>

/** See `Protocol.recover`. Without everything before it the file is read again, as the same generation. */
export function recoverChat(saved: unknown, { isWhole }: Recovery): ChatState | undefined {
  const read = chatStateSchema.safeParse(saved)
  if (!read.success || isWhole) return read.data
  const { v, generation, archives } = read.data
  return { v, generation, live: { offset: 0, line: 1 }, ...(archives !== undefined && { archives }), known: [] }
}
