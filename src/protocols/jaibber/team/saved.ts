import { z } from 'zod'
import type { Recovery } from '../../../core/protocol.ts'
import { recoverLocalAgents } from '../agents/saved.ts'
import { projectSettingsSchema } from '../pure/api.ts'
import { savedQueueSchema } from '../rest/store-queue.ts'

const word = z.string().max(512)
/** Longest identity of an event that is saved; a longer one is looked up in the journal. */
export const savedIdChars = 2_000
const identity = z.string().max(savedIdChars)
const named = z.object({ id: word, name: word.optional() })

/**
 * What a team's link saves from time to time. What came after `mark` is read from the journal again. What strangers chose, and only saves time, never
 * costs the rest: when it cannot be read it is empty.
 */
export const savedSchema = z.object({
  v: z.literal(1),
  /** `LinkContext.stored.head` when it was saved. */
  mark: z.number(),
  /** Our clock when data was last received, ms. */
  heardAt: z.number().optional(),
  projects: z.object({
    added: z.array(named).max(256),
    left: z.array(word).max(1_000),
    listed: z.array(named).max(256),
    configured: z.array(word).max(256),
    settings: z.array(z.tuple([word, projectSettingsSchema])).max(1_000),
  }),
  /** Whom the server last said that we are, and which account it was asked about. */
  identity: z.object({ userId: word, username: word, account: z.string().max(4_096).optional() }).optional(),
  /** Identities of the last events, so that what comes again is told from news. */
  recent: z.array(identity).max(10_000).catch([]),
  /** The last messages of each project, by identity: what an answer is made from. */
  tails: z
    .array(z.tuple([word, z.array(word).max(64)]))
    .max(256)
    .catch([]),
  /** Agents that were there, by project: `PresentAgents.saved`. */
  present: z
    .array(z.tuple([word, z.array(z.string().max(1_024)).max(5_000)]))
    .max(256)
    .catch([]),
  /** Answers that were being written: `MessageReader.saved`. */
  streams: z.array(identity).max(4_000).catch([]),
  queue: savedQueueSchema,
  /** Agents of this machine: `LocalAgents.saved`. The stored name predates the class and stays. */
  crew: z.unknown(),
})
export type Saved = z.infer<typeof savedSchema>

/** See `Protocol.recover`. Messages that waited for the server are not sent by themselves; agents stay, and do not run. */
export function recoverTeam(saved: unknown, { isWhole, replaced }: Recovery): Saved | undefined {
  const read = savedSchema.safeParse(saved)
  if (!read.success) return undefined
  const { heardAt, mark, recent, crew, ...rest } = read.data
  const since = savedSchema.safeParse(replaced)
  const heard = isWhole && heardAt !== undefined ? { heardAt } : {}
  return {
    ...rest,
    ...heard,
    mark: isWhole ? mark : 0,
    recent: isWhole ? recent : [],
    queue: [],
    crew: recoverLocalAgents(crew, since.data?.crew),
  }
}
