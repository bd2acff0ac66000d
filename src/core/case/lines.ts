import { z } from 'zod'
import { debtKinds } from '../acts.ts'
import { doubtSchema } from '../doubt.ts'
import { evidences } from '../event.ts'
import { limits } from '../limits.ts'
import { hueSchema } from '../link.ts'
import { redactionKinds } from './redact.ts'

/** Version of the lines of a case (`docs/case.md`). A new field that earlier releases may ignore does not change it. */
export const caseVersion = 1

/** A time of a case, ms: until the end of the year 9999, wherever its clocks are. */
export const caseTimeSchema = z.number().min(0).max(253_402_214_400_000)
const time = caseTimeSchema
/** How much longer a text can get when each of its characters is replaced: `‹secret 50000›` and its like. */
const growth = 16
const name = z.string().max(limits.nameChars * growth)
const text = z.string().max(limits.message * growth)

const deadlock = z.object({
  /** Each waits for the next, and the last for the first. */
  agents: z.array(name).min(2).max(limits.stuckAgents),
  since: time,
  /** When it was untied; absent: it was not when the case ends. */
  until: time.optional(),
  /** `n` of the messages that it follows from. */
  proofs: z.array(z.int().positive()).max(limits.rowDebts),
})
export type CaseDeadlock = z.infer<typeof deadlock>

/** The first line. Everything in a case has been through the redaction, this line too. */
const caseHeaderSchema = z.object({
  type: z.literal('patchbay-case'),
  version: z.int().positive(),
  /** Release that wrote it. */
  patchbay: z.string().max(100),
  title: name,
  /** When it was made, ms. */
  at: time,
  /** The time it covers, ms: `from` included, `to` not. */
  from: time,
  to: time,
  /** Minutes that clocks there were ahead of UTC. */
  offset: z.int().min(-1_000).max(1_000),
  workspace: z.string().max(limits.pathChars * growth),
  operator: name,
  /** Protocols of its links: their two letters and their names. */
  protocols: z
    .array(z.object({ id: z.string().max(64), chip: z.string().max(8), title: z.string().max(64), hue: hueSchema.optional() }))
    .max(64),
  /** Agents that waited for each other, oldest first; absent: none did. */
  deadlocks: z.array(deadlock).max(limits.stuck).optional(),
  replaced: z.array(z.object({ kind: z.enum(redactionKinds), times: z.int().positive(), names: z.int().positive() })),
})
export type CaseHeader = z.infer<typeof caseHeaderSchema>

/** What a line of the conversation is. gap: something was not seen · fault: something could not be read. */
const caseEventKinds = ['message', 'status', 'tool', 'reply', 'gap', 'fault'] as const

const caseEventSchema = z.object({
  type: z.literal('event'),
  /** Its number in the case, from 1. */
  n: z.int().positive(),
  at: time,
  claimedAt: time.optional(),
  late: z.literal(true).optional(),
  protocol: z.string().max(64),
  link: name,
  kind: z.enum(caseEventKinds),
  conversation: text,
  from: name,
  to: z.array(name),
  observers: z.array(name),
  label: name.optional(),
  text,
  /** `n` of the message that it replies to, and of the version that it replaces. */
  replyTo: z.int().positive().optional(),
  replaces: z.int().positive().optional(),
  /** Where its bytes were: `chat.md:42`. */
  anchor: z
    .string()
    .max(limits.pathChars * growth)
    .optional(),
  /** Recipients of whom it is proved that it arrived, and when, where the proof says so. */
  arrived: z.array(z.object({ to: name, as: z.enum(['read', 'delivered']), at: time.optional() })).optional(),
  doubts: z.array(doubtSchema).optional(),
})
export type CaseEvent = z.infer<typeof caseEventSchema>

const caseDebtSchema = z.object({
  type: z.literal('debt'),
  kind: z.enum(debtKinds),
  /** Absent: nobody yet. */
  debtor: name.optional(),
  creditor: name,
  text,
  since: time,
  /** When its limit was, or will be, over; absent: it has none. */
  limitAt: time.optional(),
  /** When it ended, ms; absent: it was open when the case ends. */
  until: time.optional(),
  state: z.string().max(64),
  isOverdue: z.boolean(),
  evidence: z.enum(evidences),
  /** `n` of the message that opened it. */
  n: z.int().positive().optional(),
})
export type CaseDebt = z.infer<typeof caseDebtSchema>

/** Something of the time that is not in the case. */
export const caseLeftOutSchema = z.object({
  type: z.literal('left-out'),
  what: z.string().max(limits.nameChars),
  count: z.int().positive(),
})
export type CaseLeftOut = z.infer<typeof caseLeftOutSchema>

/** The last line: without it, the file was cut off. */
const caseEndSchema = z.object({ type: z.literal('end'), events: z.int().nonnegative() })

export const caseLineSchema = z.discriminatedUnion('type', [
  caseHeaderSchema,
  caseEventSchema,
  caseDebtSchema,
  caseLeftOutSchema,
  caseEndSchema,
])
/** A line of a case, without its hash. In this order: the header, the events, the debts, what is left out, the end. */
export type CaseLine = z.infer<typeof caseLineSchema>
