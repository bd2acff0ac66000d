import { z } from 'zod'
import { faultSchema } from '../../../core/fault-schema.ts'
import { confirmed, method } from '../../../core/method.ts'
import type { ProtocolApi, ProtocolMethod } from '../../../core/protocol.ts'
import { outputFormats } from './output-formats.ts'

/**
 * The methods and view of a Jaibber link, for the Agents, Links, Paste and Feed views. Times are our clock, ms. A *project* is identified by
 * its id, which is also the key of its conversation.
 */
const id = z.string().min(1).max(512)
const name = z.string().trim().min(1).max(128)
const text = z.string().max(200_000)

/** How a program receives the prompt. */
export const promptWays = ['stdin', 'argument'] as const

const providerSchema = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('command'),
      /** Name or path of a program; it is started without a shell. */
      program: z.string().trim().min(1).max(4_096),
      args: z.array(z.string().max(4_096)).max(64),
      prompt: z.enum(promptWays),
      /** Absent: plain text. */
      output: z.enum(outputFormats).optional(),
      /** Absolute working folder; empty: the workspace's folder. */
      folder: z.string().max(4_096),
    })
    .strict(),
  z.object({ kind: z.literal('paste') }).strict(),
  z.object({ kind: z.literal('echo') }).strict(),
])
export type Provider = z.infer<typeof providerSchema>

/** An agent of this machine, as the operator configured it. */
export const agentSettingsSchema = z
  .object({
    /** How it is mentioned: `@Coder`. Letters, digits, `_` and `-`. */
    name: z
      .string()
      .regex(
        /^(?=.{1,64}$)[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*$/u,
        'A name can have up to 64 letters, digits, _ and -, with single spaces between them.',
      ),
    projects: z.array(id).min(1, 'An agent needs a project.').max(64),
    /** Its system prompt; every member of its projects can read it. */
    instructions: z.string().max(20_000),
    provider: providerSchema,
    /** Time limit for one answer, s. */
    timeLimit: z.int().min(1).max(3_600),
  })
  .strict()
export type AgentSettings = z.infer<typeof agentSettingsSchema>

/** ready: waits for a mention · waiting: its prompt waits for the operator's paste · failed: its last answer was an error */
const agentStates = ['stopped', 'ready', 'answering', 'waiting', 'failed'] as const

const promptSchema = z.object({
  messageId: z.string(),
  project: z.string(),
  from: z.string(),
  /** The start of the message that mentions it. */
  text: z.string(),
  at: z.number(),
})
export type QueuedPrompt = z.infer<typeof promptSchema>

const localAgentSchema = z.object({
  id: z.string(),
  settings: agentSettingsSchema,
  state: z.enum(agentStates),
  since: z.number(),
  /** The message it is answering. */
  current: promptSchema.extend({ responseId: z.string(), chars: z.int() }).optional(),
  queue: z.array(promptSchema),
  /** Number of entries omitted from the list. */
  more: z.int(),
  answered: z.int(),
  /** Why the last answer failed. */
  lastFault: z.object({ message: z.string(), at: z.number() }).optional(),
})
export type LocalAgent = z.infer<typeof localAgentSchema>

/** The input of an answer: what the provider received, and where each part comes from. */
const builtPromptSchema = z.object({
  messageId: z.string(),
  project: z.string(),
  at: z.number(),
  prompt: z.string(),
  /** Messages before the one being answered. */
  context: z.int(),
  /** Older ones left out to keep the prompt short enough. */
  left: z.int(),
})

const memberSchema = z.object({
  userId: z.string(),
  username: z.string(),
  /** Absent: a person without an agent on this connection. */
  agentName: z.string().optional(),
  instructions: z.string().optional(),
  machine: z.string().optional(),
  /** Entered by this link. */
  isOurs: z.boolean(),
  since: z.number(),
  /** Why it is doubtful: the connection belongs to another client. */
  doubt: z.string().optional(),
})
export type Member = z.infer<typeof memberSchema>

export const projectSettingsSchema = z.object({
  /** Agents of this machine do not answer at this depth ("Loop Prevention"). */
  maxResponseDepth: z.int().min(1).max(16),
  /** Answers that agents of this machine may give here within ten minutes. */
  budget: z.int().min(1).max(1_000),
  /** Recorded but silent: nothing in it counts as unread. */
  mute: z.boolean(),
})
export type ProjectSettings = z.infer<typeof projectSettingsSchema>
export const defaultProjectSettings: ProjectSettings = { maxResponseDepth: 3, budget: 30, mute: false }

const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  isAttached: z.boolean(),
  /** Why it is not joined: `this key may not subscribe to it`. */
  reason: z.string().optional(),
  /** People and agents, agents first; at most 200. */
  members: z.array(memberSchema),
  more: z.int(),
  /** Answers that are being written. */
  writing: z.int(),
  /** From the server's list; otherwise it was added by hand. */
  isListed: z.boolean(),
  settings: projectSettingsSchema,
})
export type Project = z.infer<typeof projectSchema>

/** A prompt that waits for the operator to paste an answer. */
const pasteItemSchema = promptSchema.extend({ id: z.string(), agent: z.string(), chars: z.int() })
export type PasteItem = z.infer<typeof pasteItemSchema>

