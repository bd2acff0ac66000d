import { z } from 'zod'
import { faultSchema } from '../../../core/fault-schema.ts'
import { rosterEntry, suspendedWorkflow, teamSchema, workflowPhase } from './operations.ts'

/** The complete view of a Switchboard link on the Inboxes screen. */
const mailboxRowSchema = z.object({
  /** As its folder is spelled. */
  name: z.string(),
  /** Other spellings of the same mailbox. */
  twins: z.array(z.string()),
  isOperator: z.boolean(),
  failed: z.int(),
  new: z.int(),
  /** Read, not acknowledged. */
  read: z.int(),
  acked: z.int(),
  /** Answered or archived. */
  done: z.int(),
  /** No answer by the time it was expected. */
  overdue: z.int(),
  /** Receipts, results and marks of its messages that were seen: a message may have another ledger since, without another count. */
  facts: z.int(),
})
export type MailboxRow = z.infer<typeof mailboxRowSchema>

const rosterRowSchema = rosterEntry.omit({ isConnected: true }).extend({
  /** The program it was registered with, such as `Claude Code`. */
  interface: z.string().optional(),
  pid: z.int().optional(),
  /** live: a session holds the name · held: its session ended without notice, the name becomes free at `freesAt` · free: nobody holds it */
  hold: z.enum(['live', 'held', 'free']),
  freesAt: z.number().optional(),
  /** A shell that Patchbay started for this terminal. */
  shell: z.enum(['running', 'ended', 'none']),
  /** It has a role or a standing approval: the name stays reserved, however long its agent is away. */
  isKept: z.boolean().optional(),
  /** Its entry in `state.json` was written by another program. */
  isForeign: z.boolean(),
})
export type RosterRow = z.infer<typeof rosterRowSchema>

const workflowRowSchema = z.object({
  /** Absent: the workflow of the whole workspace. */
  targetAgent: z.string().optional(),
  active: z
    .object({
      name: z.string(),
      /** The phase to complete next, from 1. */
      phase: z.int(),
      startedAt: z.string(),
      startedBy: z.string(),
      context: z.string().optional(),
      phases: z.array(
        workflowPhase.extend({
          artifacts: z.array(z.string()),
          notes: z.string().optional(),
          skipReason: z.string().optional(),
          by: z.string().optional(),
          at: z.string().optional(),
        }),
      ),
    })
    .optional(),
  suspended: z.array(suspendedWorkflow),
})
export type WorkflowRow = z.infer<typeof workflowRowSchema>

const clientRowSchema = z.object({
  session: z.string(),
  via: z.enum(['stdio', 'sse', 'http']),
  /** Registered name; absent: read-only. */
  agent: z.string().optional(),
  /** The client's name for itself: `claude-code 2.1`. */
  program: z.string().optional(),
  since: z.number(),
  lastCallAt: z.number().optional(),
  calls: z.int(),
})
export type ClientRow = z.infer<typeof clientRowSchema>

const callRowSchema = z.object({
  at: z.number(),
  session: z.string(),
  agent: z.string().optional(),
  tool: z.string(),
  ms: z.number().optional(),
  /** Absent while it runs. */
  outcome: z.enum(['ok', 'fault']).optional(),
  /** Words of the fault. */
  text: z.string().optional(),
})
export type CallRow = z.infer<typeof callRowSchema>

const serverSchema = z.object({
  /** off: switched off, or not yet on · failed: see `reason` */
  state: z.enum(['off', 'starting', 'on', 'failed']),
  /** `127.0.0.1:3100` */
  address: z.string().optional(),
  startedAt: z.number().optional(),
  reason: faultSchema.optional(),
  clients: z.array(clientRowSchema).max(200),
  /** Newest first. */
  calls: z.array(callRowSchema).max(100),
  /** Calls since the server started. */
  callCount: z.int(),
})
export type ServerView = z.infer<typeof serverSchema>

export const switchboardViewSchema = z.object({
  /** Relative to the workspace: `.switchboard`. */
  folder: z.string(),
  /** False: the folder does not exist, and is not created until the operator switches the server on. */
  exists: z.boolean(),
  /** It existed and was deleted. */
  isDeleted: z.literal(true).optional(),
  /** Who writes: this process, or another Patchbay whose files we only follow. */
  keeper: z.object({ is: z.enum(['us', 'other', 'nobody']), pid: z.int().optional() }),
  /** Why nothing can be changed here. */
  readOnly: faultSchema.optional(),
  operator: z.string(),
  mailboxes: z.array(mailboxRowSchema).max(500),
  /** Number of mailboxes not in the list. */
  more: z.int(),
  deadLetters: z
    .array(
      z.object({
        file: z.string(),
        recipient: z.string(),
        /** `not JSON`, `no such agent`: what the list groups by. */
        reason: z.string(),
        fault: faultSchema,
        at: z.number(),
        /** File of the message made from it. */
        redelivered: z.string().optional(),
      }),
    )
    .max(100),
  deadLetterCount: z.int(),
  roster: z.array(rosterRowSchema).max(500),
  teams: z.array(teamSchema).max(200),
  workflows: z.array(workflowRowSchema).max(50),
  server: serverSchema,
  /** Texts of agents that wait for the operator before they reach a terminal. */
  waiting: z.array(z.object({ id: z.string(), from: z.string(), terminal: z.string(), at: z.number() })).max(50),
  /** What could not be read, such as `state.json`. */
  problems: z.array(faultSchema).max(20),
})
export type SwitchboardView = z.infer<typeof switchboardViewSchema>

/** The files in inboxes that are no messages and that nobody made into one. undefined: there are more than the view has. */
export function unusableFiles(view: unknown): ReadonlySet<string> | undefined {
  const { deadLetters, deadLetterCount } = view as SwitchboardView
  if (deadLetters.length < deadLetterCount) return undefined
  return new Set(deadLetters.flatMap(({ file, redelivered }) => (redelivered === undefined ? [file] : [])))
}
