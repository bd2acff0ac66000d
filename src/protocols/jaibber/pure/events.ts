import type { Event, EventBody, MessageBody, NewEvent, Raw } from '../../../core/event.ts'
import type { Fault } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { attachmentsOf } from './attachments.ts'
import { doubtsAboutNews, doubtsOf, type ProjectPlace } from './doubts.ts'
import { depthOf } from './guard.ts'
import type { ReceivedMessage } from './received.ts'
import { wireIdOf } from './ids.ts'
import { mentionedOf } from './mention.ts'
import type { JaibberMessage } from './message.ts'
import { isResponse, responseIdOf, type Ending, type Stream, type StreamNews } from './stream.ts'
import { handoffIn, taskWords, type TaskNews } from './task-news.ts'
import { authorName, isOurs, nameHere, type OwnIdentity } from './identity.ts'

/** The event of a message that is complete by itself or ends an answer (`news`). Pieces of an answer have no events. */
export function messageEvent(
  received: ReceivedMessage,
  message: JaibberMessage,
  place: ProjectPlace,
  us: OwnIdentity,
  news?: StreamNews,
): NewEvent {
  const isForeign = news?.outcome === 'foreign'
  const identity = wireIdOf(message.messageId)
  const wireId = isForeign ? `${identity}#by:${(received.clientId ?? '').slice(0, 128)}` : identity
  const before = isForeign ? undefined : news?.stream
  const isOwn = isOurs(received, message, us)
  const from = authorName(message, isOwn, us)
  const where = { conversation: place.id, topic: place.name }
  if (message.type === 'deregister') {
    const whom = message.agentName === undefined ? 'agents' : `the agent ${message.agentName}`
    const text = isOwn ? `deregisters ${whom}` : `asks ${whom} to stop: not obeyed`
    return newEvent(received, wireId, { kind: 'notice', ...where, from, text, tone: 'status' })
  }
  const doubts = doubtsOf(received, message, place, isOwn)
  if (isForeign) doubts.push(foreignWords(message, news?.stream))
  const replyTo = message.parentMessageId ?? before?.replyTo
  const body: MessageBody = {
    kind: 'message',
    ...where,
    from,
    to: addressees(message, place, us),
    observers: [],
    text: message.text.toWellFormed(),
    ...labelOf(message),
    ...dataOf(message, before),
    ...(replyTo !== undefined && { replyTo: wireIdOf(replyTo) }),
    ...(before !== undefined && Number.isFinite(before.began) && { since: before.began }),
    ...(place.isQuiet && { quiet: true }),
    ...(doubts.length > 0 && { doubts }),
  }
  if (isForeign) return newEvent(received, wireId, body)
  if (message.type === 'error') return newEvent(received, failedId(wireId), body, firstId(wireId))
  return newEvent(received, wireId, body, isResponse(message) ? (news?.hadFailed === true ? failedId(wireId) : firstId(wireId)) : undefined)
}

function foreignWords(message: JaibberMessage, stream: Stream | undefined): string {
  if (responseIdOf(message) !== undefined) return 'continues an answer that somebody else started'
  return stream === undefined ? 'has the id of a message that was sent from here' : 'has the id of an answer that somebody else started'
}

/** A stored version of an answer on its way: the first under one identity whatever it began with, so that all later ones can replace it. */
export function streamEvent(stream: Stream, place: Pick<ProjectPlace, 'name'>, isFirst: boolean): NewEvent {
  const wireId = wireIdOf(stream.responseId)
  const { project, from, text, state, began, reason, replyTo } = stream
  const body: EventBody = {
    kind: 'stream',
    id: stream.responseId,
    conversation: project,
    topic: place.name,
    from,
    text: text.toWellFormed(),
    state,
    ...(Number.isFinite(began) && { since: began }),
    ...(reason !== undefined && { reason }),
    ...(replyTo !== undefined && { replyTo: wireIdOf(replyTo) }),
    ...(stream.doubts !== undefined && { doubts: [...stream.doubts] }),
  }
  const version = `${wireId}#${state === 'cut' ? 'cut' : ''}${text.length}`
  return newEvent(
    { data: stream.data, timestamp: stream.at },
    isFirst ? firstId(wireId) : version,
    body,
    isFirst ? undefined : firstId(wireId),
  )
}

