import type { Event } from '../../../core/event.ts'
import { parseJsonText } from '../../../core/json-text.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import { RecentIds } from '../../../core/recent-ids.ts'
import type { JaibberConfig } from '../pure/config.ts'
import { messageIdOf, wireIdOf } from '../pure/ids.ts'
import { parseMessage } from '../pure/message.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { PresenceFold } from '../pure/presence.ts'
import type { ReceivedMessage } from '../pure/received.ts'
import type { Identity } from '../rest/jaibber-server.ts'
import { PresentAgents } from './present-agents.ts'
import { Projects } from './projects.ts'
import { savedIdChars, savedSchema } from './saved.ts'
import type { Saved } from './saved.ts'
import { Tails } from './tails.ts'

const recentKept = 5_000
const recentSaved = 2_000
const sentKept = 200
const connectionsKept = 200

/** What is known of a team: its projects, who is present, recent messages. Saved from time to time; the journal has the rest. */
export class Memory {
  readonly projects: Projects
  readonly presence = new PresenceFold()
  readonly tails = new Tails()
  /** Agents last reported as present. */
  readonly present: PresentAgents
  /** Answers that were unfinished when the journal was read, by id: the last stored version of each. */
  readonly streams = new Map<string, Event>()
  /** Identities of recent events. */
  readonly recent = new RecentIds(recentKept)
  /** Our last connections, which Ably proves: with our user id, others can send, too. */
  readonly connections = new RecentIds(connectionsKept)
  /** Ids of the messages that we sent last. */
  readonly sent = new RecentIds(sentKept)
  /** Saved state of the queue and of the agents of this machine. */
  readonly queue: Saved['queue']
  readonly crew: unknown
  /** Our identity as the server last reported it. */
  identity: Identity | undefined
  /** When data was last received, our clock, ms. */
  heardAt: number | undefined
  /** Position from which to read the journal. */
  readonly mark: number
  readonly #account: string
  readonly #stored: LinkContext['stored']

  constructor(config: JaibberConfig, context: Pick<LinkContext, 'saved' | 'stored'>) {
    this.#stored = context.stored
    const parsed = savedSchema.safeParse(context.saved)
    const known = parsed.success ? parsed.data : undefined
    this.projects = new Projects(config, known?.projects)
    this.mark = known?.mark ?? 0
    this.present = new PresentAgents(known?.present)
    this.heardAt = known?.heardAt
    this.#account = `${config.account} at ${config.server}`
    // Another account is another identity.
    if (known?.identity?.account === this.#account) this.identity = { userId: known.identity.userId, username: known.identity.username }
    this.queue = known?.queue ?? []
    this.crew = known?.crew
    for (const wireId of known?.streams ?? []) this.#follow(context.stored.find(wireId))
    for (const id of known?.recent ?? []) this.recent.add(id)
    for (const id of known?.connections ?? []) this.connections.add(id)
    for (const id of known?.sent ?? []) this.sent.add(id)
    for (const [, ids] of known?.tails ?? []) for (const id of ids) this.#keep(this.stored(id))
  }

  /** Takes a journal event that is newer than the saved state. */
  recall(event: Event): void {
    this.recent.add(event.wireId)
    this.heardAt = Math.max(this.heardAt ?? 0, event.at)
    this.#follow(event)
    this.present.recall(event)
    if (event.body.kind === 'message') this.#keep(messageOf(event))
  }

  /** A message from the journal. */
  stored(messageId: string): JaibberMessage | undefined {
    const event = this.#stored.find(wireIdOf(messageId))
    return event === undefined ? undefined : messageOf(event)
  }

  /** Whether an event with this identity was reported before. */
  isKnown(wireId: string): boolean {
    return this.recent.has(wireId) || this.#stored.find(wireId) !== undefined
  }

  /** A message of ours is about to be published. @returns whether its id is new: the pieces of an answer have the same one. */
  sends({ messageId, responseId }: JaibberMessage): boolean {
    return [messageId, responseId ?? messageId].filter((id) => this.sent.add(id)).length > 0
  }

  /** Whether it came over a connection of ours. */
  isFromHere({ connectionId }: Pick<ReceivedMessage, 'connectionId'>): boolean {
    return connectionId !== undefined && this.connections.has(connectionId)
  }

  /** Everything to save, with the journal's mark and what others saved. */
  save(mark: number, kept: Pick<Saved, 'queue' | 'crew' | 'streams'>): Saved {
    return {
      v: 1,
      mark,
      ...(this.heardAt !== undefined && { heardAt: this.heardAt }),
      projects: this.projects.saved(),
      ...(this.identity !== undefined && { identity: { ...this.identity, account: this.#account } }),
      recent: this.recent.newest(recentSaved).filter((wireId) => wireId.length <= savedIdChars),
      connections: this.connections.newest(connectionsKept),
      sent: this.sent.newest(sentKept),
      tails: this.tails.saved(),
      present: this.present.saved(),
      ...kept,
    }
  }

  #follow(event: Event | undefined): void {
    if (event?.body.kind === 'stream') this.streams.set(event.body.id, event)
    else if (event?.body.kind === 'message') this.streams.delete(messageIdOf(event.wireId))
  }

  #keep(message: JaibberMessage | undefined): void {
    if (message !== undefined) this.tails.add(message)
  }
}

/** The message an event was made from. */
function messageOf({ body, raw }: Event): JaibberMessage | undefined {
  if (body.kind !== 'message' || raw.truncated === true) return undefined
  const json = parseJsonText(raw.text, 'A message')
  const message = json.ok ? parseMessage(json.value) : json
  // The channel decides the project, not the message's claim.
  return message.ok ? { ...message.value, projectId: body.conversation } : undefined
}
