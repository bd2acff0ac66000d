import { z } from 'zod'
import { agentSchema } from './agent.ts'
import { debtKinds } from './acts.ts'
import { debtStates } from './debt.ts'
import { evidences } from './event.ts'
import { lamps } from './link.ts'
import { limits } from './limits.ts'
import { detectors } from './stuck.ts'

/**
 * Flow: who spoke to whom in a window of time, over all links. Times are ours, ms: when the event was stored here. Agents are ids of `agentSchema`; links
 * are their ids. What was not seen happening (`late`) is a note with a count, never a mark.
 */

/** How it is known that a message arrived. read: its recipient has read it · delivered: it reached the recipient's mailbox or program · sent: the link cannot tell, or nothing has said so yet. */
export const arrivals = ['read', 'delivered', 'sent'] as const
export type Arrival = (typeof arrivals)[number]
/** A proof of arrival that comes later than this is no length of an arrow, ms. */
export const arrivalMs = 90_000

const time = z.number()
const agent = z.string()

// Marks: what happened at a moment

const flowHeadSchema = z.object({
  to: agent,
  arrival: z.enum(arrivals),
  /** When it arrived; absent: not known, or later than `arrivalMs` after it was sent. */
  at: time.optional(),
})
/** One recipient of a message, and the evidence that it arrived. */
export type FlowHead = z.infer<typeof flowHeadSchema>

const flowMessageSchema = z.object({
  /** Id of the event: the current version of the message as of then. */
  event: z.string(),
  cursor: z.int(),
  /** When its first version was stored. */
  at: time,
  link: z.string(),
  from: agent,
  /** In the order of the message; a broadcast has several. Empty: it names nobody. */
  to: z.array(flowHeadSchema).max(limits.flowHeads),
  /** Recipients that `to` leaves out. */
  more: z.int().nonnegative().optional(),
  conversation: z.string(),
  /** It opened a debt. */
  isAsk: z.literal(true).optional(),
  /** Its recipient could not do it, or it says that something could not be done. */
  isError: z.literal(true).optional(),
  /** The operator wrote it, or somebody in the operator's name (`doubt`). */
  isPerson: z.literal(true).optional(),
  /** What is wrong with it: it was not sent from here, its sender is forged. */
  doubt: z.string().max(limits.flowText).optional(),
  /** The kind of message according to the protocol: `status_update`. */
  label: z.string().optional(),
  /** Its beginning, in one line. */
  text: z.string().max(limits.flowText),
  /** What the row of the feed shows: `chat.md:42`. */
  anchor: z.string().optional(),
})
/** A message between lanes. */
export type FlowMessage = z.infer<typeof flowMessageSchema>

const flowAnswerSchema = z.object({
  /** The protocol's id of the answer, the same while it grows. */
  id: z.string(),
  link: z.string(),
  agent,
  conversation: z.string(),
  /** Id of its newest version as of then. */
  event: z.string(),
  /** First and last sign of it in this page. */
  from: time,
  to: time,
  /** growing: more may come · complete: its message followed · cut: no more will come. */
  state: z.enum(['growing', 'complete', 'cut']),
  /** When stored versions came, the oldest first; evenly thinned out if there are too many. */
  chunks: z.array(time).max(limits.flowChunks),
  text: z.string().max(limits.flowText),
})
/** An answer while it is being written. Pages can each have a part of one: join them by `link` and `id`. */
export type FlowAnswer = z.infer<typeof flowAnswerSchema>

const flowToolSchema = z.object({ agent, link: z.string(), at: time, event: z.string(), tool: z.string().optional() })
/** The use of a tool. */
export type FlowTool = z.infer<typeof flowToolSchema>

/**
 * gap, restart: the link was interrupted or started over · clock: the clock of this machine was set · fault: input could not be used · history: messages
 * were read that had been written before · lamp: the status of the link changed.
 */
