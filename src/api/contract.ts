import { z } from 'zod'
import { agentSchema, nameGuessSchema } from '../core/agent.ts'
import { approvalSchema, decisionSchema, grantSchema } from '../core/approval.ts'
import { commandSchema, draftSchema, wirePreviewSchema } from '../core/command.ts'
import { conversationSchema } from '../core/conversation.ts'
import { eventSchema } from '../core/event.ts'
import { limits } from '../core/limits.ts'
import { method } from '../core/method.ts'
import { linkConfigSchema, linkSchema, protocolInfoSchema, testStepSchema } from '../core/link.ts'
import { findingSchema } from '../core/lint.ts'
import { workspaceSchema } from '../core/workspace.ts'

/**
 * The one contract between the core and every screen. A wire (Electron IPC, loopback WebSocket, in-process) carries it unchanged:
 * `input` is checked where the call arrives, `output` before it leaves. Every method may also return a `Fault`.
 */
const id = z.string().min(1).max(200)
const empty = z.object({}).strict()
const none = z.object({})

export const feedFilterSchema = z.object({
  source: id.optional(),
  conversation: z.string().max(1_000).optional(),
  agent: id.optional(),
  /** Messages to the operator, as recipient or observer. */
  forYou: z.boolean().optional(),
  /** Only what could not be used, with the reason. */
  faults: z.boolean().optional(),
  /** Also lines that are no messages, and presence. */
  raw: z.boolean().optional(),
  /** Protocols that are left out. */
  without: z.array(id).max(16).optional(),
})
export type FeedFilter = z.infer<typeof feedFilterSchema>

export const themeSchema = z.enum(['system', 'light', 'dark'])
export const settingsSchema = z.object({
  theme: themeSchema,
  density: z.enum(['comfortable', 'compact']),
  /** Root font size in percent. */
  textSize: z.int().min(80).max(200),
  /** Inter, which comes with Patchbay, or the system's own face. */
  text: z.enum(['inter', 'system']),
  /** Conversations on top of the list, in the operator's order. */
  pinned: z.array(z.string().min(1).max(1_000)).max(limits.pinned),
  /** Height of the agents in percent of the list pane; 0: as much as they need, up to a third. */
  agentsHeight: z.int().min(0).max(80),
  /** Program and arguments that open a file: `code -g {file}:{line}`. Empty: the system's default (Electron) or the raw view. */
  editor: z.string().max(1_000),
})
export type Settings = z.infer<typeof settingsSchema>
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  textSize: 100,
  text: 'inter',
  pinned: [],
  agentsHeight: 0,
  editor: '',
}

