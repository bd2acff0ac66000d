import type { NewEvent } from '../../../core/event.ts'
import type { Fault } from '../../../core/fault.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { PresenceChange } from '../ably/room.ts'
import type { Hearing } from '../agents/local-agents.ts'
import { Ear } from '../pure/message-reader.ts'
import type { Heard } from '../pure/message-reader.ts'
import { faultEvent } from '../pure/events.ts'
import type { HeardMessage } from '../pure/received.ts'
import { wireIdOf } from '../pure/ids.ts'
import type { JaibberMessage } from '../pure/message.ts'
import type { Us } from '../pure/identity.ts'
import { Acknowledged } from './acknowledged.ts'
import { Attendance } from './presence-tracker.ts'
import type { Memory } from './memory.ts'

/** What the listener is attached to. */
interface EarsParts {
  readonly context: Pick<LinkContext, 'now' | 'live' | 'reserveOrder' | 'stored'>
  readonly memory: Memory
  us(): Us
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
  heard(message: JaibberMessage, how: Hearing): void
  /** So many messages were told that were said before. */
  recovered(project: string, count: number): void
  /** Something visible on the screen changed. */
  changed(): void
}

const tickMs = 1_000
/** Clocks differ, and what was said just before a cut may not have come through. */
const marginMs = 120_000

/** Hears what is said in a team: tells what is new as events, and shows answers as they grow. */
export class Ears {
  readonly attendance: Attendance
  readonly #parts: EarsParts
  readonly #ear: Ear
  readonly #acknowledged: Acknowledged
  #timer: NodeJS.Timeout | undefined

