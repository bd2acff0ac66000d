import { z } from 'zod'

export const conversationSchema = z.object({
  /** `${source}|${key}`: what filters and read marks name. */
  id: z.string(),
  source: z.string(),
  protocol: z.string(),
  /** The protocol's own key and the title that the list shows. */
  key: z.string(),
  topic: z.string().optional(),
  members: z.array(z.string()),
  count: z.int(),
  unread: z.int(),
  lastOrd: z.int(),
  lastAt: z.number(),
})
/** A thread of messages as the list pane shows it (chat: a pair). */
export type Conversation = z.infer<typeof conversationSchema>

/** The id of a conversation, see `conversationSchema`. */
export function conversationId(source: string, key: string): string {
  return `${source}|${key}`
}
