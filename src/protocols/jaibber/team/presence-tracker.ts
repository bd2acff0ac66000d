import type { NewEvent } from '../../../core/event.ts'
import type { PresenceChange as HeardChange } from '../ably/room.ts'
import type { Member } from '../pure/api.ts'
import type { ProjectPlace } from '../pure/doubts.ts'
import { missedEvent, presenceEvents } from '../pure/presence-events.ts'
import type { PresentMember } from '../pure/presence-data.ts'
import { mostTold, type PresenceChange } from '../pure/presence.ts'
import { agentHere, authorName } from '../pure/identity.ts'
import type { OwnIdentity } from '../pure/identity.ts'
import type { Memory } from './memory.ts'

interface AttendanceParts {
  readonly memory: Memory
  readonly us: () => OwnIdentity
  /** Our current connection id at Ably. */
  readonly connectionId: () => string | undefined
  /** Whether an agent of this machine currently answers in a project. */
  readonly runsHere: (project: string, name: string) => boolean
  readonly now: () => number
  tell(events: readonly NewEvent[]): void
  /** Somebody left a project. `client`: whose that was; absent: nobody of that name is there. */
  left(project: string, name: string, client?: string): void
  changed(): void
}

const mostProfiles = 5_000

/** Who is present in the projects, from Ably's channels: for interpreting messages, as members for the screen, as events. */
export class PresenceTracker {
  readonly #parts: AttendanceParts
  readonly #names = new WeakMap<readonly PresentMember[], readonly string[]>()
  readonly #elsewhere = new WeakMap<readonly PresentMember[], readonly string[]>()
  /** The last reported state of each agent, so that only changes become events. */
  readonly #profiles = new Map<string, string>()

  constructor(parts: AttendanceParts) {
    this.#parts = parts
  }

