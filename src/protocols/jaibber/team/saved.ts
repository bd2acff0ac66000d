import { z } from 'zod'
import type { Recovery } from '../../../core/protocol.ts'
import { recoverLocalAgents } from '../agents/saved.ts'
import { projectSettingsSchema } from '../pure/api.ts'
import { savedQueueSchema } from '../rest/store-queue.ts'

const word = z.string().max(512)
/** Maximum length of a saved event identity; longer ones are looked up in the journal. */
export const savedIdChars = 2_000
const identity = z.string().max(savedIdChars)
const named = z.object({ id: word, name: word.optional() })

/**
 * The saved state of a team's link. Events after `mark` are read from the journal. Fields that contain data from strangers and only save time become
 * empty if they cannot be read; they never invalidate the rest.
 */
export const savedSchema = z.object({
  v: z.literal(1),
  /** `LinkContext.stored.head` at the time of saving. */
  mark: z.number(),
  /** When data was last received, our clock, ms. */
  heardAt: z.number().optional(),
  projects: z.object({
    added: z.array(named).max(256),
    left: z.array(word).max(1_000),
    listed: z.array(named).max(256),
    configured: z.array(word).max(256),
    settings: z.array(z.tuple([word, projectSettingsSchema])).max(1_000),
  }),
  /** Our identity as the server last reported it, and the account it belongs to. */
  identity: z.object({ userId: word, username: word, account: z.string().max(4_096).optional() }).optional(),
  /** Identities of recent events, to recognize repeats. */
  recent: z.array(identity).max(10_000).catch([]),
  /** Ids of our last connections. */
  connections: z.array(word).max(1_000).catch([]),
  /** Ids of messages that we sent. */
  sent: z.array(word).max(1_000).catch([]),
  /** Recent messages of each project, by identity: the context for answers. */
  tails: z
    .array(z.tuple([word, z.array(word).max(64)]))
    .max(256)
    .catch([]),
  /** Agents that were present, by project: `PresentAgents.saved`. */
  present: z
    .array(z.tuple([word, z.array(z.string().max(1_024)).max(5_000)]))
    .max(256)
    .catch([]),
  /** Unfinished answers: `MessageReader.saved`. */
  streams: z.array(identity).max(4_000).catch([]),
  queue: savedQueueSchema,
  /** Agents of this machine: `LocalAgents.saved`. The stored name predates the class and stays. */
  crew: z.unknown(),
})
export type Saved = z.infer<typeof savedSchema>

/** See `Protocol.recover`. Messages waiting for the server are not sent automatically; agents are kept, but stopped. */
export function recoverTeam(saved: unknown, { isWhole, isElsewhere, replaced }: Recovery): Saved | undefined {
  const read = savedSchema.safeParse(saved)
  if (!read.success) return undefined
  const { heardAt, mark, recent, crew, identity, connections, ...rest } = read.data
  const since = savedSchema.safeParse(replaced)
  const heard = isWhole && heardAt !== undefined ? { heardAt } : {}
  return {
    ...rest,
    ...(identity !== undefined && isElsewhere === undefined && { identity }),
    ...heard,
    mark: isWhole ? mark : 0,
    recent: isWhole ? recent : [],
    connections: isElsewhere === true ? [] : connections,
    queue: [],
    crew: isElsewhere === true ? undefined : recoverLocalAgents(crew, since.data?.crew),
  }
}
