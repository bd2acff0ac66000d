import { z } from 'zod'
import { debtKinds, type DebtKind } from './acts.ts'
import { anchorSchema, evidences } from './event.ts'
import { limits } from './limits.ts'
import { afterRunning } from './stood-still.ts'
import { defaultStuckLimits, stuckLimitsSchema, stuckMinutesSchema } from './stuck.ts'

/**
 * A debt: somebody wants something from somebody. Two messages make it, the one that opens it and the one that ends it. Debts are read out of
 * the acts of events (`core/fold/debts.ts`) and never stored as truth; only what the operator decides about one (`DebtMark`) is stored.
 */

/** Key of a debt: `source|ref` of the message that asks, with `>name` behind it when several owe. The same after a restart, an archive, a rename. */
export const debtKeySchema = z.string().min(1).max(limits.debtKey)

/** open: nobody has ended it · settled: done · failed: the debtor cannot or will not · withdrawn: the creditor no longer wants it · void: nothing is owed after all. */
export const debtStates = ['open', 'settled', 'failed', 'withdrawn', 'void'] as const
export type DebtState = (typeof debtStates)[number]
/** How the end is known. parent: what it belonged to ended · turn: its debtor spoke again · sibling: another of those who were asked answered · left: who asked has been gone for a day. */
const debtEnds = ['ref', 'pair', 'turn', 'sibling', 'operator', 'parent', 'link', 'left'] as const
/** What the clock says of an open debt: from three quarters of its limit on it is due. */
const debtLives = ['open', 'due', 'overdue'] as const
export type DebtLife = (typeof debtLives)[number]
/** Where a time comes from. ours: this machine saw it happen · claimed: its author says so (shown as `~`) · least: it happened before we first saw it (`≥`). */
const debtTimes = ['ours', 'claimed', 'least'] as const

const debtEndSchema = z.object({
  /** The event that ended it; absent: the operator did, or its link was removed. */
  event: z.string().optional(),
  at: z.number(),
  by: z.string(),
  how: z.enum(debtEnds),
  evidence: z.enum(evidences),
})
export type DebtEnd = z.infer<typeof debtEndSchema>

const debtSchema = z.object({
  key: z.string(),
  kind: z.enum(debtKinds),
  source: z.string(),
  protocol: z.string(),
  /** Id of the event that asks, its conversation, and where its bytes are. */
  ask: z.string(),
  conversation: z.string().optional(),
  anchor: anchorSchema.optional(),
  /** Names as on the wire. No debtor: it was asked of a group, or handed back. */
  creditor: z.string(),
  debtor: z.string().optional(),
  /** The group that it was asked of. */
  group: z.array(z.string()).optional(),
  evidence: z.enum(evidences),
  /** What is owed, in one line. */
  text: z.string(),
  /** The part of the message that was read as a question or request, in UTF-16 units. */
  cue: z.tuple([z.int(), z.int()]).optional(),
  /** Free text that a later line of its debtor can answer; asks of one turn are one row. */
  turn: z.enum(['question', 'request']).optional(),
  /** How many questions the message numbers. */
  questions: z.int().positive().optional(),
  /** Why its author is in doubt. */
  doubt: z.string().optional(),
  /** How often it was asked. */
  asked: z.int().positive(),
  openedAt: z.number(),
  /** How `openedAt` is known. */
  time: z.enum(debtTimes),
  /** It was not seen happening: a first read, a back-fill, an import. It is never a reason for a notification. */
  late: z.literal(true).optional(),
  /** When its debtor last gave a sign (took it, reported on it), or it was asked again. The clock runs from here. */
  sign: z.number(),
  /** When it was handed over to its debtor; absent: its debtor was asked first, or took it. */
  passedAt: z.number().optional(),
  /** When it was last owed again after it could not be done: what the operator decided about that is over. */
  againAt: z.number().optional(),
  /** Its answer broke off: when, ms, and why. The clock stopped then, and goes on with the next sign. */
  cut: z.object({ at: z.number(), reason: z.string() }).optional(),
  /** Its debtor said that it does it. */
  taken: z.literal(true).optional(),
  /** When it is due according to its creditor. */
  due: z.number().optional(),
  /** Key of an open debt that has to end first; until then, the clock stands still. */
  waitsFor: z.string().optional(),
  /** Names that its debtor says it waits for. */
  awaitedNames: z.array(z.string()).optional(),
  parent: z.string().optional(),
  state: z.enum(debtStates),
  end: debtEndSchema.optional(),
})
/** What somebody owes somebody. */
export type Debt = z.infer<typeof debtSchema>

// What the operator decides

