import { decide } from './guard.ts'
import { mentionedOf, mentionsIn } from './mention.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'
import { agentOf } from './identity.ts'

/** A project, as needed to interpret its messages. */
export interface ProjectPlace {
  readonly id: string
  readonly name: string
  /** Names of people and agents there; the same array as long as it is unchanged. */
  readonly names: readonly string[]
  /** Agents there that do not run on this connection; the same array as long as it is unchanged. */
  readonly agentsElsewhere: readonly string[]
  /** Depth at which a chain of agents ends, as far as we know. */
  readonly maxResponseDepth: number
  /** The operator muted the project. */
  readonly isQuiet: boolean
  /** Clients that are currently a person of that name there, or have an agent of that name, by their ids at Ably. */
  ownersOf(name: string): readonly string[]
  /** Whether an agent of this machine answers under that name there, with that client id. Absent: none does. */
  runsHere?(name: string, clientId: string): boolean
}

const mostNamed = 5

/** The doubts about a message, as sentences about its author: fields are claims, `clientId` is proved by Ably. */
export function doubtsOf(received: ReceivedMessage, message: JaibberMessage, place: ProjectPlace, isOurs = false): string[] {
  return [
    ...doubtsAboutAuthor(received, message, place, isOurs),
    ...aboutPlace(message, place),
    ...aboutMentions(message, place.names),
    ...aboutChain(message, place),
  ]
}

/** The doubts about who sent a message, which its first piece can show already. Our own name is ours, even if somebody else uses it. */
export function doubtsAboutAuthor(
  { clientId, via }: ReceivedMessage,
  message: JaibberMessage,
  place: ProjectPlace,
  isOurs = false,
): string[] {
  if (via === 'rest') return []
  if (clientId === undefined) return ['sender not verified: its connection has no user id']
  if (clientId !== message.from) return [`claims to be from ${shown(message.from)}, but was sent by ${shown(clientId)}`]
  const agent = agentOf(message)
  if (agent !== undefined && !isOurs && place.runsHere?.(agent, clientId) === true)
    return [`claims to be from the agent ${shown(agent)}, which runs on this machine, but was not sent from here`]
  const name = agent ?? (isOurs ? undefined : message.fromUsername)
  const [owner, ...others] = name === undefined ? [] : place.ownersOf(name)
  if (owner === undefined || owner === clientId || others.includes(clientId)) return []
  return agent === undefined
    ? [`claims to be from ${shown(name ?? '')}, the name of ${shown(owner)}, but was sent by ${shown(clientId)}`]
    : [`claims to be from the agent ${shown(agent)}, which belongs to ${shown(owner)}`]
}

/** The doubts about news of a task: servers publish them without a client's name, so a client that does so speaks for somebody else. */
export function doubtsAboutNews({ clientId }: Pick<ReceivedMessage, 'clientId'>, by: string): string[] {
  return clientId === undefined ? [] : [`claims to be from a server, about ${shown(by)}, but was sent by ${shown(clientId)}`]
}

function aboutPlace({ projectId }: JaibberMessage, { id }: ProjectPlace): string[] {
  return projectId === id ? [] : [`claims to belong to the project ${shown(projectId)}, but was sent to this one`]
}

/** The text decides; `mentions` is shown if it disagrees. */
function aboutMentions({ text, mentions }: JaibberMessage, names: readonly string[]): string[] {
  if (mentions === undefined) return []
  const absent = mentions.filter((name) => !mentionsIn(text, name)).slice(0, mostNamed)
  const claimed = new Set(mentions.map((name) => name.toLowerCase()))
  const unsaid = mentionedOf(text, names)
    .filter((name) => !claimed.has(name.toLowerCase()))
    .slice(0, mostNamed)
  return [
    ...(absent.length === 0 ? [] : [`lists ${absent.map(shown).join(', ')} as mentioned, but its text does not mention them`]),
    ...(unsaid.length === 0 ? [] : [`mentions ${unsaid.map(shown).join(', ')} in its text, but not in its list of mentions`]),
  ]
}

/** Other people's agents that are mentioned but do not answer, by the specification ("Loop Prevention"). Ours report that themselves. */
function aboutChain(message: JaibberMessage, { agentsElsewhere, maxResponseDepth, names }: ProjectPlace): string[] {
  return mentionedOf(message.text, agentsElsewhere)
    .slice(0, mostNamed)
    .flatMap((agentName) => {
      const decision = decide({ message, agentName, maxDepth: maxResponseDepth, budgetLeft: Number.POSITIVE_INFINITY, names })
      const isStopped = !decision.answer && (decision.reason === 'depth' || decision.reason === 'chain')
      return isStopped ? [`${shown(agentName)} is not expected to answer: ${decision.words}`] : []
    })
}

const notExpected = /^“(.+)” is not expected to answer: (.*)$/su

/** Which agent a doubt says does not answer, and why; undefined: it says something else. */
export function notAnswering(doubt: string): { readonly name: string; readonly why: string } | undefined {
  const [, name, why] = notExpected.exec(doubt) ?? []
  return name === undefined || why === undefined ? undefined : { name, why }
}

function shown(name: string): string {
  return `“${name.slice(0, 64).toWellFormed()}”`
}
