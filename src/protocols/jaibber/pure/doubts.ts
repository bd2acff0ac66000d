import { decide } from './guard.ts'
import { mentionedOf, mentionsIn } from './mention.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'
import { agentOf } from './identity.ts'

/** A project as a message is read in it. */
export interface ProjectPlace {
  readonly id: string
  readonly name: string
  /** Names of people and agents there; keep the same list as long as it holds. */
  readonly names: readonly string[]
  /** Agents there that do not run on this connection; keep the same list as long as it holds. */
  readonly agentsElsewhere: readonly string[]
  /** Depth at which a chain of agents ends, as far as we know. */
  readonly maxResponseDepth: number
  /** The operator wants to hear nothing of it. */
  readonly isQuiet: boolean
  /** Clients that have an agent of that name there now, by their ids at Ably. */
  ownersOf(agentName: string): readonly string[]
}

const mostNamed = 5

/** What is doubtful in a message, each a sentence behind its author's name: fields are claims, `clientId` is what Ably knows. */
export function doubtsOf(received: ReceivedMessage, message: JaibberMessage, place: ProjectPlace): string[] {
  return [
    ...aboutAuthor(received, message, place),
    ...aboutPlace(message, place),
    ...aboutMentions(message, place.names),
    ...aboutChain(message, place),
  ]
}

function aboutAuthor({ clientId, via }: ReceivedMessage, message: JaibberMessage, place: ProjectPlace): string[] {
  if (via === 'rest') return []
  if (clientId === undefined) return ['sender not verified: its connection has no user id']
  if (clientId !== message.from) return [`claims to be from ${shown(message.from)}, but was sent by ${shown(clientId)}`]
  const agent = agentOf(message)
  const owners = agent === undefined ? [] : place.ownersOf(agent)
  return owners.length === 0 || owners.includes(clientId)
    ? []
    : [`claims to be from the agent ${shown(agent ?? '')}, which belongs to ${shown(owners[0] ?? '')}`]
}

function aboutPlace({ projectId }: JaibberMessage, { id }: ProjectPlace): string[] {
  return projectId === id ? [] : [`claims to belong to the project ${shown(projectId)}, but was sent to this one`]
}

/** The text decides; `mentions` is shown where it disagrees. */
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

/** Agents of others that are mentioned and, by the specification, do not answer ("Loop Prevention"). Ours say so themselves. */
function aboutChain(message: JaibberMessage, { agentsElsewhere, maxResponseDepth, names }: ProjectPlace): string[] {
  return mentionedOf(message.text, agentsElsewhere)
    .slice(0, mostNamed)
    .flatMap((agentName) => {
      const decision = decide({ message, agentName, maxDepth: maxResponseDepth, budgetLeft: Number.POSITIVE_INFINITY, names })
      const isStopped = !decision.answer && (decision.reason === 'depth' || decision.reason === 'chain')
      return isStopped ? [`${shown(agentName)} is not expected to answer: ${decision.words}`] : []
    })
}

function shown(name: string): string {
  return `“${name.slice(0, 64).toWellFormed()}”`
}
