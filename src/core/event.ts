import { z } from 'zod'
import { doubtSchema } from './doubt.ts'
import { faultSchema, fitFault } from './fault-schema.ts'
import { lamps } from './link.ts'

/** Where to find the bytes of an event. `path` is relative to the workspace. */
export const anchorSchema = z.object({
  label: z.string(), // what the row shows, for example `chat.md:42`
  path: z.string().optional(),
  line: z.int().positive().optional(), // 1-based physical line
})

/** Where the bytes of an event are. */
export type Anchor = z.infer<typeof anchorSchema>

/** The bytes as received, decoded leniently and bounded by `limits.message`. */
export const rawSchema = z.object({
  text: z.string(),
  anchor: anchorSchema.optional(),
  /** Number of bytes that were not UTF-8 and became U+FFFD. */
  badBytes: z.int().nonnegative().optional(),
  /** The source exceeds the limit; `text` is its beginning. */
  truncated: z.boolean().optional(),
})
export type Raw = z.infer<typeof rawSchema>

/** A person or agent wrote to others. `conversation` is the protocol's own key, unique within its source (chat: the pair). */
export const messageSchema = z.object({
  kind: z.literal('message'),
  conversation: z.string(),
  from: z.string(),
  /** Expected to act; several in protocols that address groups. */
  to: z.array(z.string()),
  /** Should see it but need not act. */
  observers: z.array(z.string()),
  text: z.string(),
  /** The kind of message according to the protocol: `request_review`, `outbox`. */
  label: z.string().optional(),
  /** What a card of this label shows in addition to the text, as the protocol interprets it. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** Title of the conversation for people, where its key is not enough; the latest one wins. */
  topic: z.string().optional(),
  /** Protocol id of the message that this one replies to. */
  replyTo: z.string().optional(),
  /** When its author began to write it, ms, if that was shown: the message keeps the position of its beginning, and its row shows that time. */
  since: z.number().optional(),
  /** The bridge that relayed it for its author. */
  relayedBy: z.string().optional(),
  /** The operator muted it: it is stored and shown, and never counts as unread. */
  quiet: z.boolean().optional(),
  /** What the row shows after the text: bad bytes, forged names, an unverified sender. */
  doubts: z.array(doubtSchema).optional(),
})

/** A line that is not a message: stored, shown in the raw view only. */
const commentSchema = z.object({ kind: z.literal('comment'), text: z.string() })

/** The statuses on the dashboard, plus one for missing evidence. lost: it disappeared without notice, or reported an error · ended: it signed off or was stopped (`said` has which). */
export const statusWords = ['needs you', 'working', 'waiting', 'idle', 'lost', 'ended', '?'] as const
export type StatusWord = (typeof statusWords)[number]
/** How a status is known, strongest evidence first. */
export const evidences = ['declared', 'receipt', 'transport', 'inferred', 'unknown'] as const
export type Evidence = (typeof evidences)[number]

/** An agent's state, as reported. */
const presenceSchema = z.object({
  kind: z.literal('presence'),
  agent: z.string(),
  word: z.enum(statusWords),
  evidence: z.enum(evidences),
  /** The state in the words of the source, for example `running`. */
  said: z.string(),
  task: z.string().optional(),
  /** When the state began, according to the source. */
  since: z.number().optional(),
  /** Our clock, ms: expires unless repeated by then. Absent: valid while its link is up. */
  until: z.number().optional(),
  error: z.string().optional(),
  /** Wire id of the state before it, whose request is over. */
  after: z.string().optional(),
})

/** What is known about an agent apart from its state. */
const profileSchema = z.object({
  kind: z.literal('profile'),
  agent: z.string(),
  role: z.string().optional(),
  triggers: z.array(z.string()).optional(),
  handoffTo: z.array(z.string()).optional(),
  persistent: z.boolean().optional(),
  instructions: z.string().optional(),
})

/** How far a message got; each stage is a separate event. failed: the recipient did not do it, and `text` says why. */
export const receiptStages = ['delivered', 'read', 'acked', 'answered', 'failed', 'archived'] as const

/** Evidence of how far a message got. */
export const receiptSchema = z.object({
  kind: z.literal('receipt'),
  /** wireId of the message, on the same source. */
  of: z.string(),
  stage: z.enum(receiptStages),
  /** Who did it; absent if the evidence does not say. */
  by: z.string().optional(),
  /** Whom it asks something back: the author of the message. */
  asked: z.string().optional(),
  /** The recipient's comment, or the evidence itself. */
  text: z.string(),
  /** Why it may not be by whom it says. */
  doubts: z.array(doubtSchema).optional(),
})

