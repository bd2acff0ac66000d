import { z } from 'zod'
import { approvalEndSchema, decisionSchema, grantSchema } from '../core/approval.ts'
import { commandSchema, draftSchema, previewRequestSchema, sendRequestSchema, wirePreviewSchema } from '../core/command.ts'
import { conformanceSchema } from '../core/conformance.ts'
import { eventSchema } from '../core/event.ts'
import { faultSchema } from '../core/fault-schema.ts'
import { limits } from '../core/limits.ts'
import { method } from '../core/method.ts'
import { linkConfigSchema, linkSchema, protocolInfoSchema, testStepSchema } from '../core/link.ts'
import { findingSchema } from '../core/lint.ts'
import { noticeSchema, noticeSettingsSchema, defaultNoticeSettings } from '../core/notice.ts'
import { workspaceSchema } from '../core/workspace.ts'
import { archiveContract } from './archives.ts'
import { caseContract } from './case.ts'
import { deskContract } from './desk.ts'
import { flowContract } from './flow.ts'
import { haltContract } from './halt.ts'
import { inviteContract } from './invite.ts'
import { pastContract } from './past.ts'
import { simulationContract } from './simulations.ts'
import { workspaceStateSchema } from './workspace-state.ts'

export type { WorkspaceState } from './workspace-state.ts'

/**
 * The one contract between the engine and every screen. Every wire (Electron IPC, loopback WebSocket, in-process) carries it unchanged:
 * `input` is checked on arrival, `output` before it is sent. Any method may return a `Fault` instead.
 */
const id = z.string().min(1).max(200)
const empty = z.object({}).strict()
const none = z.object({})

const feedFilterSchema = z.object({
  source: id.optional(),
  conversation: z.string().max(1_000).optional(),
  agent: id.optional(),
  /** Messages to the operator, as recipient or observer. */
  forYou: z.boolean().optional(),
  /** Only input that could not be used, with the reason. */
  faults: z.boolean().optional(),
  /** Also lines that are not messages, and presence. */
  raw: z.boolean().optional(),
  /** Protocols that are hidden. */
  without: z.array(id).max(16).optional(),
})
export type FeedFilter = z.infer<typeof feedFilterSchema>

