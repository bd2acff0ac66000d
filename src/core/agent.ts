import { z } from 'zod'
import { evidences, statusWords } from './event.ts'

/** How a name was assigned to an agent. */
const namedBy = ['itself', 'operator', 'same name'] as const

const agentNameSchema = z.object({
  source: z.string(),
  protocol: z.string(),
  name: z.string(),
  by: z.enum(namedBy),
  /** Messages were addressed to it, but it never sent one. */
  silent: z.literal(true).optional(),
})
export type AgentName = z.infer<typeof agentNameSchema>

export const agentSchema = z.object({
  /** Stable key: the exact name, or the result of the operator's joining or splitting. Not for display. */
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
    /** waiting: the agent (name) that it waits for, where that is known. */
    on: z.string().optional(),
    /** waiting: it waits for the operator, whose name `on` is. */
    isOnOperator: z.literal(true).optional(),
    /** The status until `since`, when its evidence expired. */
    was: z.enum(statusWords).optional(),
    since: z.number().optional(),
    /** Id of the event that reports it. */
    event: z.string().optional(),
  }),
  role: z.string().optional(),
  task: z.string().optional(),
  instructions: z.string().optional(),
  /** Workspace-relative path of the file that defines it. */
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
  /** The agent that it may be. */
  agent: z.string(),
  reason: z.string(), // `one letter apart`
})
/** A name that may belong to another agent. It stays a guess until the operator joins the two. */
export type NameGuess = z.infer<typeof nameGuessSchema>
