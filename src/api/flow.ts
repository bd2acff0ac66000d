import { z } from 'zod'
import { flowMinutesSchema, flowPageSchema } from '../core/flow.ts'
import { limits } from '../core/limits.ts'
import { method } from '../core/method.ts'

/**
 * Flow's part of the contract: a window of time by pages, and the density of a day. `asOf` looks from a moment in the past: nothing that was stored after it
 * is in the answer. It must not lie in the future.
 */
const id = z.string().min(1).max(200)
const time = z.number().min(0).max(8.64e15)

export const flowContract = {
  /**
   * What happened from `from` up to, but not including, `to` (ms; at most `limits.flowWindow` apart). The first call gives what lasts (`frame`) and the newest marks;
   * the ones before come page by page with `before`. To follow, ask again for the last two minutes: proofs of arrival come up to `arrivalMs` later.
   */
  'flow.window': method(
    z
      .object({
        workspace: id,
        from: time,
        to: time,
        before: z.int().positive().optional(),
        /** Events that are read for one page; fewer marks can come of them. */
        limit: z.int().min(1).max(limits.flowPage).optional(),
        asOf: time.optional(),
      })
      .strict(),
    flowPageSchema,
  ),
  /** Messages, failures and asks of every link by minute, from `start` up to, but not including, `end` (ms, at most 25 hours: a day with a change of clocks). */
  'flow.day': method(
    z.object({ workspace: id, start: time, end: time, asOf: time.optional() }).strict(),
    z.object({ asOf: time, links: z.array(flowMinutesSchema).max(limits.haltRows), total: z.int() }),
  ),
} as const
