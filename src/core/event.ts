import { z } from 'zod'
import { doubtSchema } from './doubt.ts'
import { faultSchema } from './fault-schema.ts'

/** Where the bytes of an event can be found again. `path` is relative to the workspace. */
export const anchorSchema = z.object({
  label: z.string(), // what the row shows, for example `chat.md:42`
  path: z.string().optional(),
  line: z.int().positive().optional(), // 1-based physical line
})

/** Where the bytes of an event are. */
export type Anchor = z.infer<typeof anchorSchema>

/** The bytes as they came, decoded leniently and bounded by `limits.message`. */
export const rawSchema = z.object({
  text: z.string(),
  anchor: anchorSchema.optional(),
  /** Bytes that were not UTF-8 and became U+FFFD. */
  badBytes: z.int().nonnegative().optional(),
  /** The source held more than the limit; `text` is its beginning. */
  truncated: z.boolean().optional(),
})
export type Raw = z.infer<typeof rawSchema>

/** A person or agent wrote to others. `conversation` is the protocol's own key, unique within its source (chat: the pair). */
export const messageSchema = z.object({
  kind: z.literal('message'),
  conversation: z.string(),
  from: z.string(),
  /** The one who is expected to act; several for protocols that address groups. */
  to: z.array(z.string()),
  /** Those who should see it and need not act. */
  observers: z.array(z.string()),
  text: z.string(),
  /** What kind of message the protocol says it is: `request_review`, `outbox`. */
  label: z.string().optional(),
  /** What a card of this label shows beside the text, as the protocol understands it. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** Human title of the conversation where its key says too little; the latest wins. */
  topic: z.string().optional(),
  /** Protocol identity of the message that this one answers. */
  replyTo: z.string().optional(),
  /** When its author began to write it, ms, where that was shown: it stands in the place of its beginning, and its row shows that time. */
  since: z.number().optional(),
  /** Who passed it on for its author: a bridge. */
  relayedBy: z.string().optional(),
  /** The operator wants to hear nothing of it: it is kept and shown, and never counts as unread. */
  quiet: z.boolean().optional(),
  /** What the row shows after the text: bad bytes, forged names, what nothing proves. */
  doubts: z.array(doubtSchema).optional(),
})

/** A line that is no message: kept, shown in the raw view only. */
export const commentSchema = z.object({ kind: z.literal('comment'), text: z.string() })

/** The words of the dashboard, and the one for no evidence. lost: it went away without a word · ended: it said so, or was stopped (`said` tells which). */
export const statusWords = ['needs you', 'working', 'waiting', 'idle', 'lost', 'ended', '?'] as const
export type StatusWord = (typeof statusWords)[number]
/** How a status is known, strongest first. */
export const evidences = ['declared', 'receipt', 'transport', 'inferred', 'unknown'] as const
export type Evidence = (typeof evidences)[number]

/** An agent's state, as somebody said it. */
export const presenceSchema = z.object({
  kind: z.literal('presence'),
  agent: z.string(),
  word: z.enum(statusWords),
  evidence: z.enum(evidences),
  /** The state in the words of the source, for example `running`. */
  said: z.string(),
  task: z.string().optional(),
  /** When the state began, as claimed. */
  since: z.number().optional(),
  /** Our clock, ms: what is not said again by then is not known any more. Absent: it holds as long as its link is up. */
  until: z.number().optional(),
  error: z.string().optional(),
})

/** What is known of an agent apart from its state. */
export const profileSchema = z.object({
  kind: z.literal('profile'),
  agent: z.string(),
  role: z.string().optional(),
  triggers: z.array(z.string()).optional(),
  handoffTo: z.array(z.string()).optional(),
  persistent: z.boolean().optional(),
  instructions: z.string().optional(),
})

/** How far a message got, each stage an event of its own; failed: whoever got it did not do it, and `text` says why. */
export const receiptStages = ['delivered', 'read', 'acked', 'answered', 'failed', 'archived'] as const

/** Something proves what became of a message. */
export const receiptSchema = z.object({
  kind: z.literal('receipt'),
  /** wireId of the message, of the same source. */
  of: z.string(),
  stage: z.enum(receiptStages),
  /** Who did it; absent where the proof does not say. */
  by: z.string().optional(),
  /** What was said with it, or what proves it. */
  text: z.string(),
})

