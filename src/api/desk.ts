import { z } from 'zod'
import { draftSchema, wirePreviewSchema } from '../core/command.ts'
import { debtKeySchema, debtRowSchema, deskCountsSchema, deskLimitsSchema, markVerbs } from '../core/debt.ts'
import { deskIntents } from '../core/desk-draft.ts'
import { anchorSchema, eventSchema, evidences } from '../core/event.ts'
import { ledgerSteps, ledgerStepSchema } from '../core/ledger.ts'
import { limits } from '../core/limits.ts'
import { method } from '../core/method.ts'
import { needSchema } from '../core/need.ts'
import { stuckSchema } from '../core/stuck.ts'

/**
 * The desk's part of the contract: who owes whom, and what needs the operator. What needs the operator is pushed with the state of the workspace;
 * the other lists are read by page, whenever `state.desk.revision` has changed.
 */
const id = z.string().min(1).max(200)
const time = z.number().min(0).max(8.64e15)

/**
 * Lists that are read by page. open: what anybody owes · owed: what others owe · all, overdue: what `counts.owed` and `counts.overdue` count · closed: what ended
 * today · before: open since before Patchbay kept debts · tasks: tasks that are open or ended today, each in a row of its own.
 */
const debtLists = ['open', 'owed', 'all', 'overdue', 'closed', 'before', 'tasks'] as const
export type DebtList = (typeof debtLists)[number]

/** What an agent owes, or is owed. */
const debtSides = ['owes', 'owed'] as const
export type DebtSide = (typeof debtSides)[number]

/** What the state of a workspace says about its desk. */
export const agentDebtsSchema = z.object({
  /** Agent (id). */
  id: z.string(),
  /** Open debts that it owes and is owed, and how many of the former are overdue. */
  owes: z.int(),
  overdue: z.int(),
  owed: z.int(),
  /** The agent (id) that it has waited for longest; absent: it waits for nobody. */
  awaitedAgent: z.string().optional(),
  /** When it asked it, ms. */
  waitsSince: z.number().optional(),
})
/** What one agent owes and is owed. */
export type AgentDebts = z.infer<typeof agentDebtsSchema>

/** One agent (id) waits for another: because of a debt, or because it says so. */
const waitArrowSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Since when it is unchanged, ms. */
  since: z.number(),
  evidence: z.enum(evidences),
  /** The debt behind it. */
  row: debtRowSchema.optional(),
  /** The message or state that makes it, and where its bytes are. */
  event: z.string(),
  anchor: anchorSchema.optional(),
})
/** An arrow of who waits for whom. */
export type WaitArrowRow = z.infer<typeof waitArrowSchema>

export const deskStateSchema = z.object({
  /** What needs the operator, most urgent first; at most `limits.needs`. */
  needs: z.array(needSchema).max(limits.needs),
  /** Agents that owe or are owed something; at most `limits.agentsListed`. */
  agents: z.array(agentDebtsSchema),
  /** Links with tasks that are open or ended today. */
  tasks: z.array(z.string()),
  /** Complete counts, also of what the lists leave out. */
  counts: deskCountsSchema,
  /** How many needs other workspaces have. */
  elsewhere: z.int(),
  /** Which of them have how many, the most first; only those that have any. */
  others: z.array(z.object({ workspace: id, name: z.string(), needs: z.int().positive() })).max(limits.otherWorkspaces),
  /** Changes with every list. */
  revision: z.int(),
  /** How much of the journal the debts have, while much of it is being read: until then, no debts are known. */
  rebuilding: z.object({ done: z.int(), total: z.int() }).optional(),
})
export type DeskState = z.infer<typeof deskStateSchema>

const owingSchema = z.object({
  /** Id of the message. */
  event: z.string(),
  /** How far it got, in the order of `ledgerSteps`. */
  steps: z.array(ledgerStepSchema.shape.state).length(ledgerSteps.length),
  /** The operator owes it. */
  isMine: z.boolean(),
  isOverdue: z.boolean(),
})
/** A message that somebody still owes something for. */
export type Owing = z.infer<typeof owingSchema>

const waitSchema = z.object({
  row: debtRowSchema,
  /** How many debts it is away from the one that was asked about. */
  depth: z.int().min(1),
  /** How it is known that one waits for the other. inferred: it is owed by somebody who cannot go on. */
  evidence: z.enum(evidences),
})
/** A debt in a tree of waiting. */
export type Wait = z.infer<typeof waitSchema>

