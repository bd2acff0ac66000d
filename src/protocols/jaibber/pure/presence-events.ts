import type { EventBody, NewEvent } from '../../../core/event.ts'
import type { PresenceChange } from './presence.ts'
import { agentHere, type OwnIdentity } from './identity.ts'

/** Longest part of an identity, characters: members choose their client ids. */
const mostIdChars = 512

/**
 * What news of presence says of agents: that they are there, with their instructions, or gone. People come and go without an event. The same news
 * again, after another attach, has the same identity.
 * @param at when it was, ms of Ably.
 * @param endedBy of an agent of ours, why it is there no more; absent: it is somebody else's, and went away without a word.
 */
export function presenceEvents({ kind, member, project }: PresenceChange, at: number, us: OwnIdentity, endedBy?: string): NewEvent[] {
  const { agentName, instructions, machine, username, clientId, connectionId, since } = member
  if (agentName === undefined || kind === 'more') return []
  const agent = agentHere(agentName, us)
  const place = machine === undefined ? '' : ` on ${machine}`
  const isGone = kind === 'left'
  const state: EventBody = {
    kind: 'presence',
    agent,
    word: isGone ? (endedBy === undefined ? 'lost' : 'ended') : 'idle',
    evidence: endedBy === undefined ? 'transport' : 'declared',
    said: isGone ? (endedBy ?? 'left') : `here${place}, of ${username}`,
    since: isGone ? at : since,
  }
  const profile: EventBody = { kind: 'profile', agent, ...(instructions !== undefined && { instructions }) }
  const raw = { text: JSON.stringify(member), anchor: { label: 'presence' } }
  const wireId = `#presence:${[project, connectionId, clientId, agentName, kind, at].map((part) => encodeURIComponent(String(part).slice(0, mostIdChars).toWellFormed())).join(':')}`
  const event = (name: string, body: EventBody): NewEvent => ({ wireId: `${wireId}:${name}`, claimedAt: at, raw, body })
  return [...(kind === 'changed' ? [] : [event('state', state)]), ...(isGone ? [] : [event('profile', profile)])]
}

/** Of an agent that was there when we lost sight of a project, and was not when we came back. @param at our clock, ms. */
export function missedEvent(agent: string, project: string, at: number): NewEvent {
  return {
    wireId: `#missed:${[project, agent, at].map((part) => encodeURIComponent(String(part).slice(0, mostIdChars).toWellFormed())).join(':')}`,
    raw: { text: '', anchor: { label: 'presence' } },
    body: { kind: 'presence', agent, word: 'lost', evidence: 'transport', said: 'was gone after we reconnected' },
  }
}
