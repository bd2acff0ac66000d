import { readPresence, type HeardPresence, type PresentMember } from './presence-data.ts'

/**
 * came: it had no connection before, or events tell of it from now on · left: its last connection is gone · changed: its machine or instructions changed ·
 * more: its connection has more agents than events tell of
 */
export interface PresenceChange {
  readonly kind: 'came' | 'left' | 'changed' | 'more'
  readonly project: string
  readonly member: PresentMember
}

interface Entry {
  readonly timestamp: number
  readonly members: readonly PresentMember[]
}

/** The members of one project. */
interface Roster {
  /** By connection. */
  readonly entries: Map<string, Entry>
  /** By member, then by connection, in the order in which they came. */
  readonly members: Map<string, Map<string, PresentMember>>
  list?: readonly PresentMember[] | undefined
}

/** Agents of one connection of which events tell: one frame can name many, and costs its sender nothing. */
export const mostTold = 16
/** Connections that are remembered per channel. */
const mostConnections = 5_000

/**
 * Who is on the projects ("Presence Data"), by connection: the same person on several is there until the last one leaves, and a connection may
 * have several agents. Older news never replaces newer. Never throws; what cannot be read is a person without a name.
 */
export class PresenceFold {
  readonly #rosters = new Map<string, Roster>()
  #online = new Map<string, string>()

  /** Applies a change in a project. @param most of how many agents of this connection events tell. */
  apply(project: string, received: HeardPresence, most = mostTold): readonly PresenceChange[] {
    const roster = this.#roster(project)
    const key = connectionKey(received)
    const before = roster.entries.get(key)
    if (before !== undefined && received.timestamp < before.timestamp) return []
    if (before === undefined && (received.action === 'leave' || roster.entries.size >= mostConnections)) return []
    const members =
      received.action === 'leave' ? [] : toldOf(readPresence(received, before?.members[0]?.since), before?.members ?? [], most)
    const isCrowded = members.some(isUntold) && before?.members.some(isUntold) !== true
    const affected = new Set([...(before?.members ?? []), ...members].map(memberKey))
    const was = firstOf(roster, affected)
    if (members.length === 0) roster.entries.delete(key)
    else roster.entries.set(key, { timestamp: received.timestamp, members })
    const now = new Set(members.map(memberKey))
    for (const member of before?.members ?? []) if (!now.has(memberKey(member))) remove(roster, memberKey(member), key)
    for (const member of members) put(roster, memberKey(member), key, member)
    roster.list = undefined
    const changes = changesOf(project, was, firstOf(roster, affected))
    return [...changes, ...members.slice(0, isCrowded ? 1 : 0).map((member) => ({ kind: 'more', project, member }) as const)]
  }

  /** Forgets a project: we are not in it. */
  forget(project: string): void {
    this.#rosters.delete(project)
  }

  /** People and agents of a project, agents first, by name; the same array until somebody joins, leaves or changes. */
  members(project: string): readonly PresentMember[] {
    const roster = this.#rosters.get(project)
    if (roster === undefined) return nobody
    roster.list ??= [...roster.members.values()].flatMap((byConnection) => [...byConnection.values()].slice(0, 1)).toSorted(inOrder)
    return roster.list
  }

  /** Clients with an agent of that name in a project, or that are a person of that name. */
  ownersOf(project: string, name: string): readonly string[] {
    const wanted = name.toLowerCase()
    const owners = this.members(project).filter((member) => (member.agentName ?? member.username).toLowerCase() === wanted)
    return [...new Set(owners.map(({ clientId }) => clientId))]
  }

  /** Applies a change on `jaibber:presence`. */
  applyGlobal(received: HeardPresence): void {
    const key = connectionKey(received)
    if (received.action === 'leave') this.#online.delete(key)
    else if (this.#online.size < mostConnections) this.#online.set(key, received.clientId)
  }

  /** Number of clients in all projects. */
  online(): number {
    return new Set(this.#online.values()).size
  }

  /** Forgets `jaibber:presence`. */
  forgetGlobal(): void {
    this.#online = new Map()
  }

  #roster(project: string): Roster {
    const known = this.#rosters.get(project)
    if (known !== undefined) return known
    const roster: Roster = { entries: new Map(), members: new Map() }
    this.#rosters.set(project, roster)
    return roster
  }
}

const nobody: readonly PresentMember[] = []

function put({ members }: Roster, member: string, connection: string, value: PresentMember): void {
  const byConnection = members.get(member) ?? new Map<string, PresentMember>()
  byConnection.set(connection, value)
  members.set(member, byConnection)
}

function remove({ members }: Roster, member: string, connection: string): void {
  const byConnection = members.get(member)
  byConnection?.delete(connection)
  if (byConnection?.size === 0) members.delete(member)
}

/** Each of these members, as its first connection shows it, rather one of which events tell. */
function firstOf({ members }: Roster, keys: ReadonlySet<string>): ReadonlyMap<string, PresentMember> {
  return new Map(
    [...keys].flatMap((key) => {
      const all = [...(members.get(key)?.values() ?? [])]
      const first = all.find((member) => !isUntold(member)) ?? all[0]
      return first === undefined ? [] : [[key, first] as const]
    }),
  )
}

/** The members of a connection, all but `most` of them untold: those of which events told before stay told, so that nobody seems to leave. */
function toldOf(members: readonly PresentMember[], before: readonly PresentMember[], most: number): readonly PresentMember[] {
  if (members.length <= most) return members
  const known = new Set(before.filter((member) => !isUntold(member)).map(memberKey))
  const isKnown = (member: PresentMember): boolean => known.has(memberKey(member))
  const told = new Set([...members.filter(isKnown), ...members.filter((member) => !isKnown(member))].slice(0, most))
  return members.map((member) => (told.has(member) ? member : { ...member, isUntold: true }))
}

const isUntold = ({ isUntold: is }: PresentMember): boolean => is === true

function changesOf(project: string, was: ReadonlyMap<string, PresentMember>, is: ReadonlyMap<string, PresentMember>): PresenceChange[] {
  const left = [...was].filter(([key]) => !is.has(key)).map(([, member]) => ({ kind: 'left', project, member }) as const)
  const rest = [...is].flatMap(([key, member]): PresenceChange[] => {
    const before = was.get(key)
    if (before === undefined || (isUntold(before) && !isUntold(member))) return [{ kind: 'came', project, member }]
    const isSame = before.instructions === member.instructions && before.machine === member.machine && before.username === member.username
    return isSame ? [] : [{ kind: 'changed', project, member }]
  })
  return [...left, ...rest]
}

/** The same member on another connection: the agent of a client, or the person. The length keeps two ids apart that only look alike. */
function memberKey({ clientId, agentName = '' }: PresentMember): string {
  return `${clientId.length} ${clientId} ${agentName.toLowerCase()}`
}

function connectionKey({ clientId, connectionId }: Pick<HeardPresence, 'clientId' | 'connectionId'>): string {
  return `${connectionId.length} ${connectionId} ${clientId}`
}

function inOrder(a: PresentMember, b: PresentMember): number {
  const isAgent = Number(b.agentName !== undefined) - Number(a.agentName !== undefined)
  return isAgent || compare(a.agentName ?? a.username, b.agentName ?? b.username) || compare(a.clientId, b.clientId)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
