import { z } from 'zod'

/**
 * Every kind of effect that Patchbay can have outside its own data folder. `copy`: the window that approves puts the text on the clipboard ·
 * `read`: the asker receives the contents of a file · `assign`: an agent gets a role, or a name reserved for another · `tool`: the asker's own program uses
 * one of its tools · `configure`: the settings of another program, outside the workspace.
 */
export const effectKinds = [
  'append',
  'write',
  'move',
  'delete',
  'spawn',
  'publish',
  'open',
  'copy',
  'read',
  'assign',
  'configure',
  'tool',
] as const
export type EffectKind = (typeof effectKinds)[number]

/** Who requests an effect. */
const actorSchema = z.object({
  kind: z.enum(['operator', 'agent', 'system']),
  name: z.string(),
  /**
   * Which holder of the name it is: the id of its registration, or of what the operator configured. Anyone can take a free name, so a
   * standing approval belongs to a registration and ends with it; an agent without one cannot have any.
   */
  registration: z.string().max(200).optional(),
})
export type Actor = z.infer<typeof actorSchema>

/** The actor of what nobody requested: receipts, upkeep, recovering from a crash. The policy lets it append, write and move. */
export const systemActor: Actor = { kind: 'system', name: 'Patchbay' }

/** The agent behind an actor's name: `Coder (Jaibber)` is Coder. */
export function agentOfActor(name: string): string {
  return name.replace(/ \(\w+\)$/, '')
}

const effectSchema = z.object({
  kind: z.enum(effectKinds),
  /** What it affects: a path, an address, a program. */
  target: z.string(),
  /** The exact text: the bytes to write, or the command line. */
  exact: z.string(),
  /** One line in the asker's words. */
  why: z.string().optional(),
  /** *Always* covers this asker and target, whatever the text: two agents that work together. Absent: exactly this text. */
  pair: z.literal(true).optional(),
  /** Never covered by a broad standing approval, so it is asked every time: files that other programs run automatically, or that contain secrets. */
  alone: z.literal(true).optional(),
  /** Label of the approving button where *Approve* does not fit. Chosen by the link, never by the asker. */
  yes: z.string().max(40).optional(),
  /**
   * The asker's own program does it, in its terminal, where it can be answered as well. As the program says: its name, the session and the folder it
   * works in. `call` tells one request of a session from the next.
   */
  terminal: z
    .object({ client: z.string().max(100), session: z.string().max(200), folder: z.string().max(4_096), call: z.string().max(200) })
    .optional(),
  /** Conditions as label and value: `Runs` → `30 s at most`. */
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
  /** The question as a sentence: `tester asks to run a command`. */
  question: z.string(),
  at: z.number(),
  expiresAt: z.number().optional(),
  /** Code points in `exact` that a screen would hide; with any, it can only be approved once. */
  hidden: z.array(z.string()),
  /** Digest of everything that is shown. A decision names it, so that it applies to exactly this text. */
  digest: z.string(),
})
/** A question to the operator that is waiting for a decision. */
export type Approval = z.infer<typeof approvalSchema>

export const decisionSchema = z.union([
  z.object({ allow: z.literal(true), scope: z.enum(approvalScopes) }),
  z.object({ allow: z.literal(false), reason: z.string().max(2_000).optional() }),
])
export type Decision = z.infer<typeof decisionSchema>

/** How an approval stopped waiting. withdrawn: whoever asked no longer wants it. expired: nobody decided in time. */
export const approvalEndSchema = z.enum(['approved', 'refused', 'withdrawn', 'expired'])
export type ApprovalEnd = z.infer<typeof approvalEndSchema>

export const grantSchema = z.object({
  id: z.string(),
  workspace: z.string().optional(),
  /** The link it applies to, because agents of two links may share a name. Absent: any link of the workspace. */
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
  /** It no longer applies, and stays listed until the operator renews or dismisses it. `release`: an earlier Patchbay stored it by name alone. */
  ended: z.object({ why: z.enum(['registration', 'release']), at: z.number().optional() }).optional(),
})
/** A standing approval for one actor and one kind of effect. */
export type Grant = z.infer<typeof grantSchema>
