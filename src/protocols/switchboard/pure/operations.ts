import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { listedFields, messageContent, messageId } from './message.ts'
import { roles } from './roles.ts'

/**
 * Input and output of everything that can be done on a Switchboard: by agents through the tools of the MCP server, by the operator through the screen. Each is
 * defined once, with descriptions for a language model; the service's types are derived from it.
 */

const agentName = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('Name of an agent: letters a–z, digits, spaces, _ and -. Names are not case-sensitive.')
const role = z.enum(roles).describe('A role of the team.')
const shortText = z.string().max(2_000)
const boxes = ['inbox', 'outbox', 'archive'] as const

/** A message as `check_inbox` and `search_messages` list it. */
const summary = z.object({
  id: z.string(),
  action: z.string(),
  sender: z.string(),
  isClaim: z.boolean().describe('True: the sender is not verified, but taken from the file. Anyone can write such a file.'),
  recipient: z.string(),
  createdAt: z.string(),
  state: z.enum(['new', 'read', 'acknowledged', 'answered', 'archived']),
  payload: z.string().describe('The text, or its beginning when isWhole is false.'),
  isWhole: z.boolean(),
  doubts: z.array(z.string()).describe('What is unusual or unverified about the message; the operator sees the same.'),
  ...listedFields,
})

/** The result of sending one message. */
const sent = z.object({
  id: z.string(),
  recipient: z.string(),
  receipt: z.string().describe('File of the delivery receipt, relative to the workspace; empty for an execute.'),
  isNew: z.boolean().describe('False: this id was delivered before, and nothing was written again.'),
  warnings: z
    .array(z.string())
    .describe('A note, for example that no agent is registered under the name; the message was accepted anyway.'),
})

const { action, payload, ...more } = messageContent
/** A message to a team cannot be a reply. */
const { replyTo: _replyTo, ...moreForTeams } = more

/** Returned when a name is registered: the secret that takes it over after a reconnect, and notes for the agent. */
const registration = z.object({
  name: z.string().describe('The name as spelled from now on.'),
  resumeSecret: z.string().describe('Keep it: it lets you take over this name when you reconnect.'),
  note: z.string().optional().describe('A note about this registration.'),
})
const resumeSecret = z
  .string()
  .max(256)
  .optional()
  .describe('The resumeSecret returned by an earlier registration of this agent: takes over the name immediately after a lost connection.')

export const rosterEntry = z.object({
  name: z.string(),
  kind: z.enum(['terminal', 'chat']),
  status: z.string(),
  role: z.string().optional(),
  statusMessage: z.string().optional(),
  capabilities: z.array(z.string()),
  purpose: z.string().optional(),
  pid: z.number().optional(),
  /** A session of this server holds the name. */
  isConnected: z.boolean(),
})
export const teamSchema = z.object({ id: z.string(), name: z.string(), members: z.array(z.string()), isComposite: z.boolean() })

export const workflowPhase = z.object({
  number: z.int(),
  name: z.string(),
  role: z.string(),
  artifact: z.string().describe('What must exist before the phase can be completed.'),
  state: z.enum(['done', 'skipped', 'current', 'next']),
})
export const suspendedWorkflow = z.object({ name: z.string(), phase: z.int() })
const workflowName = z.string().min(1).max(64).describe('Name of the workflow; get_workflow_state lists them.')
const workflows = z.object({
  active: z
    .object({ name: z.string(), phase: z.int(), phases: z.array(workflowPhase), targetAgent: z.string().optional() })
    .optional()
    .describe('Absent: no workflow is running.'),
  suspended: z.array(suspendedWorkflow),
  ofAgents: z.array(z.object({ agent: z.string(), name: z.string(), phase: z.int() })).describe('Workflows of individual agents.'),
  available: z.array(z.string()),
})

