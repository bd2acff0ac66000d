import { z } from 'zod'
import { agentTypes, type AgentType } from './match.ts'
import type { Envelope } from './envelope.ts'

/** The evidence for an agent's presence, strongest first. */
export const seenBy = ['hello', 'envelope', 'join', 'text', 'list', 'relay'] as const
export type SeenBy = (typeof seenBy)[number]

/** An agent or person on a network. */
export interface FleetAgent {
  readonly nick: string
  readonly type?: AgentType
  /** The source of its type. */
  readonly typeBy?: 'hello' | 'configuration' | 'operator'
  readonly runtime?: string
  readonly version?: string
  readonly channels: readonly string[]
  /** It is connected, or a bridge relayed for it recently. */
  readonly isOnline: boolean
  /** The bridge that relays for it; absent: it is connected itself. */
  readonly via?: string
  readonly away?: string
  /** Our clock, ms. */
  readonly lastSeen?: number
  readonly seenBy: SeenBy
  /** It said goodbye, or the reason for its absence: `quit: ping timeout`. */
  readonly left?: string
}

/** An observation about agents. `at` is our clock, ms. */
export type Sighting = { readonly at: number } & (
  | { readonly kind: 'envelope'; readonly nick: string; readonly envelope: Envelope; readonly channel?: string }
  | { readonly kind: 'text'; readonly nick: string; readonly channel?: string }
  | { readonly kind: 'relayed'; readonly nick: string; readonly by: string; readonly channel?: string }
  | { readonly kind: 'join' | 'list'; readonly nick: string; readonly channel: string }
  | { readonly kind: 'part'; readonly nick: string; readonly channel: string; readonly reason?: string }
  | { readonly kind: 'quit'; readonly nick: string; readonly reason?: string }
  | { readonly kind: 'nick'; readonly nick: string; readonly to: string }
  | { readonly kind: 'away'; readonly nick: string; readonly message?: string }
  /** Time has passed. */
  | { readonly kind: 'clock' }
  /** Our connection ended. */
  | { readonly kind: 'gone' }
)

export interface AgentsFold {
  /** @returns nicks that changed. */
  apply(sighting: Sighting): readonly string[]
  /** Types set by the operator or the configuration; `undefined` resets one. */
  setType(nick: string, type: AgentType | undefined, by: 'configuration' | 'operator'): void
  get(nick: string): FleetAgent | undefined
  all(): readonly FleetAgent[]
}

const most = 5_000
/** Channels of one agent, and characters of a reason or a note that it is away. */
const mostChannels = 256
const mostSaid = 500
/** The reason for leaving that an agent gave itself. */
export const goodbye = 'said goodbye'
/** How long an agent counts as present after a bridge relayed for it, ms: a bridge does not report when it leaves. */
export const relayedMs = 5 * 60_000
const hello = z.object({
  runtime: z.string().max(200).optional(),
  version: z.string().max(200).optional(),
  type: z.string().max(64).optional(),
})

