import type { NewEvent } from '../../../core/event.ts'
import type { Fault } from '../../../core/fault.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { PresenceChange } from '../ably/room.ts'
import type { Arrival } from '../agents/local-agents.ts'
import { MessageReader } from '../pure/message-reader.ts'
import type { ReadResult } from '../pure/message-reader.ts'
import { faultEvent } from '../pure/events.ts'
import type { ReceivedMessage } from '../pure/received.ts'
import { wireIdOf } from '../pure/ids.ts'
import type { JaibberMessage } from '../pure/message.ts'
import type { OwnIdentity } from '../pure/identity.ts'
import { Acknowledged } from './acknowledged.ts'
import { PresenceTracker } from './presence-tracker.ts'
import type { Memory } from './memory.ts'

/** What the listener needs from its team. */
interface ListenerOptions {
  readonly context: Pick<LinkContext, 'now' | 'live' | 'reserveOrder' | 'stored'>
  readonly memory: Memory
  us(): OwnIdentity
  /** Whether the operator has to paste this answer. */
  isForOperator(responseId: string): boolean
  /** Our current connection id at Ably. */
  connectionId(): string | undefined
  /** Whether an agent of this machine currently answers in a project. */
  runsHere(project: string, name: string): boolean
  /** How far Ably's clock is ahead of ours, ms. */
  ahead(): number
  /** How long Ably may take to send back our own message, ms. */
  readonly echoMs: number | undefined
  /** Receives new events, in order. */
  tell(events: readonly NewEvent[]): void
  /** A message arrived in a project, possibly again. */
  received(message: JaibberMessage, how: Arrival): void
  /** This many earlier messages were recovered. */
  recovered(project: string, count: number): void
  /** Something visible on the screen changed. */
  changed(): void
}

const tickMs = 1_000
/** Clocks differ, and messages sent just before a disconnection may not have arrived. */
const marginMs = 120_000

/** Receives a team's messages: emits new ones as events, and shows answers as they grow. */
export class Listener {
  readonly presenceTracker: PresenceTracker
  readonly #options: ListenerOptions
  readonly #reader: MessageReader
  readonly #acknowledged: Acknowledged
  #timer: NodeJS.Timeout | undefined

