import { z } from 'zod'
import type { Recovery } from '../../../core/protocol.ts'
import { channelSettingsSchema } from '../pure/api.ts'
import { agentTypes } from '../pure/match.ts'
import { taskChangeSchema } from '../pure/task-change.ts'

const word = z.string().max(512)

const agentSchema = z.object({
  nick: word,
  at: z.number(),
  /** Why it was absent when this was saved; missing: it was present. */
  left: z.string().max(1_000).optional(),
  /** It has sent an envelope. */
  isAgent: z.boolean().optional(),
  /** It introduced itself. */
  hello: z.object({ runtime: word.optional(), version: word.optional(), type: z.enum(agentTypes).optional() }).optional(),
})

/** What an IRC link saves from time to time. Events after `mark` are read from the journal again. */
export const savedSchema = z.object({
  v: z.literal(1),
  /** `LinkContext.stored.head` when it was saved. */
  mark: z.number(),
  /** Our clock when data was last received, ms. */
  heardAt: z.number().optional(),
  tasks: z.array(taskChangeSchema),
  agents: z.array(agentSchema),
  /** Types set by the operator. */
  types: z.array(z.tuple([word, z.enum(agentTypes)])),
  settings: z.array(z.tuple([word, channelSettingsSchema])),
  /** Channels that the operator joined in addition to those in the settings, and channels in the settings that the operator left; the latter is valid only for exactly these settings. */
  joined: z.array(word),
  parted: z.array(word),
  configured: z.array(word),
  /** Nicks that we have had. */
  nicks: z.array(word).optional(),
  /** Identities of recent events, to distinguish a replay from news. */
  recent: z.array(z.string().max(1_000)),
  /** The newest line of each channel that is followed by no gap, by the server's clock, ms. */
  tails: z.array(z.tuple([word, z.number()])).optional(),
})
export type Saved = z.infer<typeof savedSchema>
export type SavedAgent = z.infer<typeof agentSchema>

/** See `Protocol.recover`. Without everything before it, tasks and agents are read from the journal again. */
export function recoverNetwork(saved: unknown, { isWhole }: Recovery): Saved | undefined {
  const read = savedSchema.safeParse(saved)
  if (!read.success || isWhole) return read.data
  const { heardAt: _heardAt, tails: _tails, ...rest } = read.data
  return { ...rest, mark: 0, recent: [], tasks: [], agents: [] }
}