/** snooze: not before `until` · settle: it was done elsewhere · waive: nobody needs it · reopen: it is not done · pin: it is a question indeed · none: it never was one, nor are the same words of the same creditor for a day. */
export const markVerbs = ['snooze', 'settle', 'waive', 'reopen', 'pin', 'none'] as const
export type MarkVerb = (typeof markVerbs)[number]
export const debtMarkSchema = z.object({
  verb: z.enum(markVerbs),
  /** When the operator said so, ms. */
  at: z.number(),
  /** snooze: until when. It also ends with the next act of the other side, or when the debt is overdue. */
  until: z.number().optional(),
  /** Cursor of the newest event at that time: what comes later ends a snooze. */
  cursor: z.int().nonnegative(),
})
/** The operator's decision about one debt; the latest counts. */
export type DebtMark = z.infer<typeof debtMarkSchema>

// How long it may take

const minutes = z
  .number()
  .min(1)
  .max(7 * 24 * 60)
const pair = z.strictObject({ agent: minutes.optional(), operator: minutes.optional() })
/** How long each kind may take, minutes, by who owes it. Absent: no limit. */
export const deskLimitsSchema = z.strictObject({
  answer: pair,
  review: pair,
  task: pair,
  paste: pair,
  decide: pair,
  approve: pair,
  terminal: pair,
  mend: pair,
  /** How long a task may be without anybody who does it. */
  unclaimed: stuckMinutesSchema.optional(),
  /** When agents count as stuck. */
  stuck: stuckLimitsSchema,
})
export type DeskLimits = z.infer<typeof deskLimitsSchema>

export const defaultDeskLimits: DeskLimits = {
  answer: { agent: 30, operator: 10 },
  review: { agent: 30, operator: 10 },
  task: { agent: 30, operator: 60 },
  paste: { operator: 60 },
  decide: { operator: 10 },
  approve: { operator: 10 },
  terminal: { operator: 10 },
  mend: {},
  unclaimed: 10,
  stuck: defaultStuckLimits,
}

/** How long a protocol itself waits for what its agents owe, ms, by kind (`Protocol.agentLimits`). */
export type AgentLimits = Readonly<Partial<Record<DebtKind, number>>>

/**
 * How long a debt may take, ms; undefined: there is no limit. A time that its creditor gave (`due`) wins over this.
 * @param declared the limits of its protocol: after them nothing comes any more, so no other limit is longer. People, who are asked in free text, have none.
 */
export function limitOf(
  set: DeskLimits,
  debt: Pick<Debt, 'kind' | 'debtor' | 'turn'>,
  isOperators: boolean,
  declared: AgentLimits = {},
): number | undefined {
  const said = debt.debtor === undefined && debt.kind === 'task' ? set.unclaimed : set[debt.kind][isOperators ? 'operator' : 'agent']
  const own = said === undefined ? Infinity : said * 60_000
  const cut = isOperators || debt.debtor === undefined || debt.turn !== undefined ? undefined : declared[debt.kind]
  const limit = Math.min(own, cut ?? Infinity)
  return limit === Infinity ? undefined : limit
}

/** From this share of its limit on, a debt is due. */
const dueShare = 0.75

/** The part of a debt that its clock needs. */
export type Clocked = Pick<Debt, 'state' | 'openedAt' | 'sign' | 'due' | 'time' | 'waitsFor' | 'cut'>

/** When it is due according to its creditor. A time before it was asked could not be kept by anybody, and puts nothing at the head of a list: it counts as none. */
export function dueOf({ due, openedAt }: Pick<Debt, 'due' | 'openedAt'>): number | undefined {
  return due !== undefined && due > openedAt ? due : undefined
}

/** When a debt becomes due and overdue, ms. */
interface Moments {
  readonly due: number
  readonly overdue: number
}

/**
 * When an open debt becomes due and overdue. Undefined: never, because it has no limit, waits for another debt, its clock stopped before, or it is known
 * only to be older than when we saw it.
 * @param stoodStill how long the clock stood still since a time, ms: this machine slept, or the operator had halted.
 */
export function momentsOf(debt: Clocked, limit: number | undefined, stoodStill?: (since: number) => number): Moments | undefined {
  if (debt.state !== 'open' || debt.waitsFor !== undefined) return undefined
  const moments = runningMoments(debt, limit, stoodStill)
  return moments === undefined || debt.cut === undefined || moments.overdue <= debt.cut.at ? moments : undefined
}

