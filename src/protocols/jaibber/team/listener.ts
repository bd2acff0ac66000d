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

/** What the listener is attached to. */
interface ListenerOptions {
  readonly context: Pick<LinkContext, 'now' | 'live' | 'reserveOrder' | 'stored'>
  readonly memory: Memory
  us(): OwnIdentity
  /** The answer is one that the operator has to paste. */
  isForOperator(responseId: string): boolean
  /** Ours at Ably now. */
  connectionId(): string | undefined
  /** Whether an agent of this machine answers on a project now. */
  runsHere(project: string, name: string): boolean
  /** How far Ably's clock is ahead of ours, ms. */
  ahead(): number
  /** How long Ably may take to send us back what we said, ms. */
  readonly echoMs: number | undefined
  /** Takes events that are new, in order. */
  tell(events: readonly NewEvent[]): void
  /** A message was said in a project, perhaps again. */
  received(message: JaibberMessage, how: Arrival): void
  /** So many messages were told that were said before. */
  recovered(project: string, count: number): void
  /** Something visible on the screen changed. */
  changed(): void
}

const tickMs = 1_000
/** Clocks differ, and what was said just before a cut may not have come through. */
const marginMs = 120_000

/** Hears what is said in a team: tells what is new as events, and shows answers as they grow. */
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
        this.message(projectId, { data, id: messageId, clientId: us().userId, timestamp, via: 'live' })
      },
    })
    this.#reader = new MessageReader({
      find: context.stored.find,
      us,
      place: (project) => this.presenceTracker.place(project),
      isForOperator,
    })
    this.presenceTracker = new PresenceTracker({
      now: context.now,
      runsHere: options.runsHere,
      memory,
      us,
      connectionId,
      tell: (events) => void this.#tellNew(events),
      left: (project, name) => void this.#show(this.#reader.gone(project, name, context.now())),
      changed,
    })
  }

  /** Ably has taken a message of ours: it was said, even if it never comes back. */
  taken(message: JaibberMessage, data: unknown): void {
    this.#acknowledged.add(message, data)
  }

  /** Goes on with answers that were being written, and looks at them once a second. */
  start(): void {
    const { context, memory } = this.#options
    this.#reader.restore(memory.streams.values(), context.now())
    this.#timer = setInterval(() => this.#show(this.#reader.tick(context.now())), tickMs)
  }

  /** Takes what came on a channel; undefined: not of a project. */
  message(project: string | undefined, received: ReceivedMessage): void {
    if (project === undefined) return
    this.#options.memory.heardAt = this.#options.context.now()
    const understood = this.#understand(project, received, false)
    const count = this.#show(understood)
    if (received.via === 'rewind' && count > 0) this.#options.recovered(project, count)
    // A text that grows has its own way to the screen.
    if (understood.events.length > 0) this.#options.changed()
  }

  presence(project: string | undefined, change: PresenceChange): void {
    this.#options.memory.heardAt = this.#options.context.now()
    this.presenceTracker.take(project, change)
  }

  /**
   * Takes what was said before, oldest first. What is older than all that is known gets a place before it.
   * @param since when we began to miss something, our clock, ms; undefined: nothing was known.
   * @returns how many messages were new.
   */
  earlier(project: string, found: readonly ReceivedMessage[], since: number | undefined): number {
    const { context, memory, tell } = this.#options
    const whole = withoutPieces(found)
    const later = whole.findIndex((received) =>
      since === undefined ? this.isKnown(received) : received.timestamp - this.#options.ahead() > since - marginMs,
    )
    const older = later >= 0 ? later : whole.length
    // The last first, so that what answers are made from stays in its order.
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

  /** Whether a message was told before. Pieces of answers are never known. */
  isKnown({ data }: ReceivedMessage): boolean {
    const [id, type] = isJsonObject(data) ? [fieldOf(data, 'messageId'), fieldOf(data, 'type')] : []
    return typeof id === 'string' && !isPiece(type) && this.#options.memory.isKnown(wireIdOf(id))
  }

  /** Something of ours could not be done. */
  trouble(fault: Fault, project: string): void {
    const { context, tell } = this.#options
    const at = context.now()
    tell([faultEvent({ data: { projectId: project }, id: `trouble:${at}:${fault.detail ?? ''}`, timestamp: at, via: 'live' }, fault)])
  }

  /** Answers that are being written in a project. */
  writing(project: string): number {
    return this.#reader.writing(project)
  }

  /** Identities of answers that are being written, to be saved. */
  saved(): string[] {
    return this.#reader.saved()
  }

  /** The connection is gone, or we end: what was not stored yet is stored. */
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
      // Where it was said decides, not what it claims.
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

  /** What an answer tells of its author's state, unless that has left since. */
  #isCurrent({ body }: NewEvent): boolean {
    return body.kind !== 'presence' || !this.#options.memory.present.isGone(body.agent)
  }

  /** Hands on what was not told before: what was heard lately is known here, the journal drops the rest. */
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

/** What was found, without the pieces of answers that are there as a whole. */
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