/** An agent's state, as its answer proves it. `wireId` is the answer's. */
export function stateEvent(stream: Stream, word: 'needs you' | 'working' | 'idle', said: string, error?: string): NewEvent {
  const body = {
    kind: 'presence',
    agent: stream.from,
    word,
    evidence: 'declared',
    said,
    since: stream.at,
    ...(error !== undefined && { error }),
  } as const
  return newEvent({ data: stream.data, timestamp: stream.at }, `${wireIdOf(stream.responseId)}#${word}`, body)
}

/** News of a task, sent by the server to everybody in the project. */
export function taskEvent(received: ReceivedMessage, news: TaskNews, place: ProjectPlace, us: OwnIdentity): NewEvent {
  const by = news.by ?? received.clientId ?? 'server'
  const doubts = doubtsAboutNews(received, by)
  return newEvent(received, `#task:${received.id}`, {
    kind: 'message',
    conversation: place.id,
    topic: place.name,
    from: authorName({ from: by, fromUsername: by, type: 'task' }, false, us),
    to: news.assignee === undefined ? [] : [nameHere(news.assignee, us)],
    observers: [],
    text: taskWords(news),
    label: 'task',
    data: { task: { id: news.id, title: news.title, status: news.status, assignee: news.assignee, change: news.change } },
    ...(place.isQuiet && { quiet: true }),
    ...(doubts.length > 0 && { doubts }),
  })
}

/** A message that cannot be read. */
export function faultEvent(received: ReceivedMessage, fault: Fault): NewEvent {
  return newEvent(received, `#bad:${received.id.slice(0, 512)}`, { kind: 'fault', fault })
}

function firstId(wireId: string): string {
  return `${wireId}#typing`
}

/** How an answer ended, according to what is stored; undefined: it has not. `find` is `LinkContext.stored.find`. */
export function storedEnding(responseId: string, find: (wireId: string) => Event | undefined): Ending | undefined {
  const wireId = wireIdOf(responseId)
  if (find(wireId)?.body.kind === 'message') return 'completed'
  return find(failedId(wireId)) === undefined ? undefined : 'failed'
}

/** An answer can follow an error of the same id, so they have two identities. */
function failedId(wireId: string): string {
  return `${wireId}#error`
}

/** The recipients of a text: those present whom it mentions, and those it claims to mention. */
function addressees({ text, mentions = [] }: JaibberMessage, place: ProjectPlace, us: OwnIdentity): string[] {
  const there = mentionedOf(text, place.names)
  const known = new Set(there.map((name) => name.toLowerCase()))
  const more = mentionedOf(text, mentions).filter((name) => !known.has(name.toLowerCase()))
  return [...new Set([...there, ...more].map((name) => nameHere(name, us)))].slice(0, limits.observers)
}

function labelOf({ type, text, isTaskNotification }: JaibberMessage): { readonly label?: string } {
  if (type === 'error') return { label: 'error' }
  if (isTaskNotification === true) return { label: 'task' }
  if (type !== 'message' && type !== 'response' && type !== 'done') return { label: type }
  return handoffIn(text) === undefined ? {} : { label: 'handoff' }
}

/** Labels shown next to the text. */
function dataOf(message: JaibberMessage, before: Stream | undefined): { readonly data?: Record<string, unknown> } {
  const { type, text, respondingChain: chain = [] } = message
  const attachments = attachmentsOf(message)
  const handoff = handoffIn(text)
  const depth = depthOf(message)
  const partial = type === 'error' ? (before?.text ?? '') : ''
  const data = {
    ...(attachments.length > 0 && { attachments }),
    ...handoff,
    ...(depth > 0 && { depth, chain: chain.slice(0, 32) }),
    ...(partial !== '' && { partial }),
  }
  return Object.keys(data).length === 0 ? {} : { data }
}

function newEvent(
  received: Pick<ReceivedMessage, 'data' | 'timestamp'> & Partial<Pick<ReceivedMessage, 'via'>>,
  wireId: string,
  body: EventBody,
  supersedes?: string,
): NewEvent {
  return {
    wireId,
    ...(received.timestamp > 0 && received.timestamp < 8.64e15 && { claimedAt: Math.trunc(received.timestamp) }),
    ...(received.via !== undefined && received.via !== 'live' && { late: true as const }),
    ...(supersedes !== undefined && { supersedes }),
    raw: rawOf(received.data),
    body,
  }
}

/** As published, so that the arrival of our own messages is recognized. */
function rawOf(data: unknown): Raw {
  let text = ''
  try {
    text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  } catch {
    text = '(nested too deeply to be shown)'
  }
  const most = Math.floor(limits.message / 3)
  return text.length <= most ? { text: text.toWellFormed() } : { text: text.slice(0, most).toWellFormed(), truncated: true }
}