/** Folds observations on a network into its agents. Nicks are compared as case-insensitive ASCII (INTEROP of the network: casemapping ascii). */
export function foldAgents(): AgentsFold {
  const agents = new Map<string, FleetAgent>()
  /** `isInherited`: from the nick that it had before. */
  const told = new Map<string, { readonly type: AgentType; readonly by: 'configuration' | 'operator'; readonly isInherited?: true }>()
  /** Keys of those who are gone, in the order in which they left: the first make room for others. */
  const gone = new Set<string>()

  function put(nick: string, at: number, by: SeenBy, change: Partial<FleetAgent>): readonly string[] {
    const key = keyOf(nick)
    const before = agents.get(key)
    if (before === undefined && !hasRoom()) return []
    const { left: _left, via: _via, ...rest } = before ?? { nick, channels: [], isOnline: true, seenBy: by }
    const isStronger = before === undefined || seenBy.indexOf(by) <= seenBy.indexOf(before.seenBy)
    if (change.isOnline === false) gone.add(key)
    else gone.delete(key)
    agents.set(key, { ...rest, nick, isOnline: true, lastSeen: at, ...(isStronger && { seenBy: by }), ...change })
    return [nick]
  }

  function forget(key: string): void {
    agents.delete(key)
    gone.delete(key)
    if (told.get(key)?.isInherited === true) told.delete(key)
  }

  /** Whoever comes and goes under ever new nicks must not keep out those who come later. */
  function hasRoom(): boolean {
    const [first] = gone
    if (agents.size >= most && first !== undefined) forget(first)
    return agents.size < most
  }

  function wentAway(key: string, agent: FleetAgent, left: string): void {
    agents.set(key, { ...agent, isOnline: false, left: left.slice(0, mostSaid).toWellFormed() })
    gone.delete(key)
    gone.add(key)
  }

  function joined(nick: string, channel: string | undefined): Partial<FleetAgent> {
    const channels = agents.get(keyOf(nick))?.channels ?? []
    return channel === undefined || channels.includes(channel) || channels.length >= mostChannels
      ? {}
      : { channels: [...channels, channel].toSorted() }
  }

  function leave(nick: string, at: number, reason: string, channel?: string): readonly string[] {
    const before = agents.get(keyOf(nick))
    if (before === undefined) return []
    const channels = channel === undefined ? [] : before.channels.filter((each) => each !== channel)
    const isOnline = channel !== undefined && channels.length > 0
    const now = { ...before, channels, isOnline, lastSeen: at }
    if (isOnline) agents.set(keyOf(nick), now)
    else wentAway(keyOf(nick), now, reason)
    return [before.nick]
  }

  /** A connected agent is present without a bridge. */
  function relayed(nick: string, at: number, by: string, channel: string | undefined): readonly string[] {
    const before = agents.get(keyOf(nick))
    if (before?.isOnline === true && before.via === undefined) return []
    return put(nick, at, 'relay', { ...joined(nick, channel), seenBy: 'relay', via: by })
  }

  function endRelayed(at: number, reason: string, isOver: (agent: FleetAgent) => boolean): readonly string[] {
    const over = [...agents.values()].filter((agent) => agent.isOnline && agent.via !== undefined && isOver(agent))
    return over.flatMap((agent) => leave(agent.nick, agent.lastSeen ?? at, reason))
  }

  function envelopeSeen(nick: string, envelope: Envelope, at: number, channel: string | undefined): readonly string[] {
    // An envelope sent in another agent's name says nothing about that agent.
    if (envelope.from !== nick) return put(nick, at, 'text', joined(nick, channel))
    if (envelope.type === 'agent.bye') return leave(nick, at, goodbye)
    if (envelope.type !== 'agent.hello') return put(nick, at, 'envelope', joined(nick, channel))
    const said = hello.safeParse(envelope.payload ?? {})
    const { runtime, version, type } = said.success ? said.data : {}
    const known = agentTypes.find((each) => each === type)
    return put(nick, at, 'hello', {
      ...joined(nick, channel),
      ...(runtime !== undefined && { runtime }),
      ...(version !== undefined && { version }),
      ...(known !== undefined && { type: known, typeBy: 'hello' }),
    })
  }

  return {
    apply(sighting) {
      const { at } = sighting
      switch (sighting.kind) {
        case 'envelope':
          return envelopeSeen(sighting.nick, sighting.envelope, at, sighting.channel)
        case 'text':
        case 'join':
        case 'list':
          return put(sighting.nick, at, sighting.kind, joined(sighting.nick, sighting.channel))
        case 'part':
          return leave(sighting.nick, at, withReason('left', sighting.reason), sighting.channel)
        case 'quit':
          return [
            ...leave(sighting.nick, at, withReason('quit', sighting.reason)),
            ...endRelayed(at, `its bridge ${sighting.nick} quit`, (agent) => keyOf(agent.via ?? '') === keyOf(sighting.nick)),
          ]
        case 'relayed':
          return relayed(sighting.nick, at, sighting.by, sighting.channel)
        case 'clock':
          return endRelayed(at, 'no longer reported by the bridge', (agent) => at - (agent.lastSeen ?? at) >= relayedMs)
        case 'away': {
          const { away: _away, ...before } = agents.get(keyOf(sighting.nick)) ?? { nick: sighting.nick }
          agents.delete(keyOf(sighting.nick))
          const message = sighting.message?.slice(0, mostSaid).toWellFormed()
          return put(sighting.nick, at, 'join', { ...before, ...(message !== undefined && { away: message }) })
        }
        case 'nick': {
          const before = agents.get(keyOf(sighting.nick))
          const [renamed, to] = [told.get(keyOf(sighting.nick)), keyOf(sighting.to)]
          forget(keyOf(sighting.nick))
          const changed = put(sighting.to, at, before?.seenBy ?? 'join', { ...before, nick: sighting.to })
          // Nobody takes a type that the operator gave to somebody else.
          if (renamed !== undefined && agents.has(to) && !told.has(to)) told.set(to, { ...renamed, isInherited: true })
          return [sighting.nick, ...changed]
        }
        default: {
          const online = [...agents.values()].filter((agent) => agent.isOnline)
          for (const agent of online) wentAway(keyOf(agent.nick), { ...agent, channels: [] }, 'our connection ended')
          return online.map((agent) => agent.nick)
        }
      }
    },
    setType(nick, type, by) {
      if (type === undefined) told.delete(keyOf(nick))
      else told.set(keyOf(nick), { type, by })
    },
    get: (nick) => withType(agents.get(keyOf(nick))),
    all: () => [...agents.values()].map((agent) => withType(agent) ?? agent).toSorted((a, b) => (a.nick < b.nick ? -1 : 1)),
  }

  /** The operator's setting overrides what an agent reports; the configuration applies if it reports nothing. */
  function withType(agent: FleetAgent | undefined): FleetAgent | undefined {
    const said = agent === undefined ? undefined : told.get(keyOf(agent.nick))
    if (agent === undefined || said === undefined || (said.by === 'configuration' && agent.type !== undefined)) return agent
    return { ...agent, type: said.type, typeBy: said.by }
  }
}

function withReason(word: string, reason: string | undefined): string {
  return reason === undefined || reason === '' ? word : `${word}: ${reason}`
}

/** Case-insensitive for ASCII letters, as networks compare nicks. */
export function keyOf(nick: string): string {
  return /[A-Z]/.test(nick) ? nick.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : nick
}
