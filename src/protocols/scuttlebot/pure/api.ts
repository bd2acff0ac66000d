import { z } from 'zod'
import { wirePreviewSchema } from '../../../core/command.ts'
import type { ProtocolApi, ProtocolMethod } from '../../../core/protocol.ts'
import { seenBy } from './agents.ts'
import { agentTypes } from './match.ts'
import { limits } from '../../../core/limits.ts'
import { confirmed, method } from '../../../core/method.ts'

/**
 * The methods of an IRC network for the board, the fleet and the Links view, and its view. A *place* is a channel or, for private messages, a nick. Times are
 * our clock, ms.
 */
const word = z.string().max(512)
/** Id of a column: a word, possibly with `other:` before it. */
const column = z.string().max(520)
const taskId = z.string().min(1).max(512)
const channel = z.string().min(1).max(64)
const nick = z.string().min(1).max(64)
const text = z.string().max(20_000)
const none = z.object({})

/** Which messages of a channel count as unread: none · those for me · all */
export const notifyLevels = ['none', 'mine', 'all'] as const
/** What is collapsed into one row: nothing · tool lines, joins and leaves · also notices */
export const foldLevels = ['none', 'chatter', 'notices'] as const

export const channelSettingsSchema = z.object({
  /** Recorded but quiet: nothing in it counts as unread. */
  mute: z.boolean(),
  notify: z.enum(notifyLevels),
  fold: z.enum(foldLevels),
})
export type ChannelSettings = z.infer<typeof channelSettingsSchema>
export const defaultChannelSettings: ChannelSettings = { mute: false, notify: 'all', fold: 'chatter' }

const channelSchema = z.object({
  name: z.string(),
  topic: z.string().optional(),
  members: z.int(),
  isJoined: z.boolean(),
  /** Why it is not joined: `needs a key`. */
  reason: z.string().optional(),
  settings: channelSettingsSchema,
})
export type Channel = z.infer<typeof channelSchema>

const fleetAgentSchema = z.object({
  nick: z.string(),
  type: z.enum(agentTypes).optional(),
  /** The source of its type. */
  typeBy: z.enum(['hello', 'configuration', 'operator']).optional(),
  runtime: z.string().optional(),
  version: z.string().optional(),
  channels: z.array(z.string()).readonly(),
  isOnline: z.boolean(),
  /** The bridge that relays for it; absent: it is connected itself. */
  via: z.string().optional(),
  away: z.string().optional(),
  lastSeen: z.number().optional(),
  seenBy: z.enum(seenBy),
  /** It said goodbye, or the reason for its absence: `quit: ping timeout`. */
  left: z.string().optional(),
})

/** Columns of the board with their counts, and a number that grows with every change of a task. */
const boardHead = {
  columns: z.array(z.object({ id: z.string(), count: z.int() })),
  total: z.int(),
  version: z.int(),
}

const networkViewSchema = z.object({
  /** The network's own name; its address until the server sends it. */
  network: z.string(),
  nick: z.string(),
  type: z.enum(agentTypes),
  isConnected: z.boolean(),
  /** How the connection is protected and who is logged in, in words: `TLS 1.3, certificate to 4 Feb`, `SASL PLAIN`. */
  connection: z.array(z.string()),
  /** Round-trip time of a PING, ms. */
  lag: z.number().optional(),
  /** In words: `chathistory, 26 lines recovered`. */
  backfill: z.string(),
  channels: z.array(channelSchema),
  /** Everybody seen so far, those present first; at most 500. */
  fleet: z.array(fleetAgentSchema),
  /** How many the list omits. */
  more: z.int(),
  board: z.object(boardHead),
})
export type NetworkView = z.infer<typeof networkViewSchema>

const cardSchema = z.object({
  /** Id of the `task.create`. */
  task: z.string(),
  /** Id of its column (`core/task-columns.ts`). */
  column: z.string(),
  title: z.string().optional(),
  assignee: z.string().optional(),
  /** Free text of the agents. */
  status: z.string().optional(),
  isComplete: z.boolean(),
  /** False while its `task.create` was not seen. */
  isKnown: z.boolean(),
  createdBy: z.string().optional(),
  to: z.array(z.string()).readonly().optional(),
  /** Where it is discussed, and where the operator's changes are sent. */
  place: z.string().optional(),
  firstAt: z.number(),
  lastAt: z.number(),
  /** Number of changes that count. */
  changes: z.int(),
  /** The doubt about the newest change that does not count: another nick sent it. */
  doubt: z.string().optional(),
})
export type Card = z.infer<typeof cardSchema>

export const taskChangeSchema = z.object({
  /** Id of the envelope. */
  id: z.string(),
  kind: z.enum(['create', 'update', 'complete']),
  by: z.string(),
  at: z.number(),
  /** Identity of the event behind it, for `events.find`. */
  wireId: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  assignee: z.string().optional(),
  status: z.string().optional(),
  comment: z.string().optional(),
  summary: z.string().optional(),
  /** Why it should not be trusted: another nick sent it. */
  doubt: z.string().optional(),
})

export const cardSorts = ['oldest', 'newest', 'stalest', 'title'] as const
const cardFilter = z
  .object({
    /** Exact name; empty: unassigned tasks. */
    owner: word.optional(),
    /** In title, description, owner, status or id. */
    text: z.string().max(200).optional(),
    place: channel.optional(),
  })
  .strict()
