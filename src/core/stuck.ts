import { z } from 'zod'
import { evidences } from './event.ts'
import { limits } from './limits.ts'

/**
 * What is stuck: agents that wait for each other in a ring, talk that leads nowhere, debts that nobody will end. Each detector (`core/stuck/*`) is a
 * pure function of rows and a time. Events that were not seen happening (`late`), the use of tools and people never make one.
 */

/**
 * deadlock: agents wait for each other in a ring · starvation: a debt is passed over while its debtor serves others · loop: two or three agents say the
 * same to each other again and again · storm: one text goes around · lost: somebody who owes something is gone · orphan: nobody will do a task.
 */
export const detectors = ['deadlock', 'starvation', 'loop', 'storm', 'lost', 'orphan'] as const
export type Detector = (typeof detectors)[number]

export const stuckSchema = z.object({
  /** The same for as long as it lasts: detector and who or what it is about. */
  id: z.string().max(limits.debtKey),
  detector: z.enum(detectors),
  /** Agents (ids). deadlock, loop, storm: in the order of the ring. */
  agents: z.array(z.string()).max(limits.stuckAgents),
  /** Since when, ms. */
  since: z.number(),
  evidence: z.enum(evidences),
  /** Why, in one line. */
  text: z.string(),
  /** Keys of the debts that are the evidence. */
  debts: z.array(z.string()).max(limits.rowDebts),
  /** In how many rows they are: the first debt of each comes first. */
  rows: z.int().nonnegative(),
  /** Ids of the messages that are the evidence, oldest first. */
  events: z.array(z.string()).max(limits.rowDebts),
  /** Texts that repeat, next to each other. */
  texts: z.array(z.object({ by: z.string(), text: z.string() })).max(4),
  /** orphan: nobody needs it any more; it is offered to be waived. */
  isMoot: z.literal(true).optional(),
})
/** One condition of agents that cannot go on by themselves. */
export type Stuck = z.infer<typeof stuckSchema>

/** A time after which something counts as stuck, minutes: parts of one, too, for talk that is faster than people. */
export const stuckMinutesSchema = z
  .number()
  .min(1 / 60)
  .max(7 * 24 * 60)
/** When something counts as stuck; times in minutes. */
export const stuckLimitsSchema = z.strictObject({
  /** A ring that is unchanged, and in which nobody speaks, for this long. */
  deadlock: stuckMinutesSchema,
  /** Overdue by this many limits. */
  starvation: z.number().min(1).max(100),
  /** The span in which a loop repeats. */
  loop: stuckMinutesSchema,
  /** The span in which a text goes around. */
  storm: stuckMinutesSchema,
  /** Somebody who left is back within this time, or lost. */
  gone: stuckMinutesSchema,
  /** Somebody who owes something gives no sign for this long, or for twice their usual gap. */
  silent: stuckMinutesSchema,
})
export type StuckLimits = z.infer<typeof stuckLimitsSchema>

export const defaultStuckLimits: StuckLimits = { deadlock: 2, starvation: 3, loop: 15, storm: 10, gone: 1, silent: 15 }

/** A condition is over when its cause has been gone for this long, ms: what comes and goes is one condition. */
export const overMs = 60_000
