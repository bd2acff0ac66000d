import { z } from 'zod'
import {
  haltIdSchema,
  haltLevelSchema,
  haltOfferNameSchema,
  haltPreviewSchema,
  haltReasonSchema,
  haltScopeSchema,
  haltSchema,
} from '../core/halt.ts'
import { limits } from '../core/limits.ts'
import { method } from '../core/method.ts'

/**
 * Halt: preview, start, resume. The state of a workspace carries the halt that covers it (`state.halt`), also while Patchbay is still saying it: rows change
 * as they are done.
 */
const links = z.array(z.string().min(1).max(200)).max(limits.haltRows)
/** What came of a call. `changed`: the texts are not those that were shown, so nothing was said; show them and call again with their digest. */
const outcome = z.object({ halt: haltSchema, changed: haltPreviewSchema.optional() })

export const haltContract = {
  /** What a halt would do and say. `id`: that of an earlier preview, to keep the name of the halt while level or reason change. */
  'halt.preview': method(
    z.object({ scope: haltScopeSchema, level: haltLevelSchema, reason: haltReasonSchema.optional(), id: haltIdSchema.optional() }).strict(),
    haltPreviewSchema,
  ),
  /**
   * Halts. Effects are refused and programs end whatever the digest says; only the texts wait for another look if they have changed. `links`: rows that are
   * ticked; the others are told nothing and nothing of theirs ends. `offers`: those that are ticked. Also raises the level of a halt of the same scope. Answers as soon as the door is
   * closed; the rest appears in `state.halt`.
   */
  'halt.start': method(
    z
      .object({
        id: haltIdSchema,
        scope: haltScopeSchema,
        level: haltLevelSchema,
        reason: haltReasonSchema.optional(),
        digest: z.string().max(100),
        links,
        offers: z.array(haltOfferNameSchema).max(1_000).optional(),
      })
      .strict(),
    outcome,
  ),
  /** Does what is planned or failed in these rows, after the operator has looked at it. */
  'halt.again': method(z.object({ id: haltIdSchema, links }).strict(), z.object({ halt: haltSchema })),
  /** What Resume says, in which order, and what can be started again (`starts`). */
  'halt.resumePreview': method(z.object({ id: haltIdSchema }).strict(), haltPreviewSchema),
  /** Says it, then opens the gate. `starts`: keys of `HaltRow.starts` that are ticked. Answers when it is over. */
  'halt.resume': method(
    z.object({ id: haltIdSchema, digest: z.string().max(100), links, starts: z.array(z.string().max(400)).max(1_000) }).strict(),
    outcome,
  ),
  /** The operator does not want to resume: the command line that asks (`state.halt.ask`) is told so. */
  'halt.decline': method(z.object({ ask: z.string().max(200) }).strict(), z.object({})),
} as const