/** Said for people to see, never acted on: a status line, the use of a tool, somebody who comes or goes. */
export const noticeSchema = z.object({
  kind: z.literal('notice'),
  conversation: z.string(),
  from: z.string(),
  text: z.string(),
  /** tool and presence are chatter of machines, which a feed folds; status is not. */
  tone: z.enum(['status', 'tool', 'presence']),
  /** The tool that was used, for the title of a fold: `edit`. */
  tool: z.string().optional(),
  topic: z.string().optional(),
  /** Who passed it on for its author: a bridge. */
  relayedBy: z.string().optional(),
})

/**
 * An answer that is being written. Every version replaces the one before; a message replaces the last when the answer is complete. What comes
 * between two stored versions is shown by `LinkContext.live`.
 */
export const streamSchema = z.object({
  kind: z.literal('stream'),
  /** The protocol's own identity of the answer, the same in all versions. */
  id: z.string(),
  conversation: z.string(),
  from: z.string(),
  text: z.string(),
  /** typing: announced, nothing said yet · writing · cut: no more of it will come */
  state: z.enum(['typing', 'writing', 'cut']),
  /** When it was announced, as claimed; the event itself has the time of its newest part. */
  since: z.number().optional(),
  /** Why it was cut, in words. */
  reason: z.string().optional(),
  /** Protocol identity of the message that it answers. */
  replyTo: z.string().optional(),
  topic: z.string().optional(),
})

/** The stream itself was broken or began anew. */
export const markerSchema = z.object({
  kind: z.literal('marker'),
  marker: z.enum(['restart', 'gap']),
  text: z.string(),
})

/** Something that came from outside could not be used. */
export const faultBodySchema = z.object({ kind: z.literal('fault'), fault: faultSchema })

export const eventBodySchema = z.discriminatedUnion('kind', [
  messageSchema,
  commentSchema,
  presenceSchema,
  profileSchema,
  markerSchema,
  faultBodySchema,
  receiptSchema,
  noticeSchema,
  streamSchema,
])
export type EventBody = z.infer<typeof eventBodySchema>
export type EventKind = EventBody['kind']
export type MessageBody = z.infer<typeof messageSchema>
export type PresenceBody = z.infer<typeof presenceSchema>
export type ProfileBody = z.infer<typeof profileSchema>
export type MarkerBody = z.infer<typeof markerSchema>
export type NoticeBody = z.infer<typeof noticeSchema>
export type StreamBody = z.infer<typeof streamSchema>
export type ReceiptBody = z.infer<typeof receiptSchema>

export const eventSchema = z.object({
  id: z.string(), // ULID, ours
  /** Grows with every stored event in the journal; clients resume from it. */
  cursor: z.int().positive(),
  /** Display order. Equals the place of the version that it replaces; a back-fill sorts before what was read first. */
  ord: z.int(),
  workspace: z.string(),
  source: z.string(), // the link that it came by
  protocol: z.string(),
  /** 1, 2, 3 … without holes per source. */
  seq: z.int().positive(),
  at: z.number(), // our clock, ms
  claimedAt: z.number().optional(), // the sender's clock, clamped
  /** The protocol's own identity; one event per (source, wireId). */
  wireId: z.string(),
  /** Id of the stored event that this one replaces. */
  supersedes: z.string().optional(),
  raw: rawSchema,
  body: eventBodySchema,
})
/** One thing that happened, as the journal keeps it. */
export type Event = z.infer<typeof eventSchema>

/** An event whose body is a message. */
export type MessageEvent = Event & { readonly body: MessageBody }
/** Narrows an event to a message. */
export function isMessage(event: Event): event is MessageEvent {
  return event.body.kind === 'message'
}

/** What a link hands to the engine; the engine adds ids, order and clock. */
export interface NewEvent {
  readonly wireId: string
  readonly claimedAt?: number
  /** wireId of the version that this one replaces (a line that grew). Unknown ids are ignored. */
  readonly supersedes?: string
  /** Display order for a back-fill, from `LinkContext.reserveOrder`; otherwise arrival order. */
  readonly ord?: number
  readonly raw: Raw
  readonly body: EventBody
}