function runningMoments(
  debt: Clocked,
  limit: number | undefined,
  stoodStill: ((since: number) => number) | undefined,
): Moments | undefined {
  const due = dueOf(debt)
  if (due !== undefined) return { due: debt.openedAt + (due - debt.openedAt) * dueShare, overdue: due }
  if (limit === undefined || (debt.time === 'least' && debt.sign === debt.openedAt)) return undefined
  return { due: afterRunning(debt.sign, limit * dueShare, stoodStill), overdue: afterRunning(debt.sign, limit, stoodStill) }
}

/**
 * When the limit of a debt that has ended was over, as `momentsOf` said while it was open; it may be later than its end. For what it waited the clock is
 * as of its end.
 */
export function limitAtOf(
  { waitsFor: _waitsFor, ...debt }: Clocked,
  limit: number | undefined,
  stoodStill?: (since: number) => number,
): number | undefined {
  return momentsOf({ ...debt, state: 'open' }, limit, stoodStill)?.overdue
}

/** What the clock says of a debt; undefined when it has ended. */
export function lifeOf(
  debt: Clocked,
  limit: number | undefined,
  now: number,
  stoodStill?: (since: number) => number,
): DebtLife | undefined {
  return debt.state === 'open' ? lifeBy(momentsOf(debt, limit, stoodStill), now) : undefined
}

/** What the clock says of an open debt with these moments (`momentsOf`). */
export function lifeBy(moments: ReturnType<typeof momentsOf>, now: number): DebtLife {
  if (moments === undefined || now < moments.due) return 'open'
  return now < moments.overdue ? 'due' : 'overdue'
}

/** What the clock of a debt shows now: it stops where an answer breaks off. */
export function clockAt(debt: Pick<Debt, 'cut'> | undefined, now: number): number {
  return Math.min(now, debt?.cut?.at ?? now)
}

/** Why the clock of a debt stands (`cut`). Of one that has ended since, nobody needs to know. */
export function cutReason({ state, cut }: Pick<Debt, 'state' | 'cut'>): string | undefined {
  return state === 'open' ? cut?.reason : undefined
}

/** The same as half a sentence; empty: it does not. */
export function cutWords(reason: string | undefined): string {
  return reason === undefined ? '' : `its answer broke off: ${reason}`
}

// Rows of the lists

/** One row of a list: a debt, or several that are the same. */
export const debtRowSchema = z.object({
  debt: debtSchema,
  /** Keys of all debts in the row, the oldest first; `debt` is the first of them. */
  keys: z.array(z.string()).max(limits.rowDebts),
  /** How often it was asked in all, including keys that the row leaves out. */
  asked: z.int().positive(),
  /** Agents (ids) behind the names. */
  creditor: z.string(),
  debtor: z.string().optional(),
  life: z.enum(debtLives).optional(),
  /** When it is due and overdue; absent: never. */
  dueAt: z.number().optional(),
  overdueAt: z.number().optional(),
  mark: debtMarkSchema.optional(),
  /** Several questions that one message has answered: the row stays in its list until then, ms, or until the operator is done with it. */
  spoke: z.object({ questions: z.int().positive(), until: z.number() }).optional(),
  /** Its debtor has spoken to its creditor on another link (a source) since: when, ms, and by which event. That alone settles nothing. */
  elsewhere: z.object({ link: z.string(), at: z.number(), event: z.string() }).optional(),
  /** Agents (ids) that wait for it, through any number of debts. */
  blocks: z.array(z.string()).max(limits.rowBlocks),
  /** Where the bytes of the event that ended it are. Only in a page of what is closed. */
  endAnchor: anchorSchema.optional(),
})
export type DebtRow = z.infer<typeof debtRowSchema>

/** The word for what is owed. */
export const kindTitles: Readonly<Record<DebtKind, string>> = {
  answer: 'Question',
  review: 'Review',
  task: 'Result',
  paste: 'Paste',
  decide: 'Decide',
  approve: 'Approve',
  terminal: 'Terminal',
  mend: 'Mend',
}

/** What is owed, in one line: the word for its kind and its text. Agents who write plain text begin with the word themselves. */
export function kindLine({ kind, text }: Pick<Debt, 'kind' | 'text'>): string {
  const title = kindTitles[kind]
  if (text.trim() === '') return `${title}, no text`
  return text.toLowerCase().startsWith(`${title.toLowerCase()}:`) ? text : `${title}: ${text}`
}

/** What the status bar, title and tray show of a workspace. */
export const deskCountsSchema = z.object({
  needs: z.int(),
  /** What all owe, the operator too, and how much of it is overdue. */
  owed: z.int(),
  overdue: z.int(),
  /** Of these, what others owe. */
  owedByOthers: z.int(),
  overdueByOthers: z.int(),
  stuck: z.int(),
})