export const deskContract = {
  /**
   * Rows of a list, and how many it has. `agent`: only those that this agent (id) owes or is owed; `side`: only one of these. `source`: only those with a debt
   * of this link. `before`: the key of the last row of the page before. `asOf`: the list as it was at a moment, ms, from which rows ended earlier than the 500
   * newest can be missing.
   */
  'desk.page': method(
    z
      .object({
        workspace: id,
        list: z.enum(debtLists),
        agent: id.optional(),
        side: z.enum(debtSides).optional(),
        source: id.optional(),
        before: debtKeySchema.optional(),
        limit: z.int().min(1).max(limits.pageRows),
        asOf: time.optional(),
      })
      .strict(),
    z.object({ rows: z.array(debtRowSchema), total: z.int(), hasMore: z.boolean() }),
  ),
  /**
   * One debt: its row, the events of its acts (oldest first), and the trees of who waits for it and of what it waits for, each row below the one it hangs from.
   * `asOf`, here and below: as it was at a moment, ms.
   */
  'desk.get': method(
    z.object({ workspace: id, key: debtKeySchema, asOf: time.optional() }).strict(),
    z.object({ row: debtRowSchema, events: z.array(eventSchema), waiting: z.array(waitSchema), awaited: z.array(waitSchema) }),
  ),
  /** Who waits for whom, at most `limits.waitArrows` arrows, and what is stuck. `agent`: only the arrows that lead to this agent (id) or from it. */
  'desk.waits': method(
    z.object({ workspace: id, agent: id.optional(), asOf: time.optional() }).strict(),
    z.object({ arrows: z.array(waitArrowSchema), hasMore: z.boolean(), stuck: z.array(stuckSchema) }),
  ),
  /** Debts that an event opened, moved or ended, and how far the event got. */
  'desk.ofEvent': method(
    z.object({ event: id, asOf: time.optional() }).strict(),
    z.object({ rows: z.array(debtRowSchema), ledger: z.array(ledgerStepSchema) }),
  ),
  /** Of messages on screen, those that opened a debt that is open: how far each got, and what it owes. The others are left out. */
  'desk.ofEvents': method(
    z.object({ workspace: id, events: z.array(id).max(limits.eventsOnScreen), asOf: time.optional() }).strict(),
    z.array(owingSchema).max(limits.eventsOnScreen),
  ),
  /** Decides about debts. `undo` takes exactly this decision back. `sent`: messages about them that are on the wire already, which no undo takes back. */
  'desk.mark': method(
    z
      .object({ workspace: id, keys: z.array(debtKeySchema).min(1).max(500), verb: z.enum(markVerbs), until: z.number().optional() })
      .strict(),
    z.object({ undo: z.string(), sent: z.int() }),
  ),
  'desk.unmark': method(z.object({ workspace: id, undo: z.string().max(100) }).strict(), z.object({ restored: z.int() })),
  /** The message that answers, reminds, hands over or escalates, with its wire form once it has a text; it closes `closes` debts and frees these agents (ids). `also`: messages that belong to it, each sent once the one before was accepted. */
  'desk.draft': method(
    z.object({ workspace: id, key: debtKeySchema, intent: z.enum(deskIntents), to: z.string().max(limits.nameChars).optional() }).strict(),
    z.object({
      source: z.string(),
      draft: draftSchema,
      preview: wirePreviewSchema.optional(),
      also: z.array(z.object({ draft: draftSchema, preview: wirePreviewSchema })).max(limits.alsoSent),
      closes: z.int(),
      frees: z.array(z.string()),
    }),
  ),
  /**
   * What this page shows, and whether it may show notifications of the system. Say it again whenever it changes; it is forgotten with
   * the connection. Exactly one page gets the notifications (push `notices`).
   */
  'desk.here': method(
    z
      .object({
        workspace: id,
        source: id.optional(),
        conversation: z.string().max(1_000).optional(),
        list: z.boolean().optional(),
        canNotify: z.boolean(),
        isFocused: z.boolean(),
      })
      .strict(),
    z.object({}),
  ),
  /** Shows a notification as a test: through the system of the shell, or as a push to this page. */
  'desk.testNotice': method(z.object({}).strict(), z.object({ by: z.enum(['system', 'page']) })),
  'desk.limits': method(z.object({ workspace: id }).strict(), deskLimitsSchema),
  'desk.setLimits': method(z.object({ workspace: id, limits: deskLimitsSchema }).strict(), deskLimitsSchema),
} as const