const teamViewSchema = z.object({
  userId: z.string(),
  username: z.string(),
  machine: z.string(),
  isConnected: z.boolean(),
  /** How and as whom it is connected, in words: `key 4xF9…`, `token to 10:42`, `resumed after 4 s`. */
  connection: z.array(z.string()),
  /** People and agents in all projects (`jaibber:presence`). */
  online: z.int(),
  /** The server that stores messages; absent: none. */
  server: z.object({ place: z.string(), state: z.string(), isReachable: z.boolean(), waiting: z.int() }).optional(),
  /** In words: `rewind 2 m, history 100: 12 messages recovered`. */
  backfill: z.string(),
  projects: z.array(projectSchema),
  agents: z.array(localAgentSchema),
  prompts: z.array(pasteItemSchema),
})
export type TeamView = z.infer<typeof teamViewSchema>

const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  assignee: z.string().optional(),
  description: z.string().optional(),
  at: z.number().optional(),
})
export type ProjectTask = z.infer<typeof taskSchema>

const logLineSchema = z.object({ seq: z.int(), at: z.number(), text: z.string() })
export type AgentLogLine = z.infer<typeof logLineSchema>

const none = z.object({})
const agent = z.object({ agent: id }).strict()

export const jaibberMethods = {
  /** Joins a project by its id; the name is used unless the server provides one. */
  addProject: method(z.object({ project: id, name: name.optional() }).strict(), none),
  leaveProject: method(z.object({ project: id }).strict(), none),
  project: method(z.object({ project: id, settings: projectSettingsSchema.partial().strict() }).strict(), none),
  /** Members whose name, machine or agent contains the text. */
  members: method(
    z
      .object({ project: id, text: z.string().max(200).optional(), offset: z.int().min(0).optional(), limit: z.int().min(1).max(500) })
      .strict(),
    z.object({ members: z.array(memberSchema), total: z.int() }),
  ),
  /** Loads messages older than all known ones of the project, from the server or from Ably. */
  older: method(z.object({ project: id }).strict(), z.object({ found: z.int(), hasMore: z.boolean() })),
  /** Tasks of a project, as the server has them. */
  tasks: method(z.object({ project: id }).strict(), z.object({ tasks: z.array(taskSchema) })),
  /** Creates a task at the server. */
  createTask: method(z.object({ project: id, title: name, description: text.optional(), assignee: name.optional() }).strict(), taskSchema),
  /** Changes the status of a task at the server. */
  moveTask: method(z.object({ project: id, task: id, status: z.string().min(1).max(64) }).strict(), taskSchema),
  /** Splits a text that is too long for one message. */
  split: method(z.object({ project: id, text }).strict(), z.object({ parts: z.array(z.string()) })),
  /** Publishes the parts in order. Returns the ids of the messages sent, and why the rest were not; a fault if none was sent. */
  sendParts: method(
    z.object({ project: id, parts: z.array(text).min(1).max(64) }).strict(),
    z.object({ ids: z.array(z.string()), stopped: faultSchema.optional() }),
  ),

  /** Configures an agent, or changes one that is stopped. */
  saveAgent: method(z.object({ agent: id.optional(), settings: agentSettingsSchema }).strict(), z.object({ agent: z.string() })),
  removeAgent: method(agent, none),
  /** What starting the agent permits: the exact command, where it runs, its input and what happens to its output. */
  startTerms: method(
    agent,
    z.object({
      /** The command line as it is run, with a placeholder for the prompt; absent: it runs nothing. */
      command: z.string().optional(),
      terms: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
  /** Starts the agent: it answers whoever mentions it. The screen has shown `startTerms`. */
  startAgent: confirmed(agent, none),
  /** Stops the agent: its running answer ends, waiting messages are dropped. */
  stopAgent: method(agent, none),
  /** Ends the running answer: the program and all its child processes end, an error is published. */
  stopAnswer: method(agent, none),
  /** The input of its last or current answer. */
  lastPrompt: method(agent, builtPromptSchema.nullable()),
  /** Lines of its log, newest last: those before `before`, or the newest. */
  log: method(
    z.object({ agent: id, before: z.int().optional(), limit: z.int().min(1).max(500) }).strict(),
    z.object({ lines: z.array(logLineSchema), hasBefore: z.boolean() }),
  ),

  /** The whole prompt that waits for a paste. */
  prompt: method(z.object({ prompt: id }).strict(), builtPromptSchema.extend({ agent: z.string() })),
  /** Publishes the pasted text as the agent's answer. */
  answer: method(z.object({ prompt: id, text: z.string().min(1).max(1_048_576) }).strict(), z.object({ ids: z.array(z.string()) })),
  /** Publishes an error instead of an answer to this prompt. */
  decline: method(z.object({ prompt: id, reason: z.string().max(2_000).optional() }).strict(), none),
} as const satisfies Readonly<Record<string, ProtocolMethod>>

export type JaibberMethods = typeof jaibberMethods
export const jaibberApi: ProtocolApi = { methods: jaibberMethods, view: teamViewSchema }
