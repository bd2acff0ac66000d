import { z } from 'zod'

/**
 * Everything that Patchbay can do to the world outside its own data folder. `copy`: the window that answers puts the text onto the clipboard ·
 * `read`: the contents of a file are handed to whoever asks.
 */
export const effectKinds = ['append', 'write', 'move', 'delete', 'spawn', 'publish', 'open', 'copy', 'read'] as const
export type EffectKind = (typeof effectKinds)[number]

/** Who wants an effect. */
export const actorSchema = z.object({
  kind: z.enum(['operator', 'agent', 'system']),
  name: z.string(),
})
export type Actor = z.infer<typeof actorSchema>

export const effectSchema = z.object({
  kind: z.enum(effectKinds),
  /** What it touches: a path, an address, a program. */
  target: z.string(),
  /** The exact text: the bytes to write or the command line. */
  exact: z.string(),
  /** One line in the words of the asker. */
  why: z.string().optional(),
  /** *Always* is for the pair of asker and target, whatever the text: two agents that work together. Absent: for exactly this text. */
  pair: z.literal(true).optional(),
  /** No standing yes for many texts covers it, so it is asked about each time: what other programs run by themselves, or what holds secrets. */
  alone: z.literal(true).optional(),
  /** Conditions, as label and value: `Runs` → `30 s at most`. */
  terms: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
})
export type Effect = z.infer<typeof effectSchema>

export const approvalScopes = ['once', 'session', 'always'] as const
export const approvalSchema = z.object({
  id: z.string(),
  workspace: z.string().optional(),
  source: z.string().optional(),
  actor: actorSchema,
  effect: effectSchema,
  /** Sentence that asks: `tester asks to run a command`. */
  question: z.string(),
  at: z.number(),
  expiresAt: z.number().optional(),
  /** Code points in `exact` that a screen would hide; with any, no *Always* and no shortcut. */
  hidden: z.array(z.string()),
})
/** A question that waits for the operator. */
export type Approval = z.infer<typeof approvalSchema>

export const decisionSchema = z.union([
  z.object({ allow: z.literal(true), scope: z.enum(approvalScopes) }),
  z.object({ allow: z.literal(false), reason: z.string().max(2_000).optional() }),
])
export type Decision = z.infer<typeof decisionSchema>

export const grantSchema = z.object({
  id: z.string(),
  workspace: z.string().optional(),
  /** The link that it is for: agents of two links may have one name. Absent: any link of the workspace. */
  source: z.string().optional(),
  actor: actorSchema,
  kind: z.enum(effectKinds),
  target: z.string(),
  exact: z.string(),
  /**
   * `folder`: any text without hidden characters, on anything in the folder `target` · `pair`: the same on `target` alone. Absent: exactly
   * this text on exactly this target.
   */
  reach: z.enum(['folder', 'pair']).optional(),
  scope: z.enum(['session', 'always']),
  at: z.number(),
})
/** A standing yes for this actor and kind of effect. */
export type Grant = z.infer<typeof grantSchema>