/** Information for people that no agent acts on: a status line, the use of a tool, someone joining or leaving. */
export const noticeSchema = z.object({
  kind: z.literal('notice'),
  conversation: z.string(),
  from: z.string(),
  text: z.string(),
  /** tool and presence are machine chatter, which a feed collapses; status is not. */
  tone: z.enum(['status', 'tool', 'presence']),
  /** The tool that was used, for the title of a collapsed group: `edit`. */
  tool: z.string().optional(),
  topic: z.string().optional(),
  /** The bridge that relayed it for its author. */
  relayedBy: z.string().optional(),
})

/**
 * A reply that is being written. Each version replaces the previous one, and the complete message replaces the last. Text
 * between two stored versions is shown with `LinkContext.live`.
 */
const streamSchema = z.object({
  kind: z.literal('stream'),
  /** The protocol's id of the reply, the same in all versions. */
  id: z.string(),
  conversation: z.string(),
  from: z.string(),
  text: z.string(),
  /** typing: announced, no text yet · writing · cut: no more text will follow */
  state: z.enum(['typing', 'writing', 'cut']),
  /** When it was announced, according to its author; the event itself has the time of its newest part. */
  since: z.number().optional(),
  /** Why it was cut short. */
  reason: z.string().optional(),
  /** Protocol id of the message that it replies to. */
  replyTo: z.string().optional(),
  topic: z.string().optional(),
  /** Why somebody else may be writing it. */
  doubts: z.array(doubtSchema).optional(),
})

/** The stream itself was interrupted or restarted, the clock of this machine was set, (halted) a halt refused something, or (asked) a terminal asked the operator. */
const markerSchema = z.object({
  kind: z.literal('marker'),
  marker: z.enum(['restart', 'gap', 'clock', 'halted', 'asked']),
  text: z.string(),
  /** gap: the source did not replay everything, so messages are missing. */
  isIncomplete: z.literal(true).optional(),
})

/** Input that could not be used. */
const faultBodySchema = z.object({ kind: z.literal('fault'), fault: faultSchema })

/** The lamp of a link as it was from `since` on. Shown in the raw view only; it is no message. */
const lampSchema = z.object({
  kind: z.literal('lamp'),
  lamp: z.enum(lamps),
  /** Half a sentence of the link: `caught up, byte 18,904`. */
  text: z.string(),
  /** Why it is not up. */
  reason: z.string().optional(),
  /** Our clock, ms: when it began. */
  since: z.number(),
  /** How often it changed since the event before; absent: once. */
  changes: z.int().optional(),
})

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
  lampSchema,
])
export type EventBody = z.infer<typeof eventBodySchema>
export type EventKind = EventBody['kind']
export type MessageBody = z.infer<typeof messageSchema>
export type PresenceBody = z.infer<typeof presenceSchema>
export type ProfileBody = z.infer<typeof profileSchema>
export type MarkerBody = z.infer<typeof markerSchema>
export type NoticeBody = z.infer<typeof noticeSchema>
export type StreamBody = z.infer<typeof streamSchema>
export type LampBody = z.infer<typeof lampSchema>
export type ReceiptBody = z.infer<typeof receiptSchema>

export const eventSchema = z.object({
  id: z.string(), // ULID, ours
  /** Grows with every event stored in the journal; clients resume from it. */
  cursor: z.int().positive(),
  /** Display order. A new version takes the position of the one it replaces; history sorts before what was read first. */
  ord: z.int(),
  workspace: z.string(),
  source: z.string(), // the link that it came by
  protocol: z.string(),
  /** 1, 2, 3 … without gaps, per source. */
  seq: z.int().positive(),
  at: z.number(), // our clock, ms
  claimedAt: z.number().optional(), // the sender's clock, clamped
  /** It did not just happen: a first read, a back-fill, an import. It never counts as news. */
  late: z.literal(true).optional(),
  /** The protocol's own id; one event per (source, wireId). */
  wireId: z.string(),
  /** Id of the stored event that this one replaces. */
  supersedes: z.string().optional(),
  raw: rawSchema,
  body: eventBodySchema,
})
/** Something that happened, as stored in the journal. */
export type Event = z.infer<typeof eventSchema>

/** An event whose body is a message. */
export type MessageEvent = Event & { readonly body: MessageBody }
/** Narrows an event to a message. */
export function isMessage(event: Event): event is MessageEvent {
  return event.body.kind === 'message'
}

/** What a link hands to the engine, which adds ids, order and time. */
export interface NewEvent {
  readonly wireId: string
  readonly claimedAt?: number
  /** It did not just happen: a first read, lines filled in, history, a file that started over, a repair, an import. */
  readonly late?: true
  /** wireId of the version that this one replaces (a line that grew). Unknown ids are ignored. */
  readonly supersedes?: string
  /** Display order for history, from `LinkContext.reserveOrder`; otherwise order of arrival. */
  readonly ord?: number
  readonly raw: Raw
  readonly body: EventBody
}

/** A body that its schema takes, whatever a link made of its input: one that did not fit would make every page that has it fail. */
export function fitBody(body: EventBody): EventBody {
  return body.kind === 'fault' ? { ...body, fault: fitFault(body.fault) } : body
}