  constructor(options: ListenerOptions) {
    this.#options = options
    const { memory, context, us, isForOperator, connectionId, changed } = options
    this.#acknowledged = new Acknowledged({
      echoMs: options.echoMs,
      isKnown: (messageId) => memory.isKnown(wireIdOf(messageId)),
      hear: ({ projectId, messageId }, data) => {
        const timestamp = context.now() + options.ahead()
        const [ours] = memory.connections.newest(1)
        const author = { clientId: us().userId, ...(ours !== undefined && { connectionId: ours }) }
        this.message(projectId, { data, id: messageId, ...author, timestamp, via: 'live' })
      },
    })
    this.#reader = new MessageReader({
      find: context.stored.find,
      us,
      place: (project) => this.presenceTracker.place(project),
      isForOperator,
      isCopy: (received, id) => received.via !== 'rest' && !memory.isFromHere(received) && (memory.sent.has(id) || isForOperator(id)),
    })
    this.presenceTracker = new PresenceTracker({
      now: context.now,
      runsHere: options.runsHere,
      memory,
      us,
      connectionId,
      tell: (events) => void this.#tellNew(events),
      left: (project, name, client) => void this.#show(this.#reader.gone(project, name, context.now(), client)),
      changed,
    })
  }

  /** Ably accepted a message of ours: it was sent, even if it never arrives back. */
  taken(message: JaibberMessage, data: unknown): void {
    this.#acknowledged.add(message, data)
  }

  /** Resumes unfinished answers, and checks them once a second. */
  start(): void {
    const { context, memory } = this.#options
    this.#reader.restore(memory.streams.values(), context.now())
    this.#timer = setInterval(() => this.#show(this.#reader.tick(context.now())), tickMs)
  }

  /** Handles a message on a channel; undefined: not a project's channel. */
  message(project: string | undefined, received: ReceivedMessage): void {
    if (project === undefined) return
    this.#options.memory.heardAt = this.#options.context.now()
    const understood = this.#understand(project, received, false)
    const count = this.#show(understood)
    if (received.via === 'rewind' && count > 0) this.#options.recovered(project, count)
    // Growing text is shown through `live`.
    if (understood.events.length > 0) this.#options.changed()
  }

  presence(project: string | undefined, change: PresenceChange): void {
    this.#options.memory.heardAt = this.#options.context.now()
    this.presenceTracker.take(project, change)
  }

  /**
   * Handles earlier messages, oldest first. Those older than everything known are placed before it.
   * @param since start of the gap, our clock, ms; undefined: nothing was known.
   * @returns how many messages were new.
   */
  earlier(project: string, found: readonly ReceivedMessage[], since: number | undefined): number {
    const { context, memory, tell } = this.#options
    const whole = withoutPieces(found)
    const later = whole.findIndex((received) =>
      since === undefined ? this.isKnown(received) : received.timestamp - this.#options.ahead() > since - marginMs,
    )
    const older = later >= 0 ? later : whole.length
    // Newest first, so that `tails`, the context for answers, keeps its order.
    const before = whole
      .slice(0, older)
      .toReversed()
      .map((received) => this.#understand(project, received, true))
      .toReversed()
    const after = whole.slice(older).map((received) => this.#understand(project, received, false))
    const newOf = (all: readonly ReadResult[]): NewEvent[] =>
      all
        .flatMap(({ events }) => events)
        .filter((event) => this.#isCurrent(event) && !memory.isKnown(event.wireId) && memory.recent.add(event.wireId))
    const [early, late] = [newOf(before), newOf(after)]
    if (early.length > 0) {
      const first = context.reserveOrder(early.length)
      tell(early.map((event, at) => ({ ...event, ord: first + at })))
    }
    if (late.length > 0) tell(late)
    this.#showLive([...before, ...after])
    const count = countMessages([...early, ...late])
    if (count > 0) this.#options.recovered(project, count)
    return count
  }

  /** Whether a message was reported before. Pieces of answers never count as known. */
  isKnown({ data }: ReceivedMessage): boolean {
    const [id, type] = isJsonObject(data) ? [fieldOf(data, 'messageId'), fieldOf(data, 'type')] : []
    return typeof id === 'string' && !isPiece(type) && this.#options.memory.isKnown(wireIdOf(id))
  }

  /** Reports that something of ours failed. */
  trouble(fault: Fault, project: string): void {
    const { context, tell } = this.#options
    const at = context.now()
    tell([faultEvent({ data: { projectId: project }, id: `trouble:${at}:${fault.detail ?? ''}`, timestamp: at, via: 'live' }, fault)])
  }

  /** How many answers are being written in a project. */
  writing(project: string): number {
    return this.#reader.writing(project)
  }

  /** Identities of unfinished answers, for saving. */
  saved(): string[] {
    return this.#reader.saved()
  }

  /** Stores what is not stored yet: on disconnection and at the end. */
  flush(): void {
    this.#show(this.#reader.flush(this.#options.context.now()))
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#acknowledged.stop()
    this.flush()
  }

  #understand(project: string, received: ReceivedMessage, isOlder: boolean): ReadResult {
    const { context, memory, ahead } = this.#options
    const understood = this.#reader.read(received, project, context.now())
    const { message } = understood
    if (message !== undefined && !isPiece(message.type)) {
      // The channel decides the project, not the message's claim.
      const said = { ...message, projectId: project }
      memory.tails.add(said, isOlder)
      this.#options.received(said, { at: received.timestamp - ahead(), via: received.via })
    }
    return understood
  }

  /** @returns how many messages were new. */
  #show(understood: ReadResult): number {
    this.#showLive([understood])
    return this.#tellNew(understood.events.filter((event) => this.#isCurrent(event)))
  }

  #showLive(all: readonly ReadResult[]): void {
    for (const { live } of all) for (const [responseId, text] of live) this.#options.context.live(responseId, text)
  }

  /** False for an agent's state derived from its answer if the agent has left since. */
  #isCurrent({ body }: NewEvent): boolean {
    return body.kind !== 'presence' || !this.#options.memory.present.isGone(body.agent)
  }

  /** Emits events that are new. This filters recent duplicates; the journal filters the rest. */
  #tellNew(events: readonly NewEvent[]): number {
    const { memory, tell } = this.#options
    const news = events.filter((event) => memory.recent.add(event.wireId))
    if (news.length > 0) tell(news)
    return countMessages(news)
  }
}

function countMessages(events: readonly NewEvent[]): number {
  return events.filter(({ body }) => body.kind === 'message').length
}

function isPiece(type: unknown): boolean {
  return type === 'typing' || type === 'chunk'
}

/** The messages found, without pieces of answers that are also there in full. */
function withoutPieces(found: readonly ReceivedMessage[]): readonly ReceivedMessage[] {
  const read = found.map((received) => {
    const [type, messageId, responseId] = isJsonObject(received.data)
      ? [fieldOf(received.data, 'type'), fieldOf(received.data, 'messageId'), fieldOf(received.data, 'responseId')]
      : []
    return { received, isPiece: isPiece(type), answer: type === 'typing' ? responseId : messageId }
  })
  const whole = new Set(read.flatMap((each) => (each.isPiece ? [] : [each.answer])))
  return read.flatMap((each) => (each.isPiece && whole.has(each.answer) ? [] : [each.received]))
}
