import { z } from 'zod'
import { agentOfActor } from './approval.ts'
import type { MessageEvent } from './event.ts'
import type { Fault } from './fault.ts'
import { fail } from './fault.ts'
import { faultSchema } from './fault-schema.ts'
import { haltLevels } from './halt-levels.ts'
import { limits } from './limits.ts'
import { base32 } from './ulid.ts'

/**
 * Halt: the operator stops what happens by itself. The gate refuses agents and Patchbay itself first, then programs of this machine end, and only then
 * everyone is told, since talk is neither instant nor certain. A preview shows every text before, and the same table says afterwards what happened.
 */

export const haltLevelSchema = z.enum(haltLevels)
export type HaltLevel = z.infer<typeof haltLevelSchema>

/** Whether a level does more than another. */
export function isHigher(level: HaltLevel, than: HaltLevel): boolean {
  return haltLevels.indexOf(level) > haltLevels.indexOf(than)
}

/** Whether somebody wrote a message after a halt began. An answer that had begun before ends after it, because its program was stopped. */
export function isWrittenAfter({ at }: Pick<Halt, 'at'>, event: MessageEvent): boolean {
  return event.late !== true && event.at >= at && (event.body.since ?? at) >= at
}

/** `HALT 7F3K` and `RESUME 7F3K`: four characters that nobody confuses. */
export const haltIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}$/)

/** A name for a halt that no other has. @param random 0 to 1. */
export function newHaltId(isTaken: (id: string) => boolean, random: () => number): string {
  for (let tries = 0; ; tries++) {
    const at = Math.floor(random() * base32.length ** 4) + tries
    const id = Array.from({ length: 4 }, (_, place) => base32[Math.floor(at / base32.length ** place) % base32.length] ?? '0').join('')
    if (id !== unreadableId && !isTaken(id)) return id
  }
}

/** Stands for a file of halts that cannot be read. */
export const unreadableId = '0000'

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
const haltPartSchema = z.object({ key: z.string().max(400), what: words, note: words.optional() })
export type HaltPart = z.infer<typeof haltPartSchema>

/** A text that is said in one place, exactly as it goes on the wire. */
const haltTextSchema = z.object({
  key: z.string().max(400),
  /** `chat.md`, `#general`, `inbox/coder`. */
  place: words,
  wire: z.string().max(16 * 1024),
})
export type HaltText = z.infer<typeof haltTextSchema>

/** A text of RESUME for a link that is cut. `unless`: what it says instead while halts of some agents stay. */
const haltLaterSchema = haltTextSchema.extend({ unless: haltTextSchema.shape.wire.optional() })
export type HaltLater = z.infer<typeof haltLaterSchema>

/** A text that ends an agent elsewhere, which RESUME does not start again: `Deregister Coder`. It is sent only if the operator ticks it. */
const haltOfferSchema = haltTextSchema.extend({ what: words, note: words })
export type HaltOffer = z.infer<typeof haltOfferSchema>
/** Names an offer in a table: keys are those of one link. */
export const haltOfferNameSchema = z.object({ link: id, key: haltTextSchema.shape.key }).strict()
export type HaltOfferName = z.infer<typeof haltOfferNameSchema>

/** What a halt or its end does on one link. */
export const haltPlanSchema = z.object({
  /** Programs of this machine that end; survivors are named afterwards. */
  ends: z.array(haltPartSchema).max(limits.haltParts),
  /** What is refused here while halted. */
  refuses: z.array(haltPartSchema).max(limits.haltParts),
  says: z.array(haltTextSchema).max(limits.haltParts),
  offers: z.array(haltOfferSchema).max(limits.haltParts).optional(),
  /** Who hears it, and who cannot be forced, with the reason. */
  hears: z.array(name).max(limits.agentsListed),
  cannot: z.object({ names: z.array(name).max(limits.agentsListed), why: words.optional() }),
  /** Resume only: what the operator can start again by ticking it. */
  starts: z.array(haltPartSchema).max(limits.haltParts),
})
export type HaltPlan = z.infer<typeof haltPlanSchema>

/**
 * planned: not yet, and never done by itself after a restart · sending: Patchbay stopped in between, so it may have arrived · done · failed ·
 * left: the operator left it out.
 */
const haltSteps = ['planned', 'sending', 'done', 'failed', 'left'] as const
export type HaltStep = (typeof haltSteps)[number]
const stepSchema = z.object({ step: z.enum(haltSteps), at: z.number().optional(), fault: faultSchema.optional() })

