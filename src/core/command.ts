import { z } from 'zod'
import { faultSchema } from './fault-schema.ts'
import { limits } from './limits.ts'

const name = z.string().max(limits.nameChars)

/** What the operator wants to say, before a protocol gives it its wire form. Names are checked by the protocol, which knows their alphabet. */
export const draftSchema = z.object({
  from: name,
  to: z.array(name).max(limits.observers),
  observers: z.array(name).max(limits.observers),
  text: z.string().max(limits.draftChars),
  /** Id of the event that this answers. */
  replyTo: z.string().max(64).optional(),
  /** Conversation that it goes to, where recipients alone do not say it: a channel. */
  where: z.string().max(512).optional(),
  /** Kind of message, one of `ProtocolInfo.compose.labels` or the protocol's own: `task.create`. */
  label: z.string().max(128).optional(),
  /** What the form of that kind holds. */
  data: z.record(z.string().max(128), z.unknown()).optional(),
})
export type Draft = z.infer<typeof draftSchema>

/** The exact text that would be written, and how much of the limit it takes. */
export const wirePreviewSchema = z.object({
  wire: z.string(),
  bytes: z.int(),
  limit: z.int(),
  /** What will become of it, where that is not what the operator wants; it can be sent all the same. */
  warnings: z.array(z.string()).optional(),
})
export type WirePreview = z.infer<typeof wirePreviewSchema>

/** A message that was sent so long ago without a confirmation may be sent again by the operator, ms. */
export const unsureMs = 30_000

/**
 * accepted: recorded, effect not yet done · sent: the effect returned · confirmed: our own inbound path read it back ·
 * failed: the effect returned a fault · unsent: a crash came between and the source does not hold it · discarded: the operator took it off the list
 */
export const commandStates = ['accepted', 'sent', 'confirmed', 'failed', 'unsent', 'discarded'] as const

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
/** One message of the operator on its way. */
export type Command = z.infer<typeof commandSchema>
export type CommandState = Command['state']
