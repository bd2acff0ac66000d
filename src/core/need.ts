import { z } from 'zod'
import { byBytes } from './by-bytes.ts'
import { debtRowSchema, type DebtRow } from './debt.ts'
import { anchorSchema } from './event.ts'
import { detectors, stuckSchema, type Stuck } from './stuck.ts'

/**
 * What needs the operator: open debts of the operator, what went wrong with others' debts, and conditions of links, files and the journal. A need ends
 * by itself when its cause does. This file ranks them; the engine gathers them (`engine/desk`).
 */

/** Where a need comes from; each has its own verbs on the screen. */
export const needSources = [
  'answer', // somebody asked the operator
  'review',
  'task', // somebody gave the operator something to do
  'approve', // a question of the gate
  'terminal', // an agent waits in the terminal of its own program, which nobody can answer from here
  'paste', // an outbox was copied, and no reply has come
  'decide', // a plan waits for review
  'prompt', // an agent's prompt waits for an answer that the operator pastes
  'stopped', // a rule of the protocol keeps an agent from being answered
  'failed', // what the operator asked for could not be done
  'overdue', // what others owe, past its limit
  'unowned', // a task that nobody took
  'refused', // what came for a paste is no reply to it
  'unusable', // a file addressed to somebody that is not a message
  'lint', // somebody writes to the operator in a form that breaks the protocol
  'link', // a link is down, or works otherwise than it was set up
  'gap', // messages of a link are missing, because it was down for too long
  'journal', // what happens cannot be stored, or the journal is damaged
  'command', // a message of the operator was not sent
  ...detectors,
] as const
export type NeedSource = (typeof needSources)[number]

/** The order of the bands: what loses data comes first, then what ends by itself soon, then the rest by score. */
export const needBands = ['losing', 'ending', 'rest'] as const

export const needSchema = z.object({
  /** Key of the debt, or of the condition: `link|<id>`. The same for as long as it needs the operator. */
  id: z.string(),
  source: z.enum(needSources),
  band: z.enum(needBands),
  /** Agent (id) or name that wants it, or that it is about. */
  who: z.string(),
  text: z.string(),
  /** Of an approval: the file or the command that it is about, where its text does not say so. */
  subject: z.object({ text: z.string(), isPath: z.literal(true).optional() }).optional(),
  /** Whom the operator could ask, a name on the link. */
  to: z.string().optional(),
  /** A warning: hidden characters, messages that may be lost, an author in doubt. */
  warning: z.string().optional(),
  link: z.string().optional(),
  /** The link works, but not as it was set up. */
  isUp: z.literal(true).optional(),
  event: z.string().optional(),
  conversation: z.string().optional(),
  anchor: anchorSchema.optional(),
  /** Since when it needs the operator, ms. */
  since: z.number(),
  /** When it last happened again, ms: a decision from before is over. Absent: it did not. */
  again: z.number().optional(),
  /** When its limit is over, ms; absent: it has none. */
  limitAt: z.number().optional(),
  /** How long the limit is, ms. */
  limit: z.number().optional(),
  /** What it weighs, where that is not what its source weighs. */
  weight: z.number().optional(),
  /** Agents (ids) that wait for it, through any number of debts. */
  blocks: z.array(z.string()),
  /** Changes when the operator should hear of it again. */
  change: z.enum(['new', 'overdue', 'failed']),
  late: z.literal(true).optional(),
  /** The debt behind it. */
  row: debtRowSchema.optional(),
  /** The condition of agents that cannot go on by themselves behind it. */
  stuck: stuckSchema.optional(),
  /** Id of the approval, command or unusable event behind it; stopped: the wire id of the message that nobody answers. */
  about: z.string().optional(),
})
/** One row of *Needs me*. */
export type Need = z.infer<typeof needSchema>

/** How much each source weighs before who waits for it is added. */
const weights: Readonly<Record<NeedSource, number>> = {
  answer: 1,
  review: 1,
  task: 1,
  approve: 2,
  terminal: 1,
  paste: 1,
  decide: 1,
  prompt: 1,
  stopped: 1,
  failed: 1,
  overdue: 0.5,
  unowned: 1,
  refused: 1,
  unusable: 1,
  lint: 1,
  link: 2,
  gap: 10,
  journal: 20,
  command: 2,
  // And one for each member: see `needOfStuck`.
  deadlock: 2,
  starvation: 2,
  loop: 2,
  storm: 2,
  lost: 2,
  orphan: 2,
}

/** Age counts up to this many limits, so that forgotten needs do not stay above everything else. */
const mostLimits = 4
/** The limit of what has none, for its age in the score. */
const usualLimit = 30 * 60_000

/** (weight + agents that wait for it) × (minutes + 1): two numbers that the operator can check. */
export function scoreOf(need: Pick<Need, 'source' | 'blocks' | 'since' | 'limit' | 'weight'>, now: number): number {
  const age = Math.min(Math.max(0, now - need.since), mostLimits * (need.limit ?? usualLimit))
  return ((need.weight ?? weights[need.source]) + need.blocks.length) * (age / 60_000 + 1)
}

/**
 * Needs in the order of the list: by band, then by score; of equals, the older one comes first, and of messages that were read together, the one that was
 * written first (the ids of events are in their order). Does not change its argument.
 */
