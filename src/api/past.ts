import { z } from 'zod'
import { agentSchema } from '../core/agent.ts'
import { conversationSchema } from '../core/conversation.ts'
import { deskCountsSchema } from '../core/debt.ts'
import { notRecordedSchema } from '../core/flow.ts'
import { limits } from '../core/limits.ts'
import { linkStatusSchema } from '../core/link.ts'
import { method } from '../core/method.ts'
import { needSchema } from '../core/need.ts'
import { stuckSchema } from '../core/stuck.ts'
import { agentDebtsSchema } from './desk.ts'

/** What a step through the past can lead to. */
const stepKinds = ['event', 'owed', 'failure'] as const

/** The past: a workspace as it was at a moment. Other methods that take `asOf` look from the same moment. */
export const pastContract = {
  /**
   * The lists of a workspace as of a moment, ms. Names and limits are those of today; what was unread and which approvals waited was not recorded.
   */
  'past.state': method(
    z.object({ workspace: z.string().min(1).max(200), asOf: z.number().min(0).max(8.64e15) }).strict(),
    z.object({
      asOf: z.number(),
      /** The newest event that was stored by then; 0: there was none. */
      cursor: z.int().nonnegative(),
      messages: z.int(),
      today: z.int(),
      agents: z.array(agentSchema).max(limits.agentsListed),
      conversations: z.array(conversationSchema.omit({ unread: true })).max(limits.conversationsListed),
      /** Each link's status then; absent: it was not recorded. */
      links: z.array(z.object({ id: z.string(), status: linkStatusSchema.optional() })),
      /** What debts and stuck agents needed of the operator, and who owed whom. Conditions of links, files and the gate are not among the needs. */
      needs: z.array(needSchema).max(limits.needs),
      counts: deskCountsSchema,
      debts: z.array(agentDebtsSchema),
      stuck: z.array(stuckSchema).max(limits.stuck),
      notRecorded: z.array(notRecordedSchema),
    }),
  ),
  /**
   * The moment of the next event (a row of the feed), of the next change of what is owed (asked, overdue, ended), or of the next failure (failed, overdue, not
   * usable), after `at` or before it, ms. Absent: there is none, or none within a few thousand events.
   */
  'past.step': method(
    z
      .object({
        workspace: z.string().min(1).max(200),
        at: z.number().min(0).max(8.64e15),
        to: z.enum(stepKinds),
        by: z.union([z.literal(1), z.literal(-1)]),
      })
      .strict(),
    z.object({ at: z.number().optional() }),
  ),
} as const