const flowNoteKinds = ['gap', 'restart', 'clock', 'fault', 'history', 'lamp'] as const
const flowNoteSchema = z.object({
  kind: z.enum(flowNoteKinds),
  link: z.string(),
  event: z.string(),
  at: time,
  text: z.string().max(limits.flowText),
  /** gap: messages are missing. */
  isIncomplete: z.literal(true).optional(),
  /** history: how many messages. */
  count: z.int().positive().optional(),
  /** lamp: what it is from `at` on. */
  lamp: z.enum(lamps).optional(),
})
/** What happened to a link. */
export type FlowNote = z.infer<typeof flowNoteSchema>

// What lasts

/** seen: it gave signs of life · unknown: the link cannot tell · lost: it disappeared · ended: it signed off. Nothing before its first sign. */
const flowLives = ['seen', 'unknown', 'lost', 'ended'] as const
const flowLifeSchema = z.object({ from: time, to: time, life: z.enum(flowLives) })
/** A part of a life line. */
export type FlowLife = z.infer<typeof flowLifeSchema>

export const flowLaneSchema = z.object({
  agent,
  name: z.string(),
  isOperator: z.boolean(),
  hue: agentSchema.shape.hue,
  /** As of the end of the window; as of the moment that is looked at in the past. */
  status: agentSchema.shape.status,
  /** What lanes can be grouped by. team: the conversation of three or more in which it is most at home · machine: where it runs, if somebody says so. */
  team: z.string().optional(),
  machine: z.string().optional(),
  /** Links on which it is known, the one where it was heard last first. */
  links: z.array(z.string()).max(limits.observers),
  /** When it last gave a sign of life. */
  lastSign: time.optional(),
  /** Its life line inside the window, oldest first, without overlaps. */
  life: z.array(flowLifeSchema).max(limits.flowSpans),
  /** It did or got nothing in the window. */
  isQuiet: z.boolean(),
})
/** A lane: one agent. */
export type FlowLane = z.infer<typeof flowLaneSchema>

const flowDebtSchema = z.object({
  key: z.string(),
  kind: z.enum(debtKinds),
  link: z.string(),
  /** Id of the event that asks. */
  ask: z.string(),
  /** Absent: nobody in particular owes it. */
  debtor: agent.optional(),
  creditor: agent,
  text: z.string(),
  since: time,
  /** When it ended; absent: it is open. */
  until: time.optional(),
  /** When its limit is, or was, over; absent: it has none. */
  limitAt: time.optional(),
  state: z.enum(debtStates),
  /** How it is known. */
  evidence: z.enum(evidences),
  /** How its end is known. */
  endEvidence: z.enum(evidences).optional(),
  /** Id of the event that ended it. */
  end: z.string().optional(),
  /** The operator owes it. */
  isMine: z.boolean(),
  /** Its debtor said that it does it. */
  isTaken: z.boolean(),
})
/** What somebody owes somebody, as a bar in the debtor's lane. It can have begun before the window, and end after it. */
export type FlowDebt = z.infer<typeof flowDebtSchema>

const flowTaskStates = ['assigned', 'working', 'waiting', 'needs you', 'review', 'done', 'failed', 'withdrawn'] as const
export type FlowTaskState = (typeof flowTaskStates)[number]
const flowTaskSchema = z.object({
  /** Key of its debt. */
  key: z.string(),
  /** Who does it; absent: nobody yet. */
  agent: agent.optional(),
  link: z.string(),
  title: z.string(),
  /** What it was from each moment on, oldest first. The first can be before the window. */
  changes: z
    .array(z.object({ at: time, state: z.enum(flowTaskStates), event: z.string().optional() }))
    .min(1)
    .max(limits.flowChanges),
  /** When it ended; absent: it is open. */
  until: time.optional(),
})
/** A task as a span in the lane of who does it. */
export type FlowTask = z.infer<typeof flowTaskSchema>

