import { z } from 'zod'

/**
 * Everything that Patchbay can do to the world outside its own data folder. `copy`: the window that answers puts the text onto the clipboard ·
 * `read`: the contents of a file are handed to whoever asks · `assign`: an agent gets a role, or a name that is kept for another.
 */
export const effectKinds = ['append', 'write', 'move', 'delete', 'spawn', 'publish', 'open', 'copy', 'read', 'assign'] as const
export type EffectKind = (typeof effectKinds)[number]

/** Who wants an effect. */
export const actorSchema = z.object({
  kind: z.enum(['operator', 'agent', 'system']),
  name: z.string(),
  /**
   * Which holder of the name it is: an id of the registration, or of what the operator configured. Anybody may take a name that is free, so a
   * standing yes is for a registration and ends with it; an agent without one has none.
   */
  registration: z.string().max(200).optional(),
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
  /** What the button of a yes says, where *Approve* does not say it. In the words of the link, never of the asker. */
  yes: z.string().max(40).optional(),
  /** Conditions, as label and value: `Runs` → `30 s at most`. */
  terms: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
})
export type Effect = z.infer<typeof effectSchema>

export const approvalScopes = ['once', 'session', 'always'] as const
export type ApprovalScope = (typeof approvalScopes)[number]
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
  /** Code points in `exact` that a screen would hide; with any, a yes is for one time only. */
  hidden: z.array(z.string()),
  /** Of everything that the question shows. An answer names it, so that it is an answer to this text. */
  digest: z.string(),
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
  /** It covers nothing any more, and is listed until the operator gives it again or takes it off. `release`: an earlier Patchbay gave it by name alone. */
  ended: z.object({ why: z.enum(['registration', 'release']), at: z.number().optional() }).optional(),
})
/** A standing yes for this actor and kind of effect. */
export type Grant = z.infer<typeof grantSchema>
