import { hasGrown } from '../../../core/has-grown.ts'
import { GrowingText } from './growing-text.ts'
import { isSameName } from './identity.ts'
import { placeOf } from './piece-order.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'

/** An unfinished answer, as currently known. */
export interface Stream {
  readonly responseId: string
  readonly project: string
  /** The author's name in the workspace. */
  readonly from: string
  /** It is written by an agent of the team. */
  readonly isAgent: boolean
  readonly text: string
  readonly state: 'typing' | 'writing' | 'cut'
  /** Why it was interrupted, in words. */
  readonly reason?: string
  /** `messageId` of the message it answers. */
  readonly replyTo?: string
  /** When Ably accepted its first and last piece, ms. */
  readonly began: number
  readonly at: number
  /** Its last piece, as received. */
  readonly data: unknown
  /** Why somebody else than its author may be writing it; absent: nothing speaks for that. */
  readonly doubts?: readonly string[]
}

/**
 * opened: typing, or a first piece · grown: `text` is longer · completed, failed: a response or an error ends it · foreign: somebody else says so,
 * or it is something else under the identity of an answer, which changes nothing · repeated: nothing new
 */
type StreamOutcome = 'opened' | 'grown' | 'completed' | 'failed' | 'foreign' | 'repeated'

/** What one message means for an answer. */
export interface StreamNews {
  readonly responseId: string
  readonly outcome: StreamOutcome
  /** What was known of it; absent: it was announced by nothing. After `completed` and `failed`: as it was before. */
  readonly stream?: Stream
  /** An error was reported for it before. */
  readonly hadFailed: boolean
  /** Older answers given up for this one, including interrupted ones. */
  readonly dropped: readonly Stream[]
}

/** How a stored answer ended. */
export type Ending = 'completed' | 'failed'

interface StreamParts {
  /** What is stored of an answer that is no longer tracked. */
  ended(responseId: string): Ending | undefined
  /** Whether somebody else uses the id of a message of ours. Absent: nobody does. */
  isCopy?(received: ReceivedMessage, messageId: string): boolean
}

/** Who sent a piece, and where. */
interface Speaker {
  readonly project: string
  readonly from: string
  readonly isAgent: () => boolean
  /** The doubts about who that is. */
  readonly doubts?: () => readonly string[]
}

/** Limits on answers tracked at the same time, and on all their texts together, UTF-16 units. */
export const mostStreams = 2_000
const mostTexts = 64 * 1024 * 1024
/** After this long without a piece an answer is interrupted, ms. */
export const silenceMs = 10 * 60 * 1_000
/** The reason that is stored with it then, by which `acts-of.ts` knows it. */
export const silentReason = 'nothing arrived for ten minutes'
/** How often a growing text is stored, ms, if it has grown by an eighth since; whatever it has grown by, after the second time. */
export const storeEveryMs = 5_000
const storeAnywayMs = 10 * 60 * 1_000
const rememberedEndings = 5_000

interface Open {
  stream: Stream
  readonly clientId: string | undefined
  growing: GrowingText
  /** Our clock: when something came, and what was stored when. */
  heardAt: number
  storedAt: number
  storedChars: number
}

/**
 * Folds typing, chunk, response, done and error into one answer per `responseId` ("Streaming Protocol"), whatever is lost, repeated or reordered.
 * What is over is remembered for a while and then asked for. Pure: `now` is our clock, ms.
 */