/** One link in the table, the same before and after. */
export const haltRowSchema = haltPlanSchema.extend({
  workspace: id,
  link: id,
  protocol: z.string(),
  name: z.string(),
  ends: z.array(haltPartSchema.extend(stepSchema.shape)).max(limits.haltParts),
  says: z.array(haltTextSchema.extend(stepSchema.shape)).max(limits.haltParts),
  offers: z.array(haltOfferSchema.extend(stepSchema.shape)).max(limits.haltParts).optional(),
  /** Messages of the operator that were on their way when it began: nothing takes them back. */
  sent: z.array(haltPartSchema).max(20).optional(),
  /** Of those who hear it: nobody has heard from them for a while. */
  lost: z.array(name).max(limits.agentsListed),
  /** Cut: the link was left. */
  leaves: z.object(stepSchema.shape).optional(),
  /** On a network: what RESUME says here if the link is cut until then. Made with the halt, since a link that was left cannot say it. */
  later: z.array(haltLaterSchema).max(limits.haltParts).optional(),
  /** The same of halts that have ended while this one stayed: said with its RESUME. */
  unsaid: z.array(haltLaterSchema).max(limits.haltParts).optional(),
})
export type HaltRow = z.infer<typeof haltRowSchema>
/** A text and how far it got. */
export type HaltSaid = HaltRow['says'][number]

/** Everything that a row may put on the wire. */
export function textsOf({ says, offers = [] }: Pick<HaltRow, 'says' | 'offers'>): readonly HaltSaid[] {
  return [...says, ...offers]
}

/** A row with all its texts changed, those that end somebody too. */
export function withTexts(row: HaltRow, change: <T extends HaltSaid>(text: T) => T): HaltRow {
  return {
    ...row,
    says: row.says.map((text) => change(text)),
    ...(row.offers !== undefined && { offers: row.offers.map((text) => change(text)) }),
  }
}

/** Links that the table of a halt has no room for: agents there are refused, but nothing of them ends and nobody there is told. */
const haltBeyondSchema = z.object({
  links: z.int().positive(),
  workspaces: z.int().positive(),
  /** Names of the first of these workspaces. */
  named: z.array(words).max(20),
})
export type HaltBeyond = z.infer<typeof haltBeyondSchema>

/** Who asks on the command line to resume. */
export const resumeAskSchema = z.object({
  id,
  at: z.number(),
  /** The process and those that started it, the nearest first: `412 node`, `398 bash`. */
  processes: z.array(words).max(32),
})

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
  beyond: haltBeyondSchema.optional(),
  /** RESUME is being said; everything is still refused. */
  resuming: z.boolean().optional(),
  /** How often it was stored anew. It is stored in two places, one of which may be full: the copy with more changes is the newer one. */
  changes: z.int().nonnegative().optional(),
})
export type Halt = z.infer<typeof haltSchema>

/** A refusal while halted. `who`: as the screen writes it. */
const haltRefusalSchema = z.object({ at: z.number(), link: z.string().optional(), who: words, what: words })
export type HaltRefusal = z.infer<typeof haltRefusalSchema>

/** What a workspace shows of the halt that covers it. `rows`: those of its own links. */
export const haltStateSchema = haltSchema.extend({
  /** How many effects and tool calls were refused, and the newest of them, newest first. */
  refused: z.object({ count: z.int(), last: z.array(haltRefusalSchema).max(20) }),
  /** Agents that have written since, with how many messages. */
  talking: z.array(z.object({ name, count: z.int() })).max(limits.observers),
  ask: resumeAskSchema.optional(),
  /** Why it is not in its file: programs without the engine do not know of it. */
  unwritten: faultSchema.optional(),
  /** Nor is it in the journal: if Patchbay ends now, it ends too. */
  isInMemoryOnly: z.literal(true).optional(),
})
export type HaltState = z.infer<typeof haltStateSchema>

/** A table to look at: nothing has been done. `digest` covers the exact texts; it is named when they are said. */
export const haltPreviewSchema = z.object({
  id: haltIdSchema,
  level: haltLevelSchema,
  scope: haltScopeSchema,
  rows: z.array(haltRowSchema).max(limits.haltRows),
  beyond: haltBeyondSchema.optional(),
  digest: z.string().max(100),
})
export type HaltPreview = z.infer<typeof haltPreviewSchema>

/**
 * Effects of agents and of Patchbay itself that a halt lets through; nothing else is. receipt: of mail that has arrived, and that it was read · lock: who keeps
 * a folder · server: our own server's address and token, and which terminals it has · leave: saying goodbye, such as `agent.bye` · cut: the end of an answer
 * that the halt stopped.
 */
export const duringHalt = ['receipt', 'lock', 'server', 'leave', 'cut'] as const
export type DuringHalt = (typeof duringHalt)[number]