  /** Handles a change on a channel; undefined: the channel of all projects. */
  take(project: string | undefined, received: HeardChange): void {
    const { memory, tell, left, changed } = this.#parts
    if (project === undefined) memory.presence.applyGlobal(received)
    else {
      const isOurs = received.connectionId === this.#parts.connectionId()
      const changes = memory.presence.apply(project, received, isOurs ? Number.POSITIVE_INFINITY : mostTold)
      tell(changes.flatMap((change) => this.#events(change, received)))
      for (const { kind, member } of changes) if (kind === 'left') left(project, this.#nameOf(member), member.clientId)
    }
    changed()
  }

  /** Everybody present has been reported: agents that were present before and are not now have left. */
  settled(project: string | undefined): void {
    if (project === undefined) return
    const { memory, tell, left, now, runsHere, changed } = this.#parts
    const here = new Set(memory.presence.members(project).flatMap((member) => this.#agentName(member) ?? []))
    const missing = memory.present.on(project).filter((name) => !here.has(name) && !runsHere(project, name))
    if (missing.length === 0) return
    const gone = missing.filter((name) => memory.present.left(project, name))
    tell(gone.map((name) => missedEvent(name, project, now())))
    for (const name of missing) left(project, name)
    changed()
  }

  /** A project, as needed to interpret its messages. */
  place(project: string): ProjectPlace {
    const { memory, runsHere, us } = this.#parts
    const { projects, presence } = memory
    return {
      id: project,
      name: projects.name(project),
      names: this.names(project),
      agentsElsewhere: this.#agentsElsewhere(project),
      maxResponseDepth: projects.settings(project).maxResponseDepth,
      isQuiet: projects.settings(project).mute,
      ownersOf: (agentName) => presence.ownersOf(project, agentName),
      runsHere: (agentName, clientId) => clientId === us().userId && runsHere(project, agentName),
    }
  }

  /** Names that can be mentioned in a project; the same array until somebody joins or leaves. */
  names(project: string): readonly string[] {
    const members = this.#parts.memory.presence.members(project)
    const known = this.#names.get(members)
    if (known !== undefined) return known
    const names = [...new Set(members.map(({ agentName, username }) => agentName ?? username))]
    this.#names.set(members, names)
    return names
  }

  /** Agents on other connections; the same array until somebody joins or leaves. */
  #agentsElsewhere(project: string): readonly string[] {
    const members = this.#parts.memory.presence.members(project)
    const known = this.#elsewhere.get(members)
    if (known !== undefined) return known
    const ours = this.#parts.connectionId()
    const names = members.flatMap(({ agentName, connectionId }) => (agentName === undefined || connectionId === ours ? [] : [agentName]))
    const agents = [...new Set(names)]
    this.#elsewhere.set(members, agents)
    return agents
  }

  /** Everybody in a project, agents first. */
  members(project: string): readonly Member[] {
    const ours = this.#parts.connectionId()
    return this.#parts.memory.presence
      .members(project)
      .map(({ userId, username, agentName, instructions, machine, clientId, connectionId, since }) => ({
        userId,
        username,
        ...(agentName !== undefined && { agentName }),
        ...(instructions !== undefined && { instructions }),
        ...(machine !== undefined && { machine }),
        isOurs: connectionId === ours,
        since,
        ...(userId !== clientId && { doubt: `its connection belongs to “${clientId.slice(0, 64).toWellFormed()}”` }),
      }))
  }

  /** Forgets everybody: nobody is known to be present. */
  forget(): void {
    const { memory, changed } = this.#parts
    for (const { id } of memory.projects.all()) memory.presence.forget(id)
    memory.presence.forgetGlobal()
    changed()
  }

  #events(change: PresenceChange, received: HeardChange): NewEvent[] {
    const { kind } = change
    if (this.#isUntold(change)) return []
    if (kind === 'more')
      return [this.#line(change, received, `has more than ${mostTold} agents here; the others are only in the list of members`)]
    const isElsewhere = this.#noted(change)
    const told = presenceEvents(change, received.timestamp, this.#parts.us(), this.#endedBy(change, received)).filter(({ body }) =>
      body.kind === 'profile' ? this.#isNewProfile(body.agent, body.instructions ?? '') : !isElsewhere,
    )
    // We ourselves, and those present before us, did not join just now.
    const isNews = received.action !== 'present' && received.connectionId !== this.#parts.connectionId() && kind !== 'changed'
    return isNews ? [this.#coming(change, received), ...told] : told
  }

  /** Whether events do not tell of it: its connection has too many agents, and it was not told that it is there. */
  #isUntold({ kind, project, member }: PresenceChange): boolean {
    const name = this.#agentName(member)
    if (kind === 'left') return name !== undefined && !this.#parts.memory.present.isOn(project, name)
    return kind !== 'more' && member.isUntold === true
  }

  /** Records an agent that joins or leaves. @returns whether an agent that left is still in another project. */
  #noted({ kind, project, member }: PresenceChange): boolean {
    const { present } = this.#parts.memory
    const name = this.#agentName(member)
    if (name === undefined) return false
    if (kind === 'left') return !present.left(project, name)
    present.came(project, name)
    return false
  }

  /** Why an agent of ours is no longer present; undefined if it is somebody else's, or present. */
  #endedBy({ kind, project, member: { agentName } }: PresenceChange, received: HeardChange): string | undefined {
    if (kind !== 'left' || agentName === undefined || received.connectionId !== this.#parts.connectionId()) return undefined
    return this.#parts.runsHere(project, agentName) ? 'left with Patchbay' : 'stopped by you'
  }

  /** An agent's name in events. */
  #agentName({ agentName }: PresentMember): string | undefined {
    return agentName === undefined ? undefined : agentHere(agentName, this.#parts.us())
  }

  #coming(change: PresenceChange, received: HeardChange): NewEvent {
    const { kind, member } = change
    const place = member.machine === undefined || kind === 'left' ? '' : ` from ${member.machine}`
    return this.#line(change, received, `${kind === 'left' ? 'left' : 'joined'}${place}`)
  }

  /** A line about a person or an agent, for the operator. */
  #line({ kind, project, member }: PresenceChange, received: HeardChange, text: string): NewEvent {
    // How many agents a connection has is said of whoever has it.
    const { agentName: _agent, ...person } = member
    const from = this.#nameOf(kind === 'more' ? person : member)
    const id = [project, received.connectionId, received.timestamp, kind, member.agentName ?? ''].join(':')
    const time = Math.trunc(received.timestamp)
    return {
      wireId: `#coming:${id}`.slice(0, 1_000).toWellFormed(),
      ...(time > 0 && time < 8.64e15 && { claimedAt: time }),
      raw: rawOf(received),
      body: {
        kind: 'notice',
        conversation: project,
        topic: this.#parts.memory.projects.name(project),
        from,
        text,
        tone: 'presence',
      },
    }
  }

  #isNewProfile(name: string, instructions: string): boolean {
    if (this.#profiles.get(name) === instructions) return false
    if (this.#profiles.size >= mostProfiles) this.#profiles.clear()
    this.#profiles.set(name, instructions)
    return true
  }

  #nameOf({ userId, username, agentName, clientId }: PresentMember): string {
    const us = this.#parts.us()
    const author = { from: userId, fromUsername: username, type: agentName === undefined ? 'message' : 'response' }
    return authorName({ ...author, ...(agentName !== undefined && { agentName }) }, clientId === us.userId && userId === us.userId, us)
  }
}

const mostRaw = 65_536

function rawOf({ action, clientId, connectionId, data }: HeardChange): NewEvent['raw'] {
  const text = JSON.stringify({ action, clientId, connectionId, data })
  return { text: text.slice(0, mostRaw).toWellFormed(), anchor: { label: 'presence' }, ...(text.length > mostRaw && { truncated: true }) }
}
