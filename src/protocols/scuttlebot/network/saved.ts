import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { channelSettingsSchema } from '../pure/api.ts'
import { agentTypes } from '../pure/match.ts'

const word = z.string().max(512)
const text = z.string().max(20_000).optional()

const changeSchema = z.object({
  id: z.string().max(limits.line),
  kind: z.enum(['create', 'update', 'complete']),
  task: z.string().max(limits.line),
  by: word,
  at: z.number(),
  wireId: z.string().max(1_000),
  place: word.optional(),
  doubt: z.string().max(1_000).optional(),
  title: text,
  description: text,
  assignee: word.optional(),
  status: word.optional(),
  comment: text,
  summary: text,
  to: z.array(z.string().max(limits.line)).optional(),
})

const agentSchema = z.object({
  nick: word,
  at: z.number(),
  /** It introduced itself. */
  hello: z.object({ runtime: word.optional(), version: word.optional(), type: z.enum(agentTypes).optional() }).optional(),
})

/** What an IRC link saves from time to time. What came after `mark` is read from the journal again. */
export const savedSchema = z.object({
  v: z.literal(1),
  /** `LinkContext.stored.head` when it was saved. */
  mark: z.number(),
  /** Our clock when the connection last said something, ms. */
  heardAt: z.number().optional(),
  tasks: z.array(changeSchema),
  agents: z.array(agentSchema),
  /** The operator's word on types. */
  types: z.array(z.tuple([word, z.enum(agentTypes)])),
  settings: z.array(z.tuple([word, channelSettingsSchema])),
  /** Channels that the operator joined beside those of the settings, and left of those; the latter holds for exactly these settings. */
  joined: z.array(word),
  parted: z.array(word),
  configured: z.array(word),
  /** Identities of the last events, so that a replay is told from news. */
  recent: z.array(z.string().max(1_000)),
})
export type Saved = z.infer<typeof savedSchema>
export type SavedAgent = z.infer<typeof agentSchema>
