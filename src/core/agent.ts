import { z } from 'zod'
import { evidences, statusWords } from './event.ts'

/** How a name came to belong to an agent. */
export const namedBy = ['itself', 'operator', 'same name'] as const

export const agentNameSchema = z.object({
  source: z.string(),
  protocol: z.string(),
  name: z.string(),
  by: z.enum(namedBy),
  /** It was only ever written to: nobody of that name was heard there. */
  silent: z.literal(true).optional(),
})
export type AgentName = z.infer<typeof agentNameSchema>

export const agentSchema = z.object({
  /** Stable key: its exact name, or what the operator's joining or splitting made of it. Not for the screen. */
  id: z.string(),
  name: z.string(),
  isOperator: z.boolean(),
  /** 1–8 in order of appearance, 0 for the operator (ink). */
  hue: z.int().min(0).max(8),
  names: z.array(agentNameSchema),
  status: z.object({
    word: z.enum(statusWords),
    evidence: z.enum(evidences),
    said: z.string(), // `running`, or why it is unknown
    /** What it was until `since`, when the evidence for it ended. */
    was: z.enum(statusWords).optional(),
    since: z.number().optional(),
    /** Id of the event that says so. */
    event: z.string().optional(),
  }),
  role: z.string().optional(),
  task: z.string().optional(),
  instructions: z.string().optional(),
  /** Workspace-relative file that defines it. */
  definedIn: z.string().optional(),
  handoffTo: z.array(z.string()).optional(),
  lastSeen: z.number().optional(), // its own last message, ms
  sentToday: z.int(),
  sent: z.int(),
  unread: z.int(),
  /** Messages per hour over the last 24 h, oldest first. */
  activity: z.array(z.int()).length(24),
})
/** One agent or person under all of its names. */
export type Agent = z.infer<typeof agentSchema>

export const nameGuessSchema = z.object({
  source: z.string(),
  protocol: z.string(),
  name: z.string(),
  /** Agent that it may be. */
  agent: z.string(),
  reason: z.string(), // `one letter apart`
})
/** A name that may belong to another agent. A guess stays a guess until the operator joins it. */
export type NameGuess = z.infer<typeof nameGuessSchema>
