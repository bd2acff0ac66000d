import { z } from 'zod'
import { doubtSchema } from '../../../core/doubt.ts'
import { faultSchema } from '../../../core/fault-schema.ts'
import { limits } from '../../../core/limits.ts'
import { confirmed, method } from '../../../core/method.ts'
import { findingSchema } from '../../../core/lint.ts'
import type { ProtocolApi, ProtocolMethod } from '../../../core/protocol.ts'
import { failureSchema } from './failure.ts'
import { ledgerSchema } from './ledger.ts'
import { operations } from './operations.ts'
import { listedFields, messageContent, messageId } from './message.ts'
import { roles } from './roles.ts'
import { supersededSchema } from './superseded.ts'
import { switchboardViewSchema } from './view.ts'

/** The methods of the Inboxes screen. Mailboxes are named as their folders are spelled; files are relative to the workspace. */
const agent = z.string().min(1).max(limits.nameChars)
const filePath = z.string().min(1).max(limits.pathChars)
const empty = z.object({}).strict()
const none = z.object({})
const inMailbox = { mailbox: agent, id: messageId }

/** The groups of a mailbox on the screen. `failed`: a program did not carry it out and gave a reason; `done`: answered or archived. */
export const messageGroups = ['failed', 'new', 'read', 'acked', 'done'] as const
export type MessageGroup = (typeof messageGroups)[number]

/** A list of a mailbox: one group, or everything overdue. */
export const messageLists = [...messageGroups, 'overdue'] as const
export type MessageList = (typeof messageLists)[number]

export const messageRowSchema = z.object({
  id: messageId,
  mailbox: agent,
  box: z.enum(['inbox', 'archive']),
  file: z.string(),
  action: z.string(),
  sender: z.string(),
  /** Only the file names the sender: no session of our server wrote it. */
  isClaim: z.boolean(),
  /** Beginning of the payload, one line. */
  text: z.string(),
  /** When the file was written, ms; the order of the list. */
  at: z.number(),
  group: z.enum(messageGroups),
  /** Stages without proof are absent: the screen then shows “unknown”, or “not yet” where that is certain. */
  ledger: ledgerSchema,
  ...listedFields,
  /** What is odd or unproven. */
  doubts: z.array(doubtSchema),
  /** When an answer is expected, according to the sender or to a limit in the settings. */
  dueAt: z.number().optional(),
  isOverdue: z.boolean(),
  /** A program did not carry the message out; its reason. */
  failure: failureSchema.optional(),
  /** The program that archived it reports that its sender replaced it: by which message, and when. */
  superseded: supersededSchema.optional(),
  /** Its file was deleted by a program. */
  isGone: z.literal(true).optional(),
})
export type MessageRow = z.infer<typeof messageRowSchema>

const messageDetailSchema = z.object({
  row: messageRowSchema,
  payload: z.string(),
  createdAt: z.string(),
  metadata: z.array(z.object({ label: z.string(), value: z.string() })),
  persona: z.string().optional(),
  /** The file's exact text. */
  raw: z.string(),
  receipt: z.object({ file: z.string(), status: z.string(), at: z.number().optional() }).optional(),
  lint: z.array(findingSchema),
  /** The messages it answers and that answer it, oldest first, including itself. */
  thread: z.array(messageRowSchema),
})
export type MessageDetail = z.infer<typeof messageDetailSchema>

/** Recipient of a message of the operator; a team or a role means all its members. */
const targetSchema = z.object({ kind: z.enum(['agent', 'team', 'role']), name: agent }).strict()
export type Target = z.infer<typeof targetSchema>

const compose = {
  ...messageContent,
  target: targetSchema,
  payload: z.string().max(limits.draftChars),
  metadata: z
    .array(z.object({ label: z.string().min(1).max(128), value: z.string().max(4_000) }).strict())
    .max(64)
    .optional(),
}

const previewSchema = z.object({
  messages: z.array(
    z.object({
      recipient: agent,
      /** The file as it would be written. */
      json: z.string(),
      bytes: z.int(),
      /** The persona's file, if one is sent along. */
      persona: z.string().optional(),
    }),
  ),
  limit: z.int(),
  warnings: z.array(z.string()),
})
export type ComposePreview = z.infer<typeof previewSchema>

export const sentSchema = z.object({
  sent: z.array(z.object({ id: messageId, recipient: agent })),
  failed: z.array(z.object({ recipient: agent, fault: faultSchema })),
})