  constructor(parts: EarsParts) {
    this.#parts = parts
    const { memory, context, us, isForOperator, connectionId, changed } = parts
    this.#acknowledged = new Acknowledged({
      echoMs: parts.echoMs,
      isKnown: (messageId) => memory.isKnown(wireIdOf(messageId)),
      hear: ({ projectId, messageId }, data) => {
        const timestamp = context.now() + parts.ahead()
        this.message(projectId, { data, id: messageId, clientId: us().userId, timestamp, via: 'live' })
      },
    })
    this.#ear = new Ear({ find: context.stored.find, us, place: (project) => this.attendance.place(project), isForOperator })
    this.attendance = new Attendance({
      now: context.now,
      runsHere: parts.runsHere,
      memory,
      us,
      connectionId,
      tell: (events) => void this.#tellNew(events),
      left: (project, name) => void this.#show(this.#ear.gone(project, name, context.now())),
      changed,
    })
  }

  /** Ably has taken a message of ours: it was said, even if it never comes back. */
  taken(message: JaibberMessage, data: unknown): void {
    this.#acknowledged.add(message, data)
  }

  /** Goes on with answers that were being written, and looks at them once a second. */
  start(): void {
    const { context, memory } = this.#parts
    this.#ear.restore(memory.streams.values(), context.now())
    this.#timer = setInterval(() => this.#show(this.#ear.tick(context.now())), tickMs)
  }

  /** Takes what came on a channel; undefined: not of a project. */
  message(project: string | undefined, heard: HeardMessage): void {
    if (project === undefined) return
    this.#parts.memory.heardAt = this.#parts.context.now()
    const understood = this.#understand(project, heard, false)
    const count = this.#show(understood)
    if (heard.via === 'rewind' && count > 0) this.#parts.recovered(project, count)
    // A text that grows has its own way to the screen.
    if (understood.events.length > 0) this.#parts.changed()
  }

  presence(project: string | undefined, change: PresenceChange): void {
    this.#parts.memory.heardAt = this.#parts.context.now()
    this.attendance.take(project, change)
  }

  /**
   * Takes what was said before, oldest first. What is older than all that is known gets a place before it.
   * @param since when we began to miss something, our clock, ms; undefined: nothing was known.
   * @returns how many messages were new.
   */
  earlier(project: string, found: readonly HeardMessage[], since: number | undefined): number {
    const { context, memory, tell } = this.#parts
    const whole = withoutPieces(found)
    const later = whole.findIndex((heard) =>
      since === undefined ? this.isKnown(heard) : heard.timestamp - this.#parts.ahead() > since - marginMs,
    )
    const older = later >= 0 ? later : whole.length
    // The last first, so that what answers are made from stays in its order.
    const before = whole
      .slice(0, older)
      .toReversed()
      .map((heard) => this.#understand(project, heard, true))
      .toReversed()
    const after = whole.slice(older).map((heard) => this.#understand(project, heard, false))
    const newOf = (all: readonly Heard[]): NewEvent[] =>
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
    if (count > 0) this.#parts.recovered(project, count)
    return count
  }

  /** Whether a message was told before. Pieces of answers are never known. */
  isKnown({ data }: HeardMessage): boolean {
    const [id, type] = isJsonObject(data) ? [fieldOf(data, 'messageId'), fieldOf(data, 'type')] : []
    return typeof id === 'string' && !isPiece(type) && this.#parts.memory.isKnown(wireIdOf(id))
  }

  /** Something of ours could not be done. */
  trouble(fault: Fault, project: string): void {
    const { context, tell } = this.#parts
    const at = context.now()
    tell([faultEvent({ data: { projectId: project }, id: `trouble:${at}:${fault.detail ?? ''}`, timestamp: at, via: 'live' }, fault)])
  }

  /** Answers that are being written in a project. */
  writing(project: string): number {
    return this.#ear.writing(project)
  }

  /** Identities of answers that are being written, to be saved. */
  saved(): string[] {
    return this.#ear.saved()
  }

  /** The connection is gone, or we end: what was not stored yet is stored. */
  flush(): void {
    this.#show(this.#ear.flush(this.#parts.context.now()))
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#acknowledged.stop()
    this.flush()
  }

  #understand(project: string, heard: HeardMessage, isOlder: boolean): Heard {
    const { context, memory, ahead } = this.#parts
    const understood = this.#ear.hear(heard, project, context.now())
    const { message } = understood
    if (message !== undefined && !isPiece(message.type)) {
      // Where it was said decides, not what it claims.
      const said = { ...message, projectId: project }
      memory.tails.add(said, isOlder)
      this.#parts.heard(said, { at: heard.timestamp - ahead(), via: heard.via })
    }
    return understood
  }

  /** @returns how many messages were new. */
  #show(understood: Heard): number {
    this.#showLive([understood])
    return this.#tellNew(understood.events.filter((event) => this.#isCurrent(event)))
  }

  #showLive(all: readonly Heard[]): void {
    for (const { live } of all) for (const [responseId, text] of live) this.#parts.context.live(responseId, text)
  }

  /** What an answer tells of its author's state, unless that has left since. */
  #isCurrent({ body }: NewEvent): boolean {
    return body.kind !== 'presence' || !this.#parts.memory.present.isGone(body.agent)
  }

  /** Hands on what was not told before: what was heard lately is known here, the journal drops the rest. */
  #tellNew(events: readonly NewEvent[]): number {
    const { memory, tell } = this.#parts
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
function withoutPieces(found: readonly HeardMessage[]): readonly HeardMessage[] {
  const read = found.map((heard) => {
    const [type, messageId, responseId] = isJsonObject(heard.data)
      ? [fieldOf(heard.data, 'type'), fieldOf(heard.data, 'messageId'), fieldOf(heard.data, 'responseId')]
      : []
    return { heard, isPiece: isPiece(type), answer: type === 'typing' ? responseId : messageId }
  })
  const whole = new Set(read.flatMap((each) => (each.isPiece ? [] : [each.answer])))
  return read.flatMap((each) => (each.isPiece && whole.has(each.answer) ? [] : [each.heard]))
}