export const contract = {
  /** What runs here. */
  'app.info': method(
    empty,
    z.object({
      version: z.string(),
      shell: z.enum(['electron', 'browser', 'in-process']),
      platform: z.string(),
      node: z.string(),
      dataDir: z.string(),
      /** Capabilities that the shell adds. */
      canPickFolder: z.boolean(),
      canReadClipboard: z.boolean(),
      /** Where secrets are kept, in words, when that is weaker than a keychain. */
      secretsNote: z.string().optional(),
      /** Stored settings that cannot be used, in words. */
      settingsNote: z.string().optional(),
      /** Workspace to show first. */
      lastWorkspace: z.string().optional(),
    }),
  ),
  'protocols.list': method(empty, z.array(protocolInfoSchema)),

  'settings.get': method(empty, settingsSchema),
  'settings.set': method(settingsSchema.partial().strict(), settingsSchema),

  'workspaces.list': method(empty, z.array(workspaceSchema)),
  /** Opens a folder (absolute path, `~` allowed). Creates nothing in it. */
  'workspaces.open': method(z.object({ path: z.string().min(1).max(limits.pathChars) }).strict(), workspaceSchema),
  /** Asks the shell for a folder; `cancelled` when the operator closed the dialog. */
  'workspaces.pick': method(empty, workspaceSchema),
  /** Folders below `path` for the browser shell's folder field. */
  'workspaces.folders': method(
    z.object({ path: z.string().max(limits.pathChars) }).strict(),
    z.object({ path: z.string(), folders: z.array(z.object({ name: z.string(), path: z.string(), hasChat: z.boolean() })).max(500) }),
  ),
  'workspaces.demo': method(empty, workspaceSchema),
  'workspaces.setOperator': method(z.object({ workspace: id, name: z.string().min(1).max(limits.nameChars) }).strict(), workspaceSchema),
  /** Takes the workspace off the list and forgets its events; the folder is not touched. */
  'workspaces.forget': method(z.object({ workspace: id }).strict(), none),

  'feed.page': method(
    z
      .object({
        workspace: id,
        filter: feedFilterSchema.strict(),
        before: z.int().optional(),
        after: z.int().optional(),
        around: z.int().optional(),
        limit: z.int().min(1).max(limits.pageRows),
      })
      .strict(),
    z.object({ events: z.array(eventSchema), hasBefore: z.boolean(), hasAfter: z.boolean() }),
  ),
  'feed.search': method(
    z
      .object({ workspace: id, query: z.string().max(limits.queryChars), limit: z.int().min(1).max(200), before: z.int().optional() })
      .strict(),
    z.object({
      hits: z.array(z.object({ event: eventSchema, matches: z.array(z.tuple([z.int(), z.int()])) })),
      total: z.int(),
      hasMore: z.boolean(),
      ms: z.number(),
    }),
  ),
  'events.get': method(z.object({ id }).strict(), eventSchema),
  /** The event that a link stored under this identity of its protocol. */
  'events.find': method(z.object({ source: id, wireId: z.string().min(1).max(1_000) }).strict(), eventSchema),
  /** Findings of the protocol's lint for one event's raw text. */
  'events.lint': method(z.object({ id }).strict(), z.object({ rules: z.int(), findings: z.array(findingSchema) })),
  /** The source around an event: physical lines as they are on disk now. */
  'events.source': method(
    z.object({ id, context: z.int().min(0).max(200) }).strict(),
    z.object({ path: z.string(), firstLine: z.int(), lines: z.array(z.string()), changed: z.boolean() }),
  ),
  /** Opens the event's file at its line, in the editor of the settings. */
  'events.open': method(z.object({ id }).strict(), none),
  /** Messages that answer one another, around this one, oldest first; `total`: how many there are. */
  'events.thread': method(
    z.object({ id, limit: z.int().min(1).max(limits.pageRows) }).strict(),
    z.object({ events: z.array(eventSchema), total: z.int() }),
  ),

  /**
   * Text on the system's clipboard, where the shell can read it and the operator looks at its window. Only the paste desk asks. Faults:
   * `unsupported` in a browser, `refused` while another window is in front, `too-large` past `limits.message`.
   */
  'clipboard.read': method(empty, z.object({ text: z.string() })),

  /** Opens an http(s) address outside, after the operator saw its host. */
  'links.visit': method(z.object({ url: z.string().max(4_000) }).strict(), none),

  'conversations.markRead': method(z.object({ workspace: id, filter: feedFilterSchema.strict(), upTo: z.int() }).strict(), none),
  /** The event and all after it in its conversation become unread. */
  'conversations.markUnread': method(z.object({ event: id }).strict(), none),

  'agents.join': method(z.object({ workspace: id, source: id, name: z.string().min(1).max(limits.nameChars), agent: id }).strict(), none),
  /** Makes the name an agent of its own (also settles a guess). */
  'agents.split': method(z.object({ workspace: id, source: id, name: z.string().min(1).max(limits.nameChars) }).strict(), none),

  /** Opens the file that defines the agent, in the editor of the settings. */
  'agents.open': method(z.object({ workspace: id, agent: id }).strict(), none),

  'links.add': method(
    z.object({ workspace: id, protocol: id, name: z.string().min(1).max(80), config: linkConfigSchema }).strict(),
    linkSchema,
  ),
  'links.update': method(z.object({ link: id, name: z.string().min(1).max(80), config: linkConfigSchema }).strict(), linkSchema),
  'links.remove': method(z.object({ link: id }).strict(), none),
  'links.enable': method(z.object({ link: id, enabled: z.boolean() }).strict(), linkSchema),
  'links.test': method(
    z.object({ workspace: id, protocol: id, config: linkConfigSchema, link: id.optional() }).strict(),
    z.array(testStepSchema),
  ),
  /** One of the protocol's acts, `retry` or `cancel`. */
  'links.act': method(z.object({ link: id, act: z.string().max(40) }).strict(), z.object({ text: z.string() })),

  /** A method of the protocol's own screen (`Protocol.api`), which says what goes in and out. */
  'links.call': method(z.object({ link: id, method: z.string().max(40), input: z.unknown() }).strict(), z.object({ output: z.unknown() })),

  'messages.preview': method(z.object({ source: id, draft: draftSchema }).strict(), wirePreviewSchema),
  /** Drafts for the one-key acts. */
  'messages.draft': method(
    z.object({ event: id, intent: z.enum(['reply', 'acknowledge']), text: z.string().max(2_000).optional() }).strict(),
    draftSchema,
  ),
  /** `id` is a ULID of the client: the same call twice is one message. */
  'messages.send': method(z.object({ id: z.string().length(26), source: id, draft: draftSchema }).strict(), commandSchema),
  /** Sends an `unsent` or `failed` command again under its id. */
  'messages.retry': method(z.object({ id: z.string().length(26) }).strict(), commandSchema),
  /** Takes a failed or unsent command off the list; returns it so that its text can be edited. */
  'messages.discard': method(z.object({ id: z.string().length(26) }).strict(), commandSchema),

  /** Answers a question. `digest` is that of the question as it was shown; a yes before it could be read is `not-allowed`. */
  'gate.decide': method(z.object({ id, digest: z.string().max(100), decision: decisionSchema }).strict(), none),
  /** Refuses everything that waits from whoever asked this question. */
  'gate.refuseAll': method(z.object({ id }).strict(), z.object({ refused: z.int() })),
  'gate.grants': method(empty, z.array(grantSchema)),
  'gate.revoke': method(z.object({ id }).strict(), none),
  /** Gives a standing yes that has ended again, to the registration that the agent has now. */
  'gate.giveAgain': method(z.object({ id }).strict(), none),
} as const

