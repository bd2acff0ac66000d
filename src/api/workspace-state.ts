import { z } from 'zod'
import { agentSchema, nameGuessSchema } from '../core/agent.ts'
import { approvalSchema } from '../core/approval.ts'
import { commandSchema } from '../core/command.ts'
import { conversationSchema } from '../core/conversation.ts'
import { faultSchema } from '../core/fault-schema.ts'
import { haltStateSchema } from '../core/halt.ts'
import { invitedSchema } from '../core/invite/invite.ts'
import { limits } from '../core/limits.ts'
import { linkSchema } from '../core/link.ts'
import { workspaceSchema } from '../core/workspace.ts'
import { deskStateSchema } from './desk.ts'

/**
 * A workspace as its pages show it: the folds, complete and bounded, pushed at most four times a second. After the first one, the wires carry only what changed
 * (`state-change.ts`).
 */
export const workspaceStateSchema = z.object({
  type: z.literal('state'),
  workspace: z.string(),
  cursor: z.int(),
  info: workspaceSchema,
  /** How much of the journal the lists have, while they are rebuilt from it. */
  rebuilding: z.object({ done: z.int(), total: z.int() }).optional(),
  /** Messages stored in total, and today. */
  messages: z.int(),
  today: z.int(),
  conversations: z.array(conversationSchema),
  /** Unread messages addressed to the operator. */
  forYou: z.int(),
  /** Number of unusable inputs per link id, up to the counting limit. */
  unusable: z.record(z.string(), z.int()),
  agents: z.array(agentSchema),
  guesses: z.array(nameGuessSchema),
  /** Agents that were invited here. */
  invited: z.array(invitedSchema).max(limits.invited).optional(),
  links: z.array(linkSchema),
  /** What running links show on their protocols' screens (`Protocol.api`). */
  views: z.array(z.object({ link: z.string(), view: z.unknown() })),
  commands: z.array(commandSchema),
  approvals: z.array(approvalSchema),
  /** What needs the operator, and who owes whom. */
  desk: deskStateSchema,
  /** The halt that covers this workspace. */
  halt: haltStateSchema.optional(),
  /** Why the journal needs the operator: it is damaged, or there is no room for a backup. */
  journalFault: faultSchema.optional(),
  /** Conversations and agents left out of the lists because there are too many. */
  more: z.object({ conversations: z.int(), agents: z.int() }).optional(),
})
export type WorkspaceState = z.infer<typeof workspaceStateSchema>
