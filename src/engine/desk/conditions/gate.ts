import { agentOfActor, type Approval } from '../../../core/approval.ts'
import { subjectOf } from '../../../core/approval-text.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'

/** An approval that expires within this time comes before everything that does not lose data, ms. */
const endingMs = 2 * 60_000

export interface ApprovalsInput {
  readonly approvals: readonly Approval[]
  /** How long the operator may take, ms; absent: until it expires. */
  readonly limitMs?: number | undefined
  /** How long limits stood still since a time, ms. */
  readonly stoodStill: (since: number) => number
  /** They stand still now, so that no moment at which one is over can be told. */
  readonly isStanding?: boolean
  /** The agent (id) behind a name on a link; what runs in a terminal asks without one. */
  readonly idOf: (source: string | undefined, name: string) => string
  /** Agents (ids) that wait for an agent, through any number of debts. */
  readonly waitingOn: (agent: string) => readonly string[]
  /** The operator's agent id. */
  readonly operator: string
  readonly now: number
}

/** Who asks at the gate, by its agent (id). Without a link it has a name alone, which says who it is if that is one agent on all links that know it. */
export function askerBy({
  idOf,
  linksOf,
}: {
  readonly idOf: (source: string, name: string) => string
  readonly linksOf: (name: string) => Iterable<string>
}): ApprovalsInput['idOf'] {
  return (source, name) => {
    if (source !== undefined) return idOf(source, name)
    const [first = name, ...others] = new Set(Array.from(linksOf(name), (link) => idOf(link, name)))
    return others.length === 0 ? first : name
  }
}

/** Questions of the gate, and when time alone changes the next one, ms. What the operator asks for is in front of the operator already. Pure. */
export function approvalNeeds({
  approvals,
  limitMs = Infinity,
  stoodStill,
  isStanding = false,
  idOf,
  waitingOn,
  operator,
  now,
}: ApprovalsInput): {
  readonly needs: Need[]
  readonly nextAt: number | undefined
} {
  const moments: number[] = []
  const needs = approvals.flatMap((approval): Need[] => {
    const { id, actor, question, at, expiresAt, hidden, source } = approval
    if (actor.kind === 'operator') return []
    const subject = subjectOf(approval)
    const asker = idOf(source, agentOfActor(actor.name))
    const limitAt = Math.min(at + limitMs + stoodStill(at), expiresAt ?? Infinity)
    moments.push(isStanding ? Infinity : limitAt, ...(expiresAt === undefined ? [] : [expiresAt - endingMs]))
    return [
      {
        id: `approval|${id}`,
        source: 'approve',
        band: expiresAt !== undefined && expiresAt - now <= endingMs ? 'ending' : 'rest',
        who: actor.kind === 'agent' ? asker : actor.name,
        text: question,
        ...(subject !== undefined && { subject }),
        about: id,
        since: at,
        blocks: [...new Set([asker, ...waitingOn(asker)])].filter((agent) => agent !== operator),
        change: now >= limitAt ? 'overdue' : 'new',
        ...(source !== undefined && { link: source }),
        ...(limitAt < Infinity && { limitAt, limit: Math.max(0, limitAt - at) }),
        ...(hidden.length > 0 && { warning: `has hidden characters: ${hidden.slice(0, 8).join(', ')}` }),
      },
    ]
  })
  const next = Math.min(...moments.filter((moment) => moment > now))
  return { needs, nextAt: next === Infinity ? undefined : next }
}

/** The journal is damaged or cannot be backed up. Pure. @param since when that was first seen, ms */
export function journalNeeds(fault: Fault | undefined, since: number): Need[] {
  if (fault === undefined) return []
  return [{ id: 'journal', source: 'journal', band: 'losing', who: 'Patchbay', text: fault.message, since, blocks: [], change: 'new' }]
}