/** By method name of the service. */
export const operations = {
  sendMessage: { input: z.strictObject({ action, recipient: agentName, payload, ...more }), output: sent },
  sendTeamMessage: {
    input: z.strictObject({
      team: z.string().min(1).max(limits.nameChars).describe('Id or name of the team.'),
      action,
      payload,
      role_filter: role.optional().describe('Only members of this role.'),
      ...moreForTeams,
    }),
    output: z.object({
      team: z.string(),
      sent: z.array(sent),
      failed: z.array(z.object({ recipient: z.string(), reason: z.string() })),
    }),
  },
  checkInbox: {
    input: z.strictObject({
      agent: agentName.describe('Name of the mailbox; for your own mail, your own name.'),
      box: z.enum(boxes).optional().describe('inbox (default): waiting mail. outbox: sent mail. archive: finished mail.'),
      filter: shortText.optional().describe('Only messages with this action, from this sender, or containing this text.'),
      limit: z.int().min(1).max(200).optional().describe('Maximum number of messages; 20 if absent.'),
      verbose: z.boolean().optional().describe('True: full texts instead of their beginnings.'),
      since: z.iso.datetime({ offset: true }).optional().describe('Only messages written after this time.'),
    }),
    output: z.object({
      agent: z.string(),
      box: z.enum(boxes),
      messages: z.array(summary),
      total: z
        .int()
        .describe(
          'Number of matches; greater than the length of messages if limit shortened the list. With filter or since, only the newest 2,000 messages are searched. For an outbox: the number listed.',
        ),
    }),
  },
  readMessage: {
    input: z.strictObject({ id: messageId }),
    output: summary.extend({ metadata: z.record(z.string(), z.unknown()).optional(), persona: z.string().optional() }),
  },
  acknowledge: {
    input: z.strictObject({ id: messageId, note: shortText.optional().describe('A short comment.') }),
    output: z.object({ id: z.string() }),
  },
  archive: {
    input: z.strictObject({ id: messageId }),
    output: z.object({ id: z.string(), file: z.string().describe('Where it is now, relative to the workspace.') }),
  },
  search: {
    input: z.strictObject({
      query: z
        .string()
        .min(1)
        .max(limits.queryChars)
        .describe('Words that must all occur in the text, the id, the sender, the recipient or the action.'),
      agent: agentName.optional().describe('Only the mailbox of this agent.'),
      limit: z.int().min(1).max(200).optional().describe('Maximum number of messages; 20 if absent.'),
    }),
    output: z.object({ messages: z.array(summary), total: z.int() }),
  },

  registerChatAgent: {
    input: z.strictObject({
      name: agentName,
      interface: z.string().min(1).max(128).describe('The program you run in, for example “Claude Code” or “Cursor”.'),
      capabilities: z.array(z.string().min(1).max(128)).max(64).describe('What you can do, a few words each.'),
      role: role.optional(),
      resumeSecret,
    }),
    output: registration,
  },
  registerTerminal: {
    input: z.strictObject({
      name: agentName,
      pid: z
        .int()
        .positive()
        .max(2 ** 31)
        .describe('Process id of the shell.'),
      purpose: z.string().min(1).max(500).describe('What the terminal is for.'),
      color: z.string().max(64).optional().describe('Colour for display in other programs.'),
      icon: z.string().max(64).optional().describe('Icon for display in other programs.'),
      resumeSecret,
    }),
    output: registration,
  },
  unregister: { input: z.strictObject({ name: agentName }), output: z.object({ name: z.string() }) },
  setStatus: {
    input: z.strictObject({
      name: agentName.describe('Your own name, or that of a terminal you registered.'),
      status: z.string().min(1).max(64).describe('For example idle, busy, waiting, done or error.'),
      message: shortText.optional().describe('What you are doing, in one line.'),
    }),
    output: z.object({ name: z.string(), status: z.string() }),
  },
  roster: { input: z.strictObject({}), output: z.object({ agents: z.array(rosterEntry), teams: z.array(teamSchema) }) },
  assignRole: { input: z.strictObject({ name: agentName, role }), output: z.object({ name: z.string(), role: z.string() }) },
  createTeam: {
    input: z.strictObject({
      name: agentName.describe('Name of the team.'),
      members: z.array(agentName).min(1).max(64).describe('Names of agents; exactly one for a composite team.'),
      isComposite: z.boolean().optional(),
      capabilities: z.array(z.string().min(1).max(128)).max(64).optional(),
    }),
    output: teamSchema,
  },
  changeTeam: {
    input: z.strictObject({
      team: agentName.describe('Id or name of the team.'),
      members: z.array(agentName).min(1).max(64).describe('The complete new list of members; exactly one for a composite team.'),
    }),
    output: teamSchema,
  },

  startWorkflow: {
    input: z.strictObject({
      name: workflowName,
      initialContext: z.string().max(limits.draftChars).optional().describe('What the work is about.'),
      targetAgent: agentName.optional().describe('Agent that gets a separate workflow; absent: the workflow of the workspace.'),
      force: z.boolean().optional().describe('True: suspend the running workflow.'),
    }),
    output: workflows,
  },
  workflowState: { input: z.strictObject({}), output: workflows },
  completePhase: {
    input: z.strictObject({
      workflow: workflowName,
      phase: z.int().min(1).max(64).describe('Number of the phase, from 1.'),
      artifacts: z
        .array(
          z.strictObject({
            path: z.string().min(1).max(limits.pathChars).describe('Path relative to the workspace.'),
            description: shortText.optional(),
          }),
        )
        .max(64)
        .optional(),
      notes: z.string().max(limits.draftChars).optional(),
      skipReason: shortText.optional().describe('Why earlier phases are skipped.'),
      targetAgent: agentName.optional().describe('Agent that owns the workflow; absent: the workflow of the workspace.'),
    }),
    output: workflows,
  },
  stopWorkflow: {
    input: z.strictObject({ reason: shortText.optional(), targetAgent: agentName.optional() }),
    output: workflows,
  },

  runInTerminal: {
    input: z.strictObject({
      name: agentName.describe('Name of the terminal.'),
      input: z.string().min(1).max(limits.line).describe('The command line, exactly as it will be run.'),
    }),
    output: z.object({ name: z.string(), text: z.string().describe('Output of the command.') }),
  },
  handoffClipboard: {
    input: z.strictObject({ file: z.string().min(1).max(limits.pathChars).describe('Path of the file, relative to the workspace.') }),
    output: z.object({ file: z.string(), characters: z.int() }),
  },
} as const satisfies { readonly [operation: string]: { readonly input: z.ZodObject; readonly output: z.ZodObject } }

/** The same type for readers: nothing in it can be changed. */
export type AsRead<T> = T extends readonly (infer E)[]
  ? readonly AsRead<E>[]
  : T extends object
    ? { readonly [K in keyof T]: AsRead<T[K]> }
    : T

export type Operation = keyof typeof operations
/** The checked input of an operation. */
export type OperationInput<A extends Operation> = AsRead<z.output<(typeof operations)[A]['input']>>
/** The output of an operation. */
export type OperationOutput<A extends Operation> = AsRead<z.input<(typeof operations)[A]['output']>>

export type MessageSummary = AsRead<z.infer<typeof summary>>
/** How far a message can be trusted: whether its sender is only a claim, and what is odd or unproven about it. */
export type Trust = Pick<MessageSummary, 'isClaim' | 'doubts'>
/** The result of sending one message. */
export type Sent = OperationOutput<'sendMessage'>
/** Added by the operator, or by a caller that repeats a call: the id of the message. One sender's messages with the same id are one message. */
export interface Repeatable {
  readonly id?: string | undefined
}
export type SendInput = OperationInput<'sendMessage'> & Repeatable