const terminalSchema = z.object({
  name: agent,
  state: z.enum(['running', 'ended', 'none']),
  pid: z.int().optional(),
  /** The end of its output, at most `limits.commandOutput`. */
  output: z.string(),
  /** The beginning of the output was dropped. */
  isCut: z.boolean(),
  exitCode: z.int().optional(),
  /** Texts for it, newest first: from whom, what, when, and the result. */
  texts: z
    .array(
      z.object({
        id: z.string(),
        by: z.string(),
        /** The command line, at most 4,000 characters. */
        text: z.string(),
        at: z.number(),
        /** waiting: the operator has not decided · not run: `output` gives the reason */
        state: z.enum(['waiting', 'running', 'ran', 'not run']),
        beganAt: z.number().optional(),
        endedAt: z.number().optional(),
        exitCode: z.int().optional(),
        /** The end of its output. */
        output: z.string().optional(),
      }),
    )
    .max(50),
})
export type TypedText = z.infer<typeof terminalSchema>['texts'][number]
export type TerminalOutput = z.infer<typeof terminalSchema>

const workflowTarget = { targetAgent: agent.optional() }

export const switchboardMethods = {
  /** One list of a mailbox, newest first. Read-only. */
  messages: method(
    z
      .object({ mailbox: agent, group: z.enum(messageLists), before: messageId.optional(), limit: z.int().min(1).max(limits.pageRows) })
      .strict(),
    z.object({ rows: z.array(messageRowSchema), total: z.int(), hasMore: z.boolean() }),
  ),
  message: method(z.object(inMailbox).strict(), messageDetailSchema),
  /** Marks it as acknowledged by the operator, in the operator's own mailbox or on the agent's behalf. */
  acknowledge: method(z.object({ ...inMailbox, note: z.string().max(2_000).optional() }).strict(), none),
  archive: method(z.object(inMailbox).strict(), none),
  /** The files that would be written, one per recipient. Read-only. */
  preview: method(z.object(compose).strict(), previewSchema),
  /** `key` is chosen by the screen: repeating the call does not send the messages again. */
  send: method(z.object({ ...compose, key: z.string().regex(/^[0-9A-Za-z]{8,40}$/) }).strict(), sentSchema),
  /** The text of a dead letter, for editing. */
  deadLetter: method(
    z.object({ file: filePath }).strict(),
    z.object({ text: z.string(), fault: faultSchema, fixedText: z.string().optional() }),
  ),
  /** Delivers an edited copy; the file stays. */
  redeliver: method(
    z.object({ file: filePath, text: z.string().max(limits.message) }).strict(),
    z.object({ id: messageId, file: z.string() }),
  ),

  registerAgent: method(
    z
      .object({
        name: agent,
        interface: z.string().min(1).max(200),
        capabilities: z.array(z.string().max(200)).max(64),
        role: z.enum(roles).optional(),
      })
      .strict(),
    none,
  ),
  /** Frees a name that a session holds or held, so another session can register it. */
  release: method(z.object({ name: agent }).strict(), none),
  /** Removes an agent from the roster; its mailbox stays. */
  unregister: method(operations.unregister.input, none),
  assignRole: method(operations.assignRole.input, none),
  createTeam: method(
    z.object({ name: agent, members: z.array(agent).min(1).max(limits.observers), isComposite: z.boolean().optional() }).strict(),
    z.object({ id: z.string() }),
  ),
  personas: method(
    empty,
    z.object({ personas: z.array(z.object({ file: z.string(), role: z.string(), title: z.string(), text: z.string() })).max(200) }),
  ),

  startWorkflow: method(
    z
      .object({
        name: z.string().min(1).max(64),
        context: z.string().max(20_000).optional(),
        force: z.boolean().optional(),
        ...workflowTarget,
      })
      .strict(),
    none,
  ),
  completePhase: method(
    z
      .object({
        workflow: z.string().min(1).max(64),
        phase: z.int().min(1).max(64),
        artifacts: z.array(filePath).max(64),
        notes: z.string().max(4_000).optional(),
        skipReason: z.string().max(4_000).optional(),
        ...workflowTarget,
      })
      .strict(),
    none,
  ),
  stopWorkflow: method(z.object({ reason: z.string().max(4_000).optional(), ...workflowTarget }).strict(), none),

  /** Switches the MCP server on; the choice is saved. Creates `.switchboard/` the first time. */
  serverOn: method(empty, none),
  serverOff: method(empty, none),
  disconnect: method(z.object({ session: z.string().min(1).max(200) }).strict(), none),
  /** The server's current token, for copying. */
  token: confirmed(empty, z.object({ token: z.string() })),

  /** Starts a shell for a terminal, and registers the terminal if it is new. */
  startShell: confirmed(z.object({ name: agent, purpose: z.string().max(2_000).optional() }).strict(), terminalSchema),
  terminal: method(z.object({ name: agent }).strict(), terminalSchema),
  /** Types the operator's text and a line break. */
  terminalInput: confirmed(z.object({ name: agent, text: z.string().max(limits.line) }).strict(), none),
  closeShell: method(z.object({ name: agent }).strict(), none),
} as const satisfies Readonly<Record<string, ProtocolMethod>>

export type SwitchboardMethods = typeof switchboardMethods
export const switchboardApi: ProtocolApi = { methods: switchboardMethods, view: switchboardViewSchema }