/** The part of a halt that those who are refused hear about. */
export type HaltNow = Pick<Halt, 'id' | 'at' | 'level' | 'scope'>

/** What an agent is told whose effect or tool call was refused. */
export function haltedWords({ id, at }: Pick<HaltNow, 'id' | 'at'>): string {
  const time = new Date(at)
  const clock = [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return `Halted by the operator at ${clock} (${id}). Nothing was done. Wait; do not try again.`
}

/** The refusal of an effect or a tool call, in the same words everywhere. */
export function haltedFault(halt: Pick<HaltNow, 'id' | 'at'>): { readonly ok: false; readonly fault: Fault } {
  return fail('refused', haltedWords(halt))
}

/** Whether it refuses effects at all: *Ask* only says something. */
export function refuses({ level }: Pick<HaltNow, 'level'>): boolean {
  return level !== 'ask'
}

/** Whether a halt is for a workspace; undefined: for what belongs to none. */
export function isFor({ scope }: Pick<HaltNow, 'scope'>, workspace: string | undefined): boolean {
  return scope.kind === 'all' || scope.workspace === workspace
}

/** Whether a halt refuses this actor's effects; one for agents leaves everybody else alone. `Coder (Jaibber)` is Coder. */
export function isForActor(halt: Pick<HaltNow, 'scope'>, kind: 'operator' | 'agent' | 'system', name: string): boolean {
  const { scope } = halt
  if (kind === 'operator') return false
  return scope.kind !== 'agents' || (kind === 'agent' && hasName(scope.agents, agentOfActor(name)))
}

/** Names are compared without regard to case. */
export function hasName(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase())
}

/** Halts that stay while another one ends. `id`: the one to wait for; absent: there are several, each of some agents. */
export type StayingHalts = { readonly isForAll: true; readonly id: string } | { readonly isForAll: false; readonly id?: string }

/** What a hook of a link says and does, see `HaltHook`. */
export interface HaltOrder {
  readonly id: string
  readonly verb: 'halt' | 'resume'
  readonly level: HaltLevel
  readonly reason?: string | undefined
  /** Only these agents; absent: everyone. */
  readonly agents?: readonly string[] | undefined
  /** resume: what other halts stay here. */
  readonly stays?: StayingHalts | undefined
  /** The operator's name here. */
  readonly operator: string
  /** When it was first shown, ms, and ids for messages made of it: the texts shown are those that are sent. */
  readonly at: number
  messageId(place: string): string
  /** Names that have spoken on this link within a day. */
  readonly seen: readonly string[]
}

/** `HALT 7F3K — stop after your current step and wait.`, or its end; `because` is added to it. */
export function haltWords(
  { id, verb, reason, stays }: Pick<HaltOrder, 'id' | 'verb' | 'reason' | 'stays'>,
  end = `wait for RESUME ${id}.`,
): string {
  if (verb === 'resume') return `RESUME ${id} — ${stays === undefined ? 'go on.' : staysWords(stays)}`
  return `HALT ${id} — stop after your current step and ${end}${reason === undefined ? '' : ` Reason: ${reason}`}`
}

/** Everybody reads it, and a halt of some agents was said to them alone. */
function staysWords({ isForAll, id }: StayingHalts): string {
  if (isForAll) return `but HALT ${id} stays: wait for RESUME ${id}.`
  if (id === undefined) return 'go on, unless another HALT is for you, too: then wait for its RESUME.'
  return `go on, unless HALT ${id} is for you, too: then wait for RESUME ${id}.`
}

/** The same for programs. Whoever a halt of some agents is for knows it by its id. */
export function haltData({ id, verb, stays }: Pick<HaltOrder, 'id' | 'verb' | 'stays'>): Record<string, string> {
  return { [verb]: id, ...(stays?.isForAll === true && { halt: stays.id }) }
}

/** Whether the operator has halted what happens on a link, for what acts or answers before it reaches the gate. */
export interface LinkHalt {
  /** The halt that refuses what this agent wants, or everyone. */
  now(agent?: string): HaltNow | undefined
  /** Something was refused before it reached the gate: who, as the screen writes it, wanted what. */
  refused(who: string, what: string): void
}

/** For a link without an engine. */
export const neverHalted: LinkHalt = { now: () => undefined, refused: () => undefined }

/** Time between SIGTERM and SIGKILL when the operator halts, ms. */
export const haltGraceMs = 5_000

/** A plan that does nothing. */
export const noPlan: HaltPlan = { ends: [], refuses: [], says: [], hears: [], cannot: { names: [] }, starts: [] }
