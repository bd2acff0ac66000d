import { z } from 'zod'
import { faultSchema } from './fault-schema.ts'
import { limits } from './limits.ts'

/**
 * Halt: the operator stops what happens by itself. The gate refuses agents and Patchbay itself first, then programs of this machine end, and only then
 * everyone is told, since talk is neither instant nor certain. A preview shows every text before, and the same table says afterwards what happened.
 */

/**
 * ask: only says it, the gate stays open · stop: refuses effects, ends what runs here, then says it · cut: also leaves every link of the network, and
 * stays away after a restart.
 */
export const haltLevels = ['ask', 'stop', 'cut'] as const
export const haltLevelSchema = z.enum(haltLevels)
export type HaltLevel = z.infer<typeof haltLevelSchema>

/** `HALT 7F3K` and `RESUME 7F3K`: four characters that nobody confuses. */
export const haltIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}$/)

const id = z.string().min(1).max(200)
const name = z.string().min(1).max(limits.nameChars)
const words = z.string().max(500)
/** The reason that is said with it: one line. */
export const haltReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)

/** Whom it is for. agents: names of one workspace as on the wire, for example those of a loop; everyone else goes on. */
export const haltScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }).strict(),
  z.object({ kind: z.literal('workspace'), workspace: id }).strict(),
  z.object({ kind: z.literal('agents'), workspace: id, agents: z.array(name).min(1).max(limits.observers) }).strict(),
])
export type HaltScope = z.infer<typeof haltScopeSchema>

/** Something that ends, is refused or can be started again: `Docs, pid 48120` and `TERM, after 5 s KILL`. */
export const haltPartSchema = z.object({ key: z.string().max(400), what: words, note: words.optional() })
export type HaltPart = z.infer<typeof haltPartSchema>

/** A text that is said in one place, exactly as it goes on the wire. */
export const haltTextSchema = z.object({
  key: z.string().max(400),
  /** `chat.md`, `#general`, `inbox/coder`. */
  place: words,
  wire: z.string().max(16 * 1024),
})
export type HaltText = z.infer<typeof haltTextSchema>

/** What a halt or its end does on one link. */
export const haltPlanSchema = z.object({
  /** Programs of this machine that end; survivors are named afterwards. */
  ends: z.array(haltPartSchema).max(200),
  /** What is refused here while halted. */
  refuses: z.array(haltPartSchema).max(200),
  says: z.array(haltTextSchema).max(200),
  /** Who hears it, and who cannot be forced, with the reason. */
  hears: z.array(name).max(limits.agentsListed),
  cannot: z.object({ names: z.array(name).max(limits.agentsListed), why: words.optional() }),
  /** Resume only: what the operator can start again by ticking it. */
  starts: z.array(haltPartSchema).max(200),
})
export type HaltPlan = z.infer<typeof haltPlanSchema>

/**
 * planned: not yet, and never done by itself after a restart · sending: Patchbay stopped in between, so it may have arrived · done · failed ·
 * left: the operator left it out.
 */
export const haltSteps = ['planned', 'sending', 'done', 'failed', 'left'] as const
export type HaltStep = (typeof haltSteps)[number]
const stepSchema = z.object({ step: z.enum(haltSteps), at: z.number().optional(), fault: faultSchema.optional() })

/** One link in the table, the same before and after. */
export const haltRowSchema = haltPlanSchema.extend({
  workspace: id,
  link: id,
  protocol: z.string(),
  name: z.string(),
  ends: z.array(haltPartSchema.extend(stepSchema.shape)).max(200),
  says: z.array(haltTextSchema.extend(stepSchema.shape)).max(200),
  /** Of those who hear it: nobody has heard from them for a while. */
  lost: z.array(name).max(limits.agentsListed),
  /** Cut: the link was left. */
  leaves: z.object(stepSchema.shape).optional(),
})
export type HaltRow = z.infer<typeof haltRowSchema>

/** Who asks on the command line to resume. */
export const resumeAskSchema = z.object({
  id,
  at: z.number(),
  /** The process and those that started it, the nearest first: `412 node`, `398 bash`. */
  processes: z.array(words).max(32),
})
export type ResumeAsk = z.infer<typeof resumeAskSchema>

/** A halt that was started, until it is resumed. With level `ask` nothing is refused. */
export const haltSchema = z.object({
  id: haltIdSchema,
  at: z.number(),
  scope: haltScopeSchema,
  level: haltLevelSchema,
  /** `operator`, or `the command line`. */
  by: name,
  reason: haltReasonSchema.optional(),
  rows: z.array(haltRowSchema).max(limits.haltRows),
  /** RESUME is being said; everything is still refused. */
  resuming: z.boolean().optional(),
})
export type Halt = z.infer<typeof haltSchema>

/** A refusal while halted. */
export const haltRefusalSchema = z.object({ at: z.number(), link: z.string().optional(), who: words, what: words })
export type HaltRefusal = z.infer<typeof haltRefusalSchema>

/** What a workspace shows of the halt that covers it. `rows`: those of its own links. */
export const haltStateSchema = haltSchema.extend({
  /** How many effects and tool calls were refused, and the newest of them, newest first. */
  refused: z.object({ count: z.int(), last: z.array(haltRefusalSchema).max(20) }),
  /** Agents that have written since, with how many messages. */
  talking: z.array(z.object({ name, count: z.int() })).max(limits.observers),
  ask: resumeAskSchema.optional(),
})
export type HaltState = z.infer<typeof haltStateSchema>

/** A table to look at: nothing has been done. `digest` covers the exact texts; it is named when they are said. */
export const haltPreviewSchema = z.object({
  id: haltIdSchema,
  level: haltLevelSchema,
  scope: haltScopeSchema,
  rows: z.array(haltRowSchema).max(limits.haltRows),
  digest: z.string().max(100),
})
export type HaltPreview = z.infer<typeof haltPreviewSchema>
