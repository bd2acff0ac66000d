import { z } from 'zod'

export const conversationSchema = z.object({
  /** `${source}|${key}`: used in filters and read marks. */
  id: z.string(),
  source: z.string(),
  protocol: z.string(),
  /** The protocol's own key, and the title shown in the list. */
  key: z.string(),
  topic: z.string().optional(),
  members: z.array(z.string()),
  count: z.int(),
  unread: z.int(),
  lastOrd: z.int(),
  lastAt: z.number(),
})
/** A thread of messages as shown in the list pane (chat: a pair). */
export type Conversation = z.infer<typeof conversationSchema>

/** The id of a conversation, see `conversationSchema`. */
export function conversationId(source: string, key: string): string {
  return `${source}|${key}`
}
