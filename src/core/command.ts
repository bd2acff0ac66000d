import { z } from 'zod'
import { debtKeySchema } from './debt.ts'
import { deskIntents } from './desk-draft.ts'
import { faultSchema } from './fault-schema.ts'
import { limits } from './limits.ts'

const name = z.string().max(limits.nameChars)

const draftAboutSchema = z.object({
  debt: debtKeySchema,
  /** What the debt is known by on its source. */
  ref: z.string().min(1).max(limits.debtKey),
  intent: z.enum(deskIntents),
  /** answer: what the further debts of the row are known by, which the message answers as well. */
  also: z.array(z.string().min(1).max(limits.debtKey)).max(limits.answeredDebts).optional(),
  /** handover: who takes over. */
  to: name.optional(),
  /** What was known when it was begun: how many messages of the operator about the debt there were, and whether it was open. Absent: the operator was told what changed since. */
  known: z.strictObject({ said: z.int().nonnegative(), isOpen: z.boolean() }).optional(),
})
/** The debt that a message of the operator is about: the message acts on that debt, and opens none itself. Never on the wire. */
export type DraftAbout = z.infer<typeof draftAboutSchema>

/** What the operator wants to say, before a protocol turns it into its wire form. Each protocol checks names against its own alphabet. */
export const draftSchema = z.object({
  from: name,
  to: z.array(name).max(limits.observers),
  observers: z.array(name).max(limits.observers),
  text: z.string().max(limits.draftChars),
  /** Id of the event that this replies to. */
  replyTo: z.string().max(64).optional(),
  /** Destination conversation, where recipients alone are not enough: a channel. */
  where: z.string().max(512).optional(),
  /** Kind of message: one of `ProtocolInfo.compose.labels`, or a kind defined by the protocol: `task.create`. */
  label: z.string().max(128).optional(),
  /** Values of the form for that kind. */
  data: z.record(z.string().max(128), z.unknown()).optional(),
  about: draftAboutSchema.optional(),
})
export type Draft = z.infer<typeof draftSchema>

/** The exact text that would be written, and its size against the limit. */
export const wirePreviewSchema = z.object({
  wire: z.string(),
  bytes: z.int(),
  limit: z.int(),
  /** Consequences that the operator may not want; the message can still be sent. */
  warnings: z.array(z.string()).optional(),
})
export type WirePreview = z.infer<typeof wirePreviewSchema>

/** A preview on screen is made again after this long, so that the time in it is that of the message, ms. */
export const previewMs = 30_000

/** What distinguishes a message from others with the same text: the id of its command, a ULID that the client chooses, and when it was written, ms. */
const stamp = { id: z.string().length(26), at: z.number() }
const toSend = { source: z.string().min(1).max(200), draft: draftSchema }

/** Without a stamp, the bytes of the message differ from those of its preview where its protocol puts them on the wire. */
export const previewRequestSchema = z.object({ ...toSend, stamp: z.object(stamp).strict().optional() }).strict()
/** `at`: as in the preview, if it was made in the last minute. */
export const sendRequestSchema = z.object({ ...toSend, ...stamp, at: stamp.at.optional() }).strict()

/** After this long without confirmation, the operator may send a message again, ms. */
export const unsureMs = 30_000

/**
 * accepted: recorded, effect not yet done · sent: the effect succeeded · confirmed: our inbound path read it back ·
 * failed: the effect returned a fault · unsent: Patchbay crashed in between and the source does not contain it · discarded: removed by the operator
 */
const commandStates = ['accepted', 'sent', 'confirmed', 'failed', 'unsent', 'discarded'] as const

export const commandSchema = z.object({
  id: z.string(), // ULID, chosen by the client: a repeated call is the same command
  workspace: z.string(),
  source: z.string(),
  draft: draftSchema,
  wire: z.string(),
  state: z.enum(commandStates),
  fault: faultSchema.optional(),
  /** The event that confirmed it. */
  event: z.string().optional(),
  at: z.number(),
})
/** One outgoing message of the operator. */
export type Command = z.infer<typeof commandSchema>
export type CommandState = Command['state']
