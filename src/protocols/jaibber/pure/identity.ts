import { limits } from '../../../core/limits.ts'
import type { ReceivedMessage } from './received.ts'
import type { JaibberMessage } from './message.ts'

/** Our identity there at this moment. */
export interface OwnIdentity {
  /** Also our `clientId` at Ably. */
  readonly userId: string
  readonly username: string
  /** The operator's name in the workspace: what stands for us in events. */
  readonly operator: string
}

type Author = Pick<JaibberMessage, 'from' | 'fromUsername' | 'agentName' | 'isAgentMessage' | 'type'>

/** Types that only agents publish. */
const ofAgents: ReadonlySet<string> = new Set(['typing', 'chunk', 'response', 'done', 'error'])
/** What stands behind the name of somebody who is called like the operator of the workspace and is not. */
const notYou = '@jaibber'

/** The agent that a message is of, as it says; undefined: of a person. */
export function agentOf({ agentName, isAgentMessage, type }: Author): string | undefined {
  const isOfAgent = isAgentMessage === true || ofAgents.has(type)
  return isOfAgent && agentName !== undefined && agentName.trim() !== '' ? agentName : undefined
}

/** Whether it is proved that we sent it: by the client that Ably names, or by the server that keeps it. */
export function isOurs(
  { clientId, via }: Pick<ReceivedMessage, 'clientId' | 'via'>,
  { from }: Pick<Author, 'from'>,
  us: OwnIdentity,
): boolean {
  return via === 'rest' ? from === us.userId : clientId !== undefined && clientId === us.userId && from === us.userId
}

/** The name of an author in the workspace: ours is the operator's, and nobody else's is. */
export function authorName(author: Author, isFromUs: boolean, us: OwnIdentity): string {
  const agent = agentOf(author)
  if (agent !== undefined) return othersName(agent, us)
  return isFromUs ? us.operator : othersName(author.fromUsername.trim() === '' ? author.from : author.fromUsername, us)
}

/** The name in the workspace of somebody who is not us. */
function othersName(name: string, us: OwnIdentity): string {
  const short = name.slice(0, limits.nameChars).toWellFormed()
  return isSame(short, us.operator) ? `${short.slice(0, limits.nameChars - notYou.length)}${notYou}` : short
}

/** A name that a text mentions, as the workspace has it. */
export function nameHere(name: string, us: OwnIdentity): string {
  return isSame(name, us.username) ? us.operator : othersName(name, us)
}

/** The name of the wire behind one of the workspace, the other way round. */
export function nameThere(name: string, us: OwnIdentity): string {
  if (name === us.operator) return us.username
  return name.endsWith(notYou) ? name.slice(0, -notYou.length) : name
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