const themeSchema = z.enum(['system', 'light', 'dark'])
export const settingsSchema = z.object({
  theme: themeSchema,
  density: z.enum(['comfortable', 'compact']),
  /** Root font size in percent. */
  textSize: z.int().min(80).max(200),
  /** Inter, bundled with Patchbay, or the system's own typeface. */
  text: z.enum(['inter', 'system']),
  /** Conversations at the top of the list, in the operator's order. */
  pinned: z.array(z.string().min(1).max(1_000)).max(limits.pinned),
  /** Height of the agent list in percent of the list pane; 0: as tall as its content, up to a third. */
  agentsHeight: z.int().min(0).max(80),
  /** Program and arguments that open a file: `code -g {file}:{line}`. Empty: the system's default (Electron) or the raw view. */
  editor: z.string().max(1_000),
  /** The operator was told which number keys moved when *Needs me* became the first view. */
  numbersTold: z.boolean(),
  /** What reaches the operator as a notification. */
  notices: noticeSettingsSchema,
  /** How long a permission request of an agent's terminal may wait for the operator here, minutes; then the terminal asks. */
  terminalWait: z.int().min(1).max(60),
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
  numbersTold: false,
  notices: defaultNoticeSettings,
  terminalWait: 10,
}

export const contract = {
  /** What is running: versions, shell, platform. */
  'app.info': method(
    empty,
    z.object({
      version: z.string(),
      shell: z.enum(['electron', 'browser', 'in-process']),
      platform: z.string(),
      node: z.string(),
      dataDir: z.string(),
      /** Capabilities that the shell provides. */
      canPickFolder: z.boolean(),
      canReadClipboard: z.boolean(),
      /** It shows notifications itself, so no page has to. */
      canNotify: z.boolean(),
      /** Where secrets are stored, as a sentence, when that is weaker than a keychain. */
      secretsNote: z.string().optional(),
      /** Stored settings that are not valid, as a sentence. */
      settingsNote: z.string().optional(),
      /** Workspace to show first. */
      lastWorkspace: z.string().optional(),
    }),
  ),
  /**
   * What Patchbay does before it can answer anything else: writes the journal of an earlier release again. Bytes. A fault ended the start. Neither: it has started.
   */
  'app.starting': method(empty, z.object({ task: z.object({ done: z.int(), total: z.int() }).optional(), fault: faultSchema.optional() })),
  /** Ends that task; the journal is the same as before. */
  'app.cancelStart': method(empty, none),
  /** In a browser: the token of this launch, for reloads, and the key by which the page recognizes the next launch. Keep the key in memory only. */
  'app.session': method(empty, z.object({ version: z.string(), key: z.string().optional(), token: z.string().optional() })),
  /** The daily backups of the journal: their folder, number, total size and when the newest was made, ms. */
  'app.backups': method(empty, z.object({ folder: z.string(), count: z.int(), bytes: z.int(), newest: z.number().optional() })),
  'protocols.list': method(empty, z.array(protocolInfoSchema)),

  'settings.get': method(empty, settingsSchema),
  'settings.set': method(settingsSchema.partial().strict(), settingsSchema),

  'workspaces.list': method(empty, z.array(workspaceSchema)),
  /** Opens a folder (absolute path, `~` allowed). Creates nothing in it. */
  'workspaces.open': method(z.object({ path: z.string().min(1).max(limits.pathChars) }).strict(), workspaceSchema),
  /** Asks the shell for a folder; `cancelled` when the operator closes the dialog. */
  'workspaces.pick': method(empty, workspaceSchema),
  /** Folders below `path` for the browser shell's folder field. */
  'workspaces.folders': method(
    z.object({ path: z.string().max(limits.pathChars), files: z.literal('scenarios').optional() }).strict(),
    z.object({
      path: z.string(),
      folders: z.array(z.object({ name: z.string(), path: z.string(), hasChat: z.boolean(), isFile: z.literal(true).optional() })).max(500),
    }),
  ),
  'workspaces.demo': method(empty, workspaceSchema),
  'workspaces.setOperator': method(z.object({ workspace: id, name: z.string().min(1).max(limits.nameChars) }).strict(), workspaceSchema),
  /** Backups, replaced journals and archives in the data folder that have the workspace; those that cannot be read may have it. */
  'workspaces.copies': method(
    z.object({ workspace: id }).strict(),
    z.array(z.object({ file: z.string(), bytes: z.int(), isReadable: z.boolean(), isArchive: z.boolean() })),
  ),
  /**
   * Removes the workspace from the list and deletes its events; the folder itself is not touched. `copies` says what happens to it in the copies of
   * the journal, in the background: they keep it (default), are written again without it, or are deleted; archives are not deleted but written again.
   */
  'workspaces.forget': method(z.object({ workspace: id, copies: z.enum(['keep', 'clean', 'delete']).optional() }).strict(), none),

  'feed.page': method(
    z
      .object({
        workspace: id,
        filter: feedFilterSchema.strict(),
        before: z.int().optional(),
        after: z.int().optional(),
        around: z.int().optional(),
        limit: z.int().min(1).max(limits.pageRows),
        asOf: z.number().min(0).max(8.64e15).optional(), // the feed as it was at a moment, ms
      })
      .strict(),
    z.object({ events: z.array(eventSchema), hasBefore: z.boolean(), hasAfter: z.boolean() }),
  ),
  'feed.search': method(
    z
      .object({
        workspace: id,
        query: z.string().max(limits.queryChars),
        limit: z.int().min(1).max(200),
        before: z.int().optional(),
        asOf: z.number().min(0).max(8.64e15).optional(), // only what was stored by this moment, ms
      })
      .strict(),
    z.object({
      hits: z.array(z.object({ event: eventSchema, matches: z.array(z.tuple([z.int(), z.int()])) })),
      /** How many match; if `totalIsExact` is false, there are more than that. */
      total: z.int(),
      totalIsExact: z.boolean(),
      hasMore: z.boolean(),
      ms: z.number(),
    }),
  ),
  'events.get': method(z.object({ id }).strict(), eventSchema),
  /** The event that a link stored under this id of its protocol. */
  'events.find': method(z.object({ source: id, wireId: z.string().min(1).max(1_000) }).strict(), eventSchema),
  /** Findings of the protocol's lint for one event's raw text. */
  'events.lint': method(z.object({ id }).strict(), z.object({ rules: z.int(), findings: z.array(findingSchema) })),
  /** The source around an event: physical lines as they are on disk now. */
  'events.source': method(
    z.object({ id, context: z.int().min(0).max(200) }).strict(),
    z.object({ path: z.string(), firstLine: z.int(), lines: z.array(z.string()), changed: z.boolean() }),
  ),
  /** Opens the event's file at its line, in the editor from the settings. */
  'events.open': method(z.object({ id }).strict(), none),
  /** The replies around this message, oldest first; `total`: how many there are. `asOf`: as they were at a moment, ms. */
  'events.thread': method(
    z.object({ id, limit: z.int().min(1).max(limits.pageRows), asOf: z.number().min(0).max(8.64e15).optional() }).strict(),
    z.object({ events: z.array(eventSchema), total: z.int() }),
  ),

  /**
   * Text on the system's clipboard, where the shell can read it and its window has focus. Used only by the paste view. Faults:
   * `unsupported` in a browser, `refused` while another window has focus, `too-large` above `limits.message`.
   */
  'clipboard.read': method(empty, z.object({ text: z.string() })),

  /** Opens an http(s) address in the system browser, after the operator has seen its host. */
  'links.visit': method(z.object({ url: z.string().max(4_000) }).strict(), none),

  'conversations.markRead': method(z.object({ workspace: id, filter: feedFilterSchema.strict(), upTo: z.int() }).strict(), none),
  /** Marks this event and all later ones of its conversation as unread. */
  'conversations.markUnread': method(z.object({ event: id }).strict(), none),

  'agents.join': method(z.object({ workspace: id, source: id, name: z.string().min(1).max(limits.nameChars), agent: id }).strict(), none),
  /** Makes the name a separate agent (also settles a guess). */
  'agents.split': method(z.object({ workspace: id, source: id, name: z.string().min(1).max(limits.nameChars) }).strict(), none),

  /** How well the latest messages of these agents (ids) follow the rules of their protocols. */
  'agents.lint': method(z.object({ workspace: id, agents: z.array(id).min(1).max(50) }).strict(), z.array(conformanceSchema)),
  /** Opens the file that defines the agent, in the editor from the settings. */
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
  /** Runs one of the protocol's actions, `retry` or `cancel`. */
  'links.act': method(z.object({ link: id, act: z.string().max(40) }).strict(), z.object({ text: z.string() })),

  /** Calls a method of the protocol's own screen (`Protocol.api`, which defines input and output). */
  'links.call': method(z.object({ link: id, method: z.string().max(40), input: z.unknown() }).strict(), z.object({ output: z.unknown() })),

  'messages.preview': method(previewRequestSchema, wirePreviewSchema),
  /** Drafts for the one-key replies. */
  'messages.draft': method(
    z.object({ event: id, intent: z.enum(['reply', 'acknowledge']), text: z.string().max(2_000).optional() }).strict(),
    draftSchema,
  ),
  /** Repeating the call with the same id does not send a second message. */
  'messages.send': method(sendRequestSchema, commandSchema),
  /** Sends an `unsent` or `failed` command again under the same id. */
  'messages.retry': method(z.object({ id: z.string().length(26) }).strict(), commandSchema),
  /** Removes a failed or unsent command from the send queue and returns it, so its text can be edited. */
  'messages.discard': method(z.object({ id: z.string().length(26) }).strict(), commandSchema),

  ...deskContract,
  ...flowContract,
  ...inviteContract,
  ...haltContract,
  ...pastContract,
  ...caseContract,
  ...simulationContract,
  ...archiveContract,

  /** Decides an approval. `digest` is that of the request as shown; approving before it could be read is `not-allowed`. */
  'gate.decide': method(z.object({ id, digest: z.string().max(100), decision: decisionSchema }).strict(), none),
  /** Refuses everything that is waiting from the actor behind this request. */
  'gate.refuseAll': method(z.object({ id }).strict(), z.object({ refused: z.int() })),
  /** How one that no longer waits ended; absent: too long ago to be known. */
  'gate.ended': method(z.object({ id }).strict(), z.object({ how: approvalEndSchema.optional() })),
  'gate.grants': method(empty, z.array(grantSchema)),
  'gate.revoke': method(z.object({ id }).strict(), none),
  /** Renews a standing approval that has ended, for the agent's current registration. */
  'gate.renew': method(z.object({ id }).strict(), none),
} as const

export type Contract = typeof contract
export type MethodName = keyof Contract
export type Input<M extends MethodName> = z.input<Contract[M]['input']>
export type Parsed<M extends MethodName> = z.output<Contract[M]['input']>
export type Output<M extends MethodName> = z.output<Contract[M]['output']>

/** What a client passes when it subscribes. Without `cursor` it receives events from now on. */
export const subscriptionSchema = z.object({ workspace: id, cursor: z.int().nonnegative().optional() }).strict()
export type Subscription = z.infer<typeof subscriptionSchema>

/** What the engine pushes to a subscriber; the first push is always `state`. */
const pushSchema = z.discriminatedUnion('type', [
  /** New or replacing events, in cursor order. Resume from `cursor`. */
  z.object({ type: z.literal('events'), workspace: z.string(), events: z.array(eventSchema), cursor: z.int() }),
  /** Too many events: discard what you have, reload the pages, and continue from `cursor`. */
  z.object({ type: z.literal('resync'), workspace: z.string(), cursor: z.int() }),
  /**
   * Replies that are being written (`StreamBody.id` of a link): `text` follows the first `from` characters pushed so far; absent:
   * the reply stopped growing. After a `resync` all of them are sent again.
   */
  z.object({
    type: z.literal('live'),
    workspace: z.string(),
    streams: z.array(z.object({ source: z.string(), stream: z.string(), from: z.int().nonnegative(), text: z.string().optional() })),
  }),
  /**
   * Notifications to show and to close, also of other workspaces. Only the page that the engine chose gets them. A notification
   * replaces an earlier one with the same id.
   */
  z.object({ type: z.literal('notices'), workspace: z.string(), show: z.array(noticeSchema), close: z.array(z.string()) }),
  workspaceStateSchema,
])
export type Push = z.infer<typeof pushSchema>