export class StreamFold {
  readonly #parts: StreamParts
  readonly #open = new Map<string, Open>()
  #endings = new Map<string, Ending>()
  #olderEndings = new Map<string, Ending>()
  #chars = 0

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  /** Handles a message; undefined: it belongs to no answer. */
  apply(received: ReceivedMessage, message: JaibberMessage, speaker: Speaker, now: number): StreamNews | undefined {
    const responseId = responseIdOf(message)
    if (responseId === undefined) return this.#taken(received, message)
    const open = this.#open.get(responseId)
    // What is still open here has not ended: nothing is looked up for each piece.
    const ending = open === undefined ? this.#ending(responseId) : undefined
    const news = { responseId, hadFailed: ending === 'failed', dropped: [] }
    const known = open === undefined ? {} : { stream: open.stream }
    // A server does not say which client it was. Ably does, and a connection without a name is nobody's.
    const isForeign = open?.clientId !== undefined && received.via !== 'rest' && open.clientId !== received.clientId
    const isForeignPlace = open !== undefined && open.stream.project !== speaker.project
    if (isForeign || isForeignPlace) return { ...news, outcome: 'foreign', ...known }
    const outcome = isResponse(message) ? 'completed' : message.type === 'error' ? 'failed' : undefined
    if (ending === 'completed' || (ending !== undefined && ending === outcome)) return { ...news, outcome: 'repeated' }
    if (this.#parts.isCopy?.(received, responseId) === true) return { ...news, outcome: 'foreign', ...known }
    if (outcome !== undefined) {
      this.#end(responseId, outcome)
      return { ...news, outcome, ...known }
    }
    if (ending !== undefined) return { ...news, outcome: 'repeated' }
    return open === undefined ? this.#begin(received, message, speaker, now, news) : this.#grow(open, received, message, now, news)
  }

  /** Interrupts and returns answers that have been silent too long. */
  expire(now: number): readonly Stream[] {
    return this.#cut((open) => now - open.heardAt >= silenceMs, silentReason, now)
  }

  /** Interrupts and returns answers of an author who left. @param client whose author it was; absent: nobody of that name is there. */
  gone(project: string, from: string, now: number, client?: string): readonly Stream[] {
    const isMeant = ({ stream, clientId = client }: Open): boolean =>
      stream.project === project && isSameName(stream.from, from) && (client === undefined || clientId === client)
    return this.#cut(isMeant, `${from} left`, now)
  }

  /** Answers whose text is due to be stored, or all that grew; they then count as stored. */
  due(now: number, isAll = false): readonly Stream[] {
    return [...this.#open.values()]
      .filter((open) => open.stream.text.length !== open.storedChars && (isAll || isDue(open, now)))
      .map((open) => markStored(open, now))
  }

  /** Tracked answers, oldest first. */
  open(): readonly Stream[] {
    return [...this.#open.values()].map(({ stream }) => stream)
  }

  get(responseId: string): Stream | undefined {
    return this.#open.get(responseId)?.stream
  }

  /** Resumes an answer stored before a restart, whose author is this client if that is known. False: it is tracked already, or too many are. */
  restore(stream: Stream, now: number, clientId?: string): boolean {
    if (this.#open.has(stream.responseId) || this.#open.size >= mostStreams) return false
    const growing = new GrowingText(stream.text, stream.at)
    const chars = stream.text.length
    this.#chars += chars
    this.#open.set(stream.responseId, { stream, clientId, growing, heardAt: now, storedAt: now, storedChars: chars })
    return true
  }

  /** The identity of an answer is known while it is being written, and ours always: nothing of another kind can take it. */
  #taken(received: ReceivedMessage, { type, messageId }: JaibberMessage): StreamNews | undefined {
    if (type === 'typing') return undefined
    const stream = this.get(messageId)
    const isTaken = stream !== undefined || (this.#parts.isCopy?.(received, messageId) === true && this.#ending(messageId) === undefined)
    if (!isTaken) return undefined
    return { responseId: messageId, outcome: 'foreign', ...(stream !== undefined && { stream }), hadFailed: false, dropped: [] }
  }

  #begin(
    received: ReceivedMessage,
    message: JaibberMessage,
    { project, from, isAgent, doubts: doubtsOf = () => [] }: Speaker,
    now: number,
    news: Pick<StreamNews, 'responseId' | 'hadFailed'>,
  ): StreamNews {
    const growing = new GrowingText()
    if (message.type === 'chunk') growing.add(message.text, received)
    const { text } = growing
    const doubts = doubtsOf()
    const stream: Stream = {
      responseId: news.responseId,
      project,
      from,
      isAgent: isAgent(),
      text,
      state: text === '' ? 'typing' : 'writing',
      ...(message.parentMessageId !== undefined && { replyTo: message.parentMessageId }),
      began: received.timestamp,
      at: received.timestamp,
      data: received.data,
      ...(doubts.length > 0 && { doubts }),
    }
    // What was said long ago and is read only now has been silent since.
    const heardAt = received.via === 'live' ? now : Math.min(now, received.timestamp)
    this.#chars += text.length
    this.#open.set(news.responseId, { stream, clientId: received.clientId, growing, heardAt, storedAt: now, storedChars: text.length })
    return { ...news, outcome: 'opened', stream, dropped: this.#makeRoom() }
  }

  #grow(open: Open, received: ReceivedMessage, message: JaibberMessage, now: number, news: Omit<StreamNews, 'outcome'>): StreamNews {
    const { stream, growing } = open
    if (message.type === 'typing' && stream.state === 'cut' && received.timestamp > stream.at) {
      // Its author is back and begins it anew: what was written before is not gone on with.
      open.growing = new GrowingText('', placeOf(received))
      return this.#put(open, 'typing', received, now, news)
    }
    if (message.type !== 'chunk' || !growing.add(message.text, received)) return { ...news, outcome: 'repeated', stream }
    return this.#put(open, 'writing', received, now, news)
  }

  #put(open: Open, state: Stream['state'], received: ReceivedMessage, now: number, news: Omit<StreamNews, 'outcome'>): StreamNews {
    const { reason: _reason, ...stream } = open.stream
    const { text } = open.growing
    open.stream = { ...stream, text, state, at: Math.max(stream.at, received.timestamp), data: received.data }
    open.heardAt = received.via === 'live' ? now : Math.max(open.heardAt, Math.min(now, received.timestamp))
    this.#chars += text.length - stream.text.length
    return { ...news, outcome: 'grown', stream: open.stream, dropped: this.#makeRoom() }
  }

  #cut(isMeant: (open: Open) => boolean, reason: string, now: number): readonly Stream[] {
    return [...this.#open.values()]
      .filter((open) => open.stream.state !== 'cut' && isMeant(open))
      .map((open) => {
        open.stream = { ...open.stream, state: 'cut', reason }
        return markStored(open, now)
      })
  }

  #end(responseId: string, ending: Ending): void {
    this.#remove(responseId)
    this.#endings.set(responseId, ending)
    if (this.#endings.size < rememberedEndings) return
    this.#olderEndings = this.#endings
    this.#endings = new Map()
  }

  #ending(responseId: string): Ending | undefined {
    return this.#endings.get(responseId) ?? this.#olderEndings.get(responseId) ?? this.#parts.ended(responseId)
  }

  #makeRoom(): readonly Stream[] {
    const dropped: Stream[] = []
    while (this.#open.size > mostStreams || (this.#chars > mostTexts && this.#open.size > 1)) {
      const [oldest] = this.#open.values()
      if (oldest === undefined) break
      this.#remove(oldest.stream.responseId)
      dropped.push(oldest.stream.state === 'cut' ? oldest.stream : { ...oldest.stream, state: 'cut', reason: 'too many answers at once' })
    }
    return dropped
  }

  #remove(responseId: string): void {
    const open = this.#open.get(responseId)
    if (open === undefined) return
    this.#chars -= open.stream.text.length
    this.#open.delete(responseId)
  }
}

/** The answer that a message belongs to: pieces and ends have its id as their own, typing names it separately. */
export function responseIdOf(message: Pick<JaibberMessage, 'type' | 'messageId' | 'responseId'>): string | undefined {
  if (message.type === 'typing') return message.responseId
  return message.type === 'chunk' || message.type === 'error' || isResponse(message) ? message.messageId : undefined
}

/** `done` is met in the wild and means the same. */
export function isResponse({ type }: Pick<JaibberMessage, 'type'>): boolean {
  return type === 'response' || type === 'done'
}

function isDue({ stream, storedAt, storedChars }: Open, now: number): boolean {
  const age = now - storedAt
  return age >= storeAnywayMs || (age >= storeEveryMs && hasGrown(storedChars, stream.text.length))
}

function markStored(open: Open, now: number): Stream {
  open.storedAt = now
  open.storedChars = open.stream.text.length
  return open.stream
}