export type Contract = typeof contract
export type MethodName = keyof Contract
export type Input<M extends MethodName> = z.input<Contract[M]['input']>
export type Parsed<M extends MethodName> = z.output<Contract[M]['input']>
export type Output<M extends MethodName> = z.output<Contract[M]['output']>

/** What a client asks for when it subscribes. Without `cursor` it gets events from now on. */
export const subscriptionSchema = z.object({ workspace: id, cursor: z.int().nonnegative().optional() }).strict()
export type Subscription = z.infer<typeof subscriptionSchema>

/** What the core pushes to a subscriber; the first push is always `state`. */
export const pushSchema = z.discriminatedUnion('type', [
  /** New or replacing events, in cursor order. `cursor` is where to resume. */
  z.object({ type: z.literal('events'), workspace: z.string(), events: z.array(eventSchema), cursor: z.int() }),
  /** Too much happened: drop what you hold, load pages again, and go on from `cursor`. */
  z.object({ type: z.literal('resync'), workspace: z.string(), cursor: z.int() }),
  /**
   * Answers that are being written (`StreamBody.id` of a link): `text` follows the first `from` characters of what was pushed before; absent:
   * it grows no more. A `resync` is followed by all that there are.
   */
  z.object({
    type: z.literal('live'),
    workspace: z.string(),
    streams: z.array(z.object({ source: z.string(), stream: z.string(), from: z.int().nonnegative(), text: z.string().optional() })),
  }),
  /** The folds, whole and bounded, at most four times a second. */
  z.object({
    type: z.literal('state'),
    workspace: z.string(),
    cursor: z.int(),
    info: workspaceSchema,
    /** Messages stored, and those of today. */
    messages: z.int(),
    today: z.int(),
    conversations: z.array(conversationSchema),
    /** Unread messages that are addressed to the operator. */
    forYou: z.int(),
    /** How much of each link could not be used, by its id, as far as it was counted. */
    unusable: z.record(z.string(), z.int()),
    agents: z.array(agentSchema),
    guesses: z.array(nameGuessSchema),
    links: z.array(linkSchema),
    /** What running links show on the screens of their protocols (`Protocol.api`). */
    views: z.array(z.object({ link: z.string(), view: z.unknown() })),
    commands: z.array(commandSchema),
    approvals: z.array(approvalSchema),
    /** Conversations and agents that the lists leave out, because there are too many. */
    more: z.object({ conversations: z.int(), agents: z.int() }).optional(),
  }),
])
export type Push = z.infer<typeof pushSchema>
export type WorkspaceState = Extract<Push, { type: 'state' }>