const flowRingSchema = z.object({
  id: z.string(),
  detector: z.enum(detectors),
  /** deadlock, loop, storm: in the order of the ring, each waits for (or speaks to) the next. */
  agents: z.array(agent).max(limits.stuckAgents),
  since: time,
  /** When it was untied, of a deadlock that is over; absent: it is not, as of the moment that is looked at. */
  until: time.optional(),
  evidence: z.enum(evidences),
  text: z.string(),
  /** Keys of the debts that are the evidence. */
  debts: z.array(z.string()).max(limits.rowDebts),
})
/** Agents that cannot go on by themselves. */
export type FlowRing = z.infer<typeof flowRingSchema>

const flowBinsSchema = z.object({
  /** Begin of the first bin, and the width of each, ms. */
  from: time,
  width: z.number().positive(),
  /** Messages from or to each agent, by link; an agent can have several lists. */
  lanes: z
    .array(z.object({ agent, link: z.string(), counts: z.array(z.int().nonnegative()).max(limits.flowBins) }))
    .max(limits.flowBinLanes),
})
/** How many messages there were, where a window has too many to draw each. */
export type FlowBins = z.infer<typeof flowBinsSchema>

/**
 * What a view of the past cannot know. messages: the journal begins later · lamps: the status of this link was not stored yet · unread: what was unread then ·
 * approvals: which approvals waited · archive: what is in this file, which is missing or damaged.
 */
const unrecorded = ['messages', 'lamps', 'unread', 'approvals', 'debts', 'archive'] as const
export const notRecordedSchema = z.object({
  what: z.enum(unrecorded),
  link: z.string().optional(),
  /** Name of the archive. */
  archive: z.string().max(limits.nameChars).optional(),
  /** From when on it is known, where it is. */
  until: time.optional(),
})
/** Something that was not recorded at the moment that is looked at: it is shown as such, and never as it is today. */
export type NotRecorded = z.infer<typeof notRecordedSchema>

const flowFrameSchema = z.object({
  /** You first, then in order of appearance. */
  lanes: z.array(flowLaneSchema).max(limits.flowLanes),
  /** Agents that `lanes` leaves out: those that were heard longest ago. */
  moreLanes: z.int().nonnegative(),
  debts: z.array(flowDebtSchema).max(limits.flowDebts),
  moreDebts: z.int().nonnegative(),
  tasks: z.array(flowTaskSchema).max(limits.flowDebts),
  rings: z.array(flowRingSchema).max(limits.stuck),
  /** Each link's status when the window begins; changes in it are notes. Absent for a link: not recorded then. */
  lamps: z.record(z.string(), z.enum(lamps)),
  /** Messages in the minutes of the window, without history. */
  messages: z.int().nonnegative(),
  bins: flowBinsSchema.optional(),
  notRecorded: z.array(notRecordedSchema).max(limits.haltRows),
})
/** What lasts in a window. */
export type FlowFrame = z.infer<typeof flowFrameSchema>

export const flowPageSchema = z.object({
  /** The moment that everything is as of: now, or the one that was asked for. */
  asOf: time,
  /** With the first page only (no `before`). */
  frame: flowFrameSchema.optional(),
  /** Marks of this page, each list oldest first. */
  messages: z.array(flowMessageSchema).max(limits.flowPage),
  answers: z.array(flowAnswerSchema).max(limits.flowPage),
  tools: z.array(flowToolSchema).max(limits.flowPage),
  notes: z.array(flowNoteSchema).max(limits.flowPage),
  /** Give it as `before` for the page of earlier events; absent: this was the last. */
  before: z.int().positive().optional(),
})
/** One page of a window, newest first. */
export type FlowPage = z.infer<typeof flowPageSchema>

// The minimap

export const flowMinutesSchema = z.object({
  link: z.string(),
  /** Messages of each minute from the begin of the day on, as pairs of minute and count; a minute without any is left out. */
  messages: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])).max(limits.flowMinutes),
  /** The same for input that could not be used, and for debts that failed. */
  failures: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])).max(limits.flowMinutes),
  /** The same for debts that were opened. */
  asks: z.array(z.tuple([z.int().nonnegative(), z.int().positive()])).max(limits.flowMinutes),
  total: z.int().nonnegative(),
})
/** A link's day. */
export type FlowMinutes = z.infer<typeof flowMinutesSchema>
