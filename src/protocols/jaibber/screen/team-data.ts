import { z } from 'zod'
import type { MessageBody } from '../../../core/event.ts'

const attachment = z.object({
  filename: z.string(),
  url: z.string().optional(),
  host: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.number().optional(),
})
export type Attachment = z.infer<typeof attachment>

const task = z.object({
  title: z.string(),
  status: z.string(),
  change: z.string(),
  assignee: z.string().optional(),
})

const dataSchema = z.object({
  attachments: z.array(attachment).catch([]).default([]),
  /** The part of an answer that arrived before its error. */
  partial: z.string().optional().catch(undefined),
  /** How many agents answered before, and which. */
  depth: z.number().optional().catch(undefined),
  chain: z.array(z.string()).catch([]).default([]),
  /** The agent it assigns work to, and the work. */
  agent: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  task: task.optional().catch(undefined),
})
type Carried = z.infer<typeof dataSchema>

/** What a message of a team carries besides its text; anything else is left out. */
export function teamDataOf({ data = {} }: Pick<MessageBody, 'data'>): Carried {
  return dataSchema.parse(data)
}
