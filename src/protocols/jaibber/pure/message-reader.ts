import { graded, type Doubt } from '../../../core/doubt.ts'
import type { Event, NewEvent } from '../../../core/event.ts'
import type { Fault } from '../../../core/fault.ts'
import { fieldOf, parseJsonObject } from '../../../core/json-text.ts'
import { faultEvent, messageEvent, stateEvent, storedEnding, streamEvent, taskEvent } from './events.ts'
import { doubtsAboutAuthor, type ProjectPlace } from './doubts.ts'
import type { ReceivedMessage } from './received.ts'
import { messageIdOf } from './ids.ts'
import { parseMessage, type JaibberMessage } from './message.ts'
import { StreamFold, type Ending, type Stream, type StreamNews } from './stream.ts'
import { readTaskNews } from './task-news.ts'
import { agentOf, authorName, isOurs, type OwnIdentity } from './identity.ts'

/** The result of reading a received message. */
export interface ReadResult {
  readonly events: readonly NewEvent[]
  /** Growing texts of answers, for `LinkContext.live`. Undefined: the text no longer grows. */
  readonly live: readonly (readonly [responseId: string, text: string | undefined])[]
  /** The message; absent if it could not be read, or uses another message's identity. */
  readonly message?: JaibberMessage
  /** Why it could not be read. */
  readonly fault?: Fault
}

interface ReaderOptions {
  /** The stored event with an identity: `LinkContext.stored.find`. */
  find(wireId: string): Event | undefined
  us(): OwnIdentity
  place(project: string): ProjectPlace
  /** Whether the operator has to paste this answer. */
  isForOperator(responseId: string): boolean
  /** Whether somebody else uses the id of a message of ours. Absent: nobody does. */
  isCopy?(received: ReceivedMessage, messageId: string): boolean
}

