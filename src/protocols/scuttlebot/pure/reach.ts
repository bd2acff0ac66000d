import type { FleetAgent } from './agents.ts'
import { keyOf } from './agents.ts'
import { isGroup, matchesRecipient, matchesToken } from './match.ts'

/** The known agents that entries of `to` match. */
export interface Reach {
  /** Present now, in the channel if one is given. */
  readonly here: string[]
  /** Seen before, but absent now. */
  readonly gone: string[]
  /** Entries that no agent can match, and unknown names. */
  readonly unknown: string[]
}

const most = 500

/** The recipients of an envelope with this `to`, by the rules of other implementations (specification: Group addressing). Without `to`: everyone. */
export function reachOf(to: readonly string[], agents: readonly FleetAgent[], channel?: string): Reach {
  const isHere = (agent: FleetAgent): boolean =>
    agent.isOnline && (channel === undefined || agent.channels.some((each) => keyOf(each) === keyOf(channel)))
  const meant = agents.filter((agent) => matchesRecipient({ to }, agent.nick, agent.type ?? ''))
  const isUnknown = (token: string): boolean =>
    !isGroup(token) && !agents.some((agent) => matchesToken(token, agent.nick, agent.type ?? ''))
  return {
    here: meant
      .filter(isHere)
      .slice(0, most)
      .map((agent) => agent.nick),
    gone: meant
      .filter((agent) => !isHere(agent))
      .slice(0, most)
      .map((agent) => agent.nick),
    unknown: to.filter(isUnknown),
  }
}
