import { lookOf } from '../../../core/look-alike.ts'
import { limits } from '../../../core/limits.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'

/** Our identity in the team. */
export interface OwnIdentity {
  /** Also our `clientId` at Ably. */
  readonly userId: string
  readonly username: string
  /** The operator's name in the workspace, which represents us in events. */
  readonly operator: string
  /** Whether a message with our user id came over a connection of this link. Absent: the user id proves it, because only our tokens have it. */
  readonly isFromHere?: (received: Pick<ReceivedMessage, 'connectionId'>) => boolean
}

type Author = Pick<JaibberMessage, 'from' | 'fromUsername' | 'agentName' | 'isAgentMessage' | 'type'>
type Sent = Pick<ReceivedMessage, 'clientId' | 'connectionId' | 'via'>

/** Types that only agents publish. */
const ofAgents: ReadonlySet<string> = new Set(['typing', 'chunk', 'response', 'done', 'error'])
/** Suffix for somebody else who has the same name as the workspace's operator. */
const notYou = '@jaibber'

/** The agent that a message claims as its author; undefined: a person. */
export function agentOf({ agentName, isAgentMessage, type }: Author): string | undefined {
  const isOfAgent = isAgentMessage === true || ofAgents.has(type)
  return isOfAgent && agentName !== undefined && agentName.trim() !== '' ? agentName : undefined
}

/** Whether it is proved that we sent it: by Ably's client id and, where anybody with the key can choose that, by the connection; or by the server that stores it. */
export function isOurs(received: Sent, { from }: Pick<JaibberMessage, 'from'>, us: OwnIdentity): boolean {
  if (from !== us.userId) return false
  return received.via === 'rest' || (received.clientId === us.userId && us.isFromHere?.(received) !== false)
}

/** An author's name in the workspace: ours is the operator's, and nobody else can have that name. */
export function authorName(author: Author, isFromUs: boolean, us: OwnIdentity): string {
  const agent = agentOf(author)
  if (agent !== undefined) return agentHere(agent, us)
  return isFromUs ? us.operator : othersName(author.fromUsername.trim() === '' ? author.from : author.fromUsername, us)
}

/** An agent's name in the workspace; an agent is never the operator, whatever its name. */
export function agentHere(name: string, us: OwnIdentity): string {
  return othersName(name, us)
}

/** Somebody else's name in the workspace. */
function othersName(name: string, us: OwnIdentity): string {
  const short = name.slice(0, limits.nameChars).toWellFormed()
  return lookOf(short) === lookOf(us.operator) ? `${short.slice(0, limits.nameChars - notYou.length)}${notYou}` : short
}

/** The workspace's name for a mentioned name. */
export function nameHere(name: string, us: OwnIdentity): string {
  return isSameName(name, us.username) ? us.operator : othersName(name, us)
}

/** The reverse: the name on the wire for a name of the workspace. */
export function nameThere(name: string, us: OwnIdentity): string {
  if (name === us.operator) return us.username
  return name.endsWith(notYou) ? name.slice(0, -notYou.length) : name
}

/** Whether two names are one: in a project, upper and lower case do not matter. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
