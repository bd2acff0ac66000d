import type { Approval } from '../../../core/approval.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'

/** An approval that expires within this time comes before everything that does not lose data, ms. */
const endingMs = 2 * 60_000

/** Questions of the gate, and when the next one is about to expire, ms. What the operator asks for is in front of the operator already. Pure. */
export function approvalNeeds(
  approvals: readonly Approval[],
  now: number,
): { readonly needs: Need[]; readonly nextAt: number | undefined } {
  const asked = approvals.filter(({ actor }) => actor.kind !== 'operator')
  const ends = asked.flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [expiresAt - endingMs])).filter((at) => at > now)
  const needs = asked.map(({ id, actor, question, at, expiresAt, hidden, source }): Need => ({
    id: `approval|${id}`,
    source: 'approve',
    band: expiresAt !== undefined && expiresAt - now <= endingMs ? 'ending' : 'rest',
    who: actor.name,
    text: question,
    about: id,
    since: at,
    blocks: [],
    change: 'new',
    ...(source !== undefined && { link: source }),
    ...(expiresAt !== undefined && { limitAt: expiresAt, limit: Math.max(0, expiresAt - at) }),
    ...(hidden.length > 0 && { warning: `has hidden characters: ${hidden.slice(0, 8).join(', ')}` }),
  }))
  return { needs, nextAt: ends.length === 0 ? undefined : Math.min(...ends) }
}

/** The journal is damaged or cannot be backed up. Pure. @param since when that was first seen, ms */
export function journalNeeds(fault: Fault | undefined, since: number): Need[] {
  if (fault === undefined) return []
  return [{ id: 'journal', source: 'journal', band: 'losing', who: 'Patchbay', text: fault.message, since, blocks: [], change: 'new' }]
}