export type CardFilter = z.infer<typeof cardFilter>

const consoleLineSchema = z.object({
  /** Increases by one; the position to page from. */
  seq: z.int(),
  at: z.number(),
  way: z.enum(['in', 'out']),
  /** The line without its end, secrets as `••••••`. */
  text: z.string(),
})
export type ConsoleLine = z.infer<typeof consoleLineSchema>

/** The id of the envelope that was published. */
const published = z.object({ id: z.string() })
/** Where the operator's envelope is sent; absent: the task's own channel. */
const place = channel.optional()
/** The id returned by `preview`: exactly those bytes are sent, or nothing. Absent: there was no preview. */
const id = z.string().max(64).optional()

const newTask = {
  title: z.string().min(1).max(20_000),
  description: text.optional(),
  assignee: word.optional(),
  to: z.array(word).max(64).optional(),
  place: channel,
}
const assignment = { task: taskId, assignee: word, place }
const comment = { task: taskId, text: z.string().min(1).max(20_000), place }
const completion = { task: taskId, summary: text.optional(), place }
const taskActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), ...newTask }).strict(),
  z.object({ kind: z.literal('assign'), ...assignment }).strict(),
  z.object({ kind: z.literal('comment'), ...comment }).strict(),
  z.object({ kind: z.literal('complete'), ...completion }).strict(),
])
/** The operator's actions on a task, after previewing the exact line. */
export type TaskAct = z.infer<typeof taskActSchema>

export const ircMethods = {
  /** Cards column by column, or those of one column from `offset`. */
  board: method(
    z
      .object({
        column: column.optional(),
        filter: cardFilter.optional(),
        sort: z.enum(cardSorts).optional(),
        offset: z.int().min(0).optional(),
        /** Cards of each column. */
        limit: z.int().min(1).max(500),
      })
      .strict(),
    z.object({
      columns: z.array(z.object({ id: z.string(), count: z.int(), cards: z.array(cardSchema) })),
      total: z.int(),
      version: z.int(),
      /** Names that own a task, for the filter. */
      owners: z.array(z.string()),
    }),
  ),
  /** One task with its changes, oldest first; `more` changes are omitted. */
  card: method(
    z.object({ task: taskId }).strict(),
    z.object({
      card: cardSchema,
      description: z.string().optional(),
      summary: z.string().optional(),
      history: z.array(taskChangeSchema).max(1_000),
      more: z.int(),
    }),
  ),
  /** The exact line of an action, under an id reserved for it; `id`: an earlier one to reuse while the operator keeps editing. */
  preview: method(z.object({ act: taskActSchema, id }).strict(), wirePreviewSchema.extend({ id: z.string() })),
  /** Publishes a `task.create`. */
  create: method(z.object({ ...newTask, id }).strict(), published),
  /** Publishes a `task.update` with another assignee; empty unassigns it. */
  assign: method(z.object({ ...assignment, id }).strict(), published),
  /**
   * Publishes a `task.update` with the status of a column, or a `task.complete` for `done`. `from`: the columns in which its window has seen the task, or put it;
   * if it is in none of them, nothing is sent.
   */
  move: method(
    z.object({ task: taskId, column: column.min(1), place, from: z.array(column).max(limits.columnsSeen).optional() }).strict(),
    published,
  ),
  /** Publishes a `task.update` with a comment. */
  comment: method(z.object({ ...comment, id }).strict(), published),
  /** Publishes a `task.complete`. */
  complete: method(z.object({ ...completion, id }).strict(), published),

  /** Agents whose nick, type or runtime contains the text, those present first. */
  roster: method(
    z.object({ text: z.string().max(200).optional(), offset: z.int().min(0).optional(), limit: z.int().min(1).max(500) }).strict(),
    z.object({ agents: z.array(fleetAgentSchema), total: z.int() }),
  ),
  /** Sets an agent's type on the operator's behalf; null resets it. */
  setType: method(z.object({ nick, type: z.enum(agentTypes).nullable() }).strict(), none),
  /** Agents that entries of `to` match now, and absent agents they would match. Without `channel`: on the whole network. */
  reach: method(
    z.object({ to: z.array(word).max(64), channel: channel.optional() }).strict(),
    z.object({
      here: z.array(z.string()).max(500),
      gone: z.array(z.string()).max(500),
      /** Entries that can match no agent, and unknown names. */
      unknown: z.array(z.string()),
    }),
  ),

  join: method(z.object({ channel, key: z.string().max(128).optional() }).strict(), none),
  part: method(z.object({ channel }).strict(), none),
  /** Settings of a channel. */
  channel: method(z.object({ name: channel, settings: channelSettingsSchema.partial().strict() }).strict(), none),

  /** Lines of the connection, newest last; from before `before`, or the newest. */
  console: method(
    z.object({ before: z.int().optional(), limit: z.int().min(1).max(500) }).strict(),
    z.object({ lines: z.array(consoleLineSchema), hasBefore: z.boolean() }),
  ),
  /** Sends a line unchanged; the screen has shown it. */
  consoleSend: confirmed(z.object({ line: z.string().min(1).max(510) }).strict(), none),
} as const satisfies Readonly<Record<string, ProtocolMethod>>

export type IrcMethods = typeof ircMethods
export const ircApi: ProtocolApi = { methods: ircMethods, view: networkViewSchema }
