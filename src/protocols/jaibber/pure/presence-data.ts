import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'

/** A member of a channel as Ably reports it; `data` is a claim. */
export interface HeardPresence {
  readonly action: 'enter' | 'present' | 'update' | 'leave'
  readonly clientId: string
  readonly connectionId: string
  readonly data: unknown
  /** ms */
  readonly timestamp: number
}

/** A member of a project: a person, or an agent. */
export interface PresentMember {
  readonly userId: string
  readonly username: string
  readonly agentName?: string
  readonly instructions?: string
  readonly machine?: string
  readonly clientId: string
  readonly connectionId: string
  /** When it joined, Ably's clock, ms. */
  readonly since: number
  /** Its connection has more agents than events tell of, and it is one of the rest. */
  readonly isUntold?: true
}

/** Agents of one connection. */
const mostAgents = 64
const instructionChars = 20_000
const idChars = 512

/**
 * The agents of a connection, or the person alone ("Presence Data"). Several agents come as `agents`; the first may stand beside them.
 * @param since when the connection came, where that is known.
 */
export function readPresence({ data, clientId, connectionId, timestamp }: HeardPresence, since = timestamp): readonly PresentMember[] {
  const said = isJsonObject(data) ? data : {}
  const userId = textOf(said, 'userId', idChars) ?? clientId.slice(0, idChars).toWellFormed()
  const machine = textOf(said, 'machineName', limits.nameChars)
  const person: PresentMember = {
    userId,
    username: textOf(said, 'username', limits.nameChars) ?? userId.slice(0, limits.nameChars),
    ...(machine !== undefined && { machine }),
    clientId,
    connectionId,
    since,
  }
  const list = fieldOf(said, 'agents')
  const claimed = [said, ...(Array.isArray(list) ? list.slice(0, mostAgents) : [])].filter((each) => isJsonObject(each))
  const agents = new Map<string, PresentMember>()
  for (const each of claimed) {
    const agentName = textOf(each, 'agentName', limits.nameChars)
    const key = agentName?.toLowerCase() ?? ''
    if (agentName === undefined || (agents.size >= mostAgents && !agents.has(key))) continue
    const instructions = textOf(each, 'agentInstructions', instructionChars) ?? agents.get(key)?.instructions
    agents.set(key, { ...person, agentName, ...(instructions !== undefined && { instructions }) })
  }
  return agents.size > 0 && fieldOf(said, 'isAgent') !== false ? [...agents.values()] : [person]
}

/** A non-empty text, cut to a length. */
function textOf(object: object, name: string, most: number): string | undefined {
  const value = fieldOf(object, name)
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, most).toWellFormed() : undefined
}
