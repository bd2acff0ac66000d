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

/** The key of a conversation between two names, the same in both directions: for protocols whose messages have a recipient but no channel. */
export function pairKey(one: string, other: string): string {
  return one <= other ? `${one}⇄${other}` : `${other}⇄${one}`
}
