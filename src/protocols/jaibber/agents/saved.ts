import { z } from 'zod'
import { agentSettingsSchema } from '../pure/api.ts'
import { jaibberMessageSchema } from '../pure/message.ts'

const word = z.string().max(1_024)

const savedAgentSchema = z.object({
  id: word,
  settings: agentSettingsSchema,
  isRunning: z.boolean(),
  answered: z.int().nonnegative(),
  since: z.number(),
  lastFault: z.object({ message: z.string(), at: z.number() }).optional(),
  /** The operator's halt stopped it, and it has not been started since. */
  isHalted: z.literal(true).optional(),
})
export type SavedAgent = z.infer<typeof savedAgentSchema>

/** An answer that was started: enough to publish that it was interrupted. `words`: it ended with this error, which could not be published. */
const savedAnswerSchema = z.object({
  agentName: word,
  project: word,
  messageId: word,
  responseId: word,
  at: z.number(),
  words: z.string().optional(),
})
export type SavedAnswer = z.infer<typeof savedAnswerSchema>

const savedLedgerSchema = z.object({
  ran: z.array(z.tuple([z.string(), z.number()])),
  open: z.array(savedAnswerSchema),
  answers: z.array(z.tuple([word, z.array(z.number())])),
})
export type SavedLedger = z.infer<typeof savedLedgerSchema>

const savedPromptSchema = z.object({
  agent: word,
  job: z.object({ trigger: jaibberMessageSchema, at: z.number(), responseId: word, depth: z.number(), chain: z.array(word).readonly() }),
  prompt: z.string(),
  context: z.int(),
  left: z.int(),
  /** Ids of the messages after the first, if an answer needed several: a retry uses the same ones. */
  partIds: z.array(word),
})
export type SavedPrompt = z.infer<typeof savedPromptSchema>

/** State of the agents of this machine that survives a restart. */
export const savedLocalAgentsSchema = z.object({
  v: z.literal(1),
  agents: z.array(savedAgentSchema),
  ledger: savedLedgerSchema,
  prompts: z.array(savedPromptSchema),
})
export type SavedLocalAgents = z.infer<typeof savedLocalAgentsSchema>

/**
 * The agents as they were in a backup: stopped, with nothing waiting, but with a record of every prompt that has run, also since the backup.
 * @param since the state in the replaced journal.
 */
export function recoverLocalAgents(saved: unknown, since: unknown): SavedLocalAgents | undefined {
  const [known, newer] = [savedLocalAgentsSchema.safeParse(saved).data, savedLocalAgentsSchema.safeParse(since).data]
  if (known === undefined) return undefined
  const agents = known.agents.map((agent) => ({ ...agent, isRunning: false }))
  const ran = [...new Map([...known.ledger.ran, ...(newer?.ledger.ran ?? [])])]
  return { v: 1, agents, ledger: { ran, open: [], answers: newer?.ledger.answers ?? known.ledger.answers }, prompts: [] }
}