/** Turns messages received in projects into events, and tracks unfinished answers. Pure: `now` is our clock, ms. */
export class MessageReader {
  readonly #options: ReaderOptions
  readonly #fold: StreamFold
  /** Identity of the last stored version of each unfinished answer. */
  readonly #versions = new Map<string, string>()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#fold = new StreamFold({
      ended: (responseId) => storedEnding(responseId, options.find),
      isCopy: (received, messageId) => options.isCopy?.(received, messageId) === true,
    })
  }

  /** Reads a message received in a project. */
  read(received: ReceivedMessage, project: string, now: number): ReadResult {
    const { place, us } = this.#options
    const task = readTaskNews(received)
    if (task !== undefined) return { events: [taskEvent(received, task, place(project), us())], live: [] }
    const parsed = parseMessage(received.data)
    if (!parsed.ok) return { events: [faultEvent(received, parsed.fault)], live: [], fault: parsed.fault }
    const message = parsed.value
    const isOwn = isOurs(received, message, us())
    const from = authorName(message, isOwn, us())
    const news = this.#fold.apply(
      received,
      message,
      {
        project,
        from,
        isAgent: () => isOfTeam(agentOf(message), place(project), isOwn),
        doubts: () => doubtsAboutAuthor(received, message, place(project), isOwn),
      },
      now,
    )
    if (news === undefined) {
      // A piece without its answer's id belongs to nothing.
      const events = message.type === 'typing' ? [] : [messageEvent(received, message, place(project), us())]
      return { events, live: [], message }
    }
    const told = this.#resultOf(news, received, message, project)
    return news.outcome === 'foreign' ? told : { ...told, message }
  }

  /** Time-based results: texts due to be stored, answers that have been silent too long. Call it about once a second. */
  tick(now: number): ReadResult {
    return this.#versionsOf([...this.#fold.expire(now), ...this.#fold.due(now)])
  }

  /** Stores everything that grew: before exit, and on disconnection. */
  flush(now: number): ReadResult {
    return this.#versionsOf(this.#fold.due(now, true))
  }

  /** An author left a project: its answers end. @param client whose author it was; absent: nobody of that name is there. */
  gone(project: string, from: string, now: number, client?: string): ReadResult {
    return this.#versionsOf(this.#fold.gone(project, from, now, client))
  }

  /** Number of answers being written in a project, without interrupted ones. */
  writing(project: string): number {
    return this.#fold.open().filter((stream) => stream.project === project && stream.state !== 'cut').length
  }

  /** Identities of the last stored versions of unfinished answers. */
  saved(): string[] {
    return [...this.#versions.values()]
  }

  /** Resumes after a restart, from the events that `saved` named and all stored since, oldest first. */
  restore(events: Iterable<Event>, now: number): void {
    const last = new Map<string, Event>()
    for (const event of events) {
      if (event.body.kind === 'stream') last.set(event.body.id, event)
      else if (event.body.kind === 'message') last.delete(messageIdOf(event.wireId))
    }
    for (const [responseId, { body, wireId, claimedAt, at, raw }] of last) {
      if (body.kind !== 'stream' || storedEnding(responseId, this.#options.find) !== undefined) continue
      const { conversation: project, from, text, state, reason, replyTo, since, doubts } = body
      const stream = {
        responseId,
        project,
        from,
        isAgent: true,
        text,
        state,
        ...(reason !== undefined && { reason }),
        ...(replyTo !== undefined && { replyTo: messageIdOf(replyTo) }),
        began: since ?? claimedAt ?? at,
        at: claimedAt ?? at,
        data: raw.text,
        ...(doubts !== undefined && { doubts: doubts.map((doubt) => graded(doubt).text) }),
      }
      if (this.#fold.restore(stream, now, authorOf(raw.text, doubts))) this.#versions.set(responseId, wireId)
    }
  }

  #begun(stream: Stream): NewEvent {
    return this.#options.isForOperator(stream.responseId)
      ? stateEvent(stream, 'needs you', 'waits for your paste')
      : stateEvent(stream, 'working', 'streaming')
  }

  #resultOf(news: StreamNews, received: ReceivedMessage, message: JaibberMessage, project: string): ReadResult {
    const { responseId, outcome, stream } = news
    const dropped = this.#versionsOf(news.dropped)
    for (const each of news.dropped) this.#versions.delete(each.responseId)
    const whole = (events: readonly NewEvent[], text?: string): ReadResult => ({
      events: [...dropped.events, ...events],
      live: [...dropped.live, [responseId, text]],
    })
    const isFresh = received.via === 'live' || received.via === 'rewind'
    const end = (): NewEvent => messageEvent(received, message, this.#options.place(project), this.#options.us(), news)
    switch (outcome) {
      case 'opened':
        if (stream === undefined) return dropped
        return whole([this.#version(stream, true), ...(isFresh && showsAgent(stream) ? [this.#begun(stream)] : [])], stream.text)
      case 'grown':
        return stream === undefined ? dropped : whole([], stream.text)
      case 'completed':
      case 'failed':
        this.#versions.delete(responseId)
        return whole([end(), ...(stream === undefined || !isFresh ? [] : this.#idle(stream, outcome))])
      case 'foreign':
        return message.type === 'chunk' || message.type === 'typing' ? dropped : { events: [end()], live: [] }
      case 'repeated':
    }
    return { events: [], live: [] }
  }

  /** The author is idle, unless it writes another answer. */
  #idle(stream: Stream, ending: Ending): NewEvent[] {
    const isBusy = this.#fold.open().some(({ from, state }) => from === stream.from && state !== 'cut')
    if (!showsAgent(stream) || isBusy) return []
    return [
      ending === 'completed' ? stateEvent(stream, 'idle', 'answered') : stateEvent(stream, 'idle', 'failed', 'its answer was an error'),
    ]
  }

  #versionsOf(streams: readonly Stream[]): ReadResult {
    return {
      events: streams.flatMap((stream) => [this.#version(stream, false), ...(stream.state === 'cut' ? this.#lost(stream) : [])]),
      live: streams.filter(({ state }) => state === 'cut').map(({ responseId }) => [responseId, undefined]),
    }
  }

  #lost(stream: Stream): NewEvent[] {
    return showsAgent(stream) ? [stateEvent(stream, 'idle', 'cut')] : []
  }

  #version(stream: Stream, isFirst: boolean): NewEvent {
    const event = streamEvent(stream, this.#options.place(stream.project), isFirst)
    this.#versions.set(stream.responseId, event.wireId)
    return event
  }
}

/**
 * Whether an answer is by an agent of the team: presence says who is in a project ("Presence Data"), a piece of an answer may bear any name. Where nobody is
 * known to be there, not even we, presence cannot be heard.
 */
function isOfTeam(agent: string | undefined, { names, ownersOf }: ProjectPlace, isOwn: boolean): boolean {
  return agent !== undefined && (isOwn || names.length === 0 || ownersOf(agent).length > 0)
}

/** The client that wrote a stored piece: Ably had proved it to be the one that the piece names, or the piece would be in doubt. */
function authorOf(raw: string, doubts: readonly Doubt[] | undefined): string | undefined {
  const piece = parseJsonObject(raw, 'The piece')
  const from = piece.ok && doubts === undefined ? fieldOf(piece.value, 'from') : undefined
  return typeof from === 'string' ? from : undefined
}

/** Whether an answer says anything about the state of an agent: not if somebody else may be writing it. */
function showsAgent({ isAgent, doubts }: Stream): boolean {
  return isAgent && doubts === undefined
}