export function rankNeeds(needs: readonly Need[], now: number): Need[] {
  const scores = new Map(needs.map((need) => [need, scoreOf(need, now)]))
  return needs.toSorted(
    (a, b) =>
      needBands.indexOf(a.band) - needBands.indexOf(b.band) ||
      (scores.get(b) ?? 0) - (scores.get(a) ?? 0) ||
      a.since - b.since ||
      byBytes(a.event ?? '', b.event ?? '') ||
      byBytes(a.id, b.id),
  )
}

/** What a row says: the text, and for a question in a terminal where it waits. A request may have no text at all. */
export function needWords({ source, text }: Pick<Need, 'source' | 'text'>): string {
  if (source === 'terminal') return `Waits in its terminal: ${text}`
  return text.trim() === '' ? 'No text' : text
}

/** Whether `who` is the one that something was meant for, not the one that it comes from. */
export function isToWho({ source }: Pick<Need, 'source'>): boolean {
  return source === 'unusable' || source === 'refused' || source === 'command'
}

/** Who waits for it besides the one that its row names: that whoever asks waits for the answer goes without saying. */
export function othersBlocked({ who, blocks }: Pick<Need, 'who' | 'blocks'>): readonly string[] {
  return blocks.filter((agent) => agent !== who)
}

/**
 * Needs that no other need covers. `ofStuck`: keys of the debts that are part of a row of agents who are stuck. What an agent asks in its terminal often waits
 * for an approval here as well; the approval can be answered.
 */
export function withoutCovered(needs: readonly Need[], ofStuck: ReadonlySet<string>): Need[] {
  const askers = new Set(needs.filter(({ source }) => source === 'approve').map(({ who }) => who))
  return needs.filter((need) => !isCovered(need, ofStuck) && !(need.source === 'terminal' && askers.has(need.who)))
}

/** Whether a debt is part of a row of agents who are stuck. @param ofStuck keys of the debts that are */
export function isCovered({ source, id }: Need, ofStuck: ReadonlySet<string>): boolean {
  return source === 'overdue' && ofStuck.has(id)
}

/** The sources that name what the operator owes. */
const ofOperator: Partial<Record<DebtRow['debt']['kind'], NeedSource>> = {
  answer: 'answer',
  review: 'review',
  task: 'task',
  paste: 'paste',
  decide: 'decide',
  terminal: 'terminal',
}

/**
 * The need that a row of debts is; undefined: it needs nobody now. What others owe needs the operator when it is overdue or has failed, and a task when
 * nobody took it within its limit.
 * @param operator the operator's agent id
 */
export function needOfDebt(row: DebtRow, operator: string, now: number): Need | undefined {
  const source = sourceOf(row, operator)
  if (source === undefined) return undefined
  const { debt } = row
  if (row.mark !== undefined && isAside(row, now)) return undefined
  const isMine = row.debtor === operator
  const limitAt = row.overdueAt
  return {
    id: debt.key,
    source,
    band: 'rest',
    who: isMine || source === 'unowned' ? row.creditor : (row.debtor ?? row.creditor),
    text: debt.text,
    link: debt.source,
    event: debt.ask,
    since: source === 'failed' ? (debt.end?.at ?? debt.sign) : debt.sign,
    blocks: row.blocks,
    change: source === 'failed' ? 'failed' : row.life === 'overdue' ? 'overdue' : 'new',
    row,
    ...(debt.conversation !== undefined && { conversation: debt.conversation }),
    ...(debt.anchor !== undefined && { anchor: debt.anchor }),
    ...(limitAt !== undefined && { limitAt, limit: Math.max(0, limitAt - debt.sign) }),
    ...(debt.late === true && { late: true }),
    ...(debt.doubt !== undefined && { warning: doubtWords(debt.doubt) }),
  }
}

/** That somebody else may have asked in the name of who is said to. */
export function doubtWords(doubt: string): string {
  return `in doubt: ${doubt}`
}

function sourceOf({ debt, debtor, creditor, life, spoke }: DebtRow, operator: string): NeedSource | undefined {
  if (spoke !== undefined) return debtor === operator ? ofOperator[debt.kind] : undefined
  if (debt.state === 'failed') return creditor === operator ? 'failed' : undefined
  if (debt.state !== 'open' || debt.waitsFor !== undefined) return undefined
  if (debtor === operator) return ofOperator[debt.kind]
  if (life !== 'overdue') return undefined
  return debt.debtor === undefined ? 'unowned' : 'overdue'
}

/** Snoozed, or decided. A snooze ends when the debt becomes overdue; the engine ends it with the next act of the other side. */
function isAside({ mark, life, overdueAt = 0 }: DebtRow, now: number): boolean {
  if (mark?.verb === 'snooze') return (mark.until ?? 0) > now && (life !== 'overdue' || mark.at >= overdueAt)
  return mark?.verb === 'settle' || mark?.verb === 'waive' || mark?.verb === 'none'
}

/** The need that agents who are stuck are. It weighs more the more of them there are. */
export function needOfStuck(stuck: Stuck): Need {
  const { id, detector, agents, since, text, events } = stuck
  return {
    id,
    source: detector,
    band: 'rest',
    who: agents[0] ?? '',
    text,
    since,
    weight: weights[detector] + agents.length,
    blocks: [],
    change: 'new',
    stuck,
    ...(events[0] !== undefined && { event: events[0] }),
  }
}
