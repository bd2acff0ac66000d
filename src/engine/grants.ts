import type { Approval, Grant } from '../core/approval.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import type { StandingYes } from '../core/protocol.ts'
import type { Base } from './base.ts'
import { tryJournal } from './journal-fault.ts'
import { covers, type PolicyInput } from './policy.ts'

/** The standing yeses: for this run, and for ever. */
export interface Grants {
  /** Uses a grant for a request; one that was given for a single time is gone after it. */
  use(input: PolicyInput): boolean
  give(approval: Approval, scope: 'once' | 'session' | 'always'): Result<void>
  /** Allows an agent of a link effects of these kinds and reaches, for ever; replaces what it was allowed so. */
  allow(workspace: string, source: string, standing: StandingYes): Result<void>
  /** Ends every standing yes of the link's agent that covers more than one exact text. */
  withdraw(workspace: string, source: string, agent: string): Result<void>
  /** Ends every standing yes that was for agents of this link, which is no more. */
  forget(source: string): Result<void>
  list(): Grant[]
  revoke(id: string): Result<void>
}

/** Session grants kept at once. */
const most = 1_000

/** Opens the grants: those given for ever come from the journal. */
export function openGrants(base: Pick<Base, 'journal' | 'now' | 'newId'>): Grants {
  const once = new Map<string, Grant>()
  const session = new Map<string, Grant>()
  const always = new Map(base.journal.grants().map((grant) => [grant.id, grant]))

  function withdraw(workspace: string, source: string, agent: string): Result<void> {
    return removeAll(
      (grant) =>
        grant.reach !== undefined && grant.workspace === workspace && (grant.source ?? source) === source && grant.actor.name === agent,
    )
  }

  function removeAll(isOver: (grant: Grant) => boolean): Result<void> {
    for (const grant of [...always.values()].filter(isOver)) {
      const removed = tryJournal(() => base.journal.removeGrant(grant.id))
      if (!removed.ok) return removed
      always.delete(grant.id)
    }
    return ok(undefined)
  }

  return {
    use(input) {
      if ([...always.values(), ...session.values()].some((grant) => covers(grant, input))) return true
      const single = [...once.values()].find((grant) => covers(grant, input))
      if (single === undefined) return false
      once.delete(single.id)
      return true
    },
    give(approval, scope) {
      if (scope === 'always' && approval.hidden.length > 0)
        return fail('not-allowed', `This text holds hidden characters (${approval.hidden.join(', ')}), so it cannot be allowed for ever.`)
      const grant: Grant = {
        id: base.newId(),
        ...(approval.workspace !== undefined && { workspace: approval.workspace }),
        actor: approval.actor,
        kind: approval.effect.kind,
        target: approval.effect.target,
        exact: approval.effect.exact,
        scope: scope === 'always' ? 'always' : 'session',
        at: base.now(),
      }
      if (scope === 'always') {
        const { source } = approval
        const pair = { exact: '', reach: 'pair', ...(source !== undefined && { source }) } as const
        const given: Grant = approval.effect.pair === true ? { ...grant, ...pair } : grant
        const stored = tryJournal(() => base.journal.putGrant(given))
        if (stored.ok) always.set(given.id, given)
        return stored
      }
      const kept = scope === 'once' ? once : session
      kept.set(grant.id, grant)
      for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
      return ok(undefined)
    },
    allow(workspace, source, { agent, reaches }) {
      const withdrawn = withdraw(workspace, source, agent)
      if (!withdrawn.ok) return withdrawn
      for (const { kind, reach, target } of reaches) {
        const actor = { kind: 'agent', name: agent } as const
        const grant: Grant = {
          id: base.newId(),
          workspace,
          source,
          actor,
          kind,
          target,
          exact: '',
          reach,
          scope: 'always',
          at: base.now(),
        }
        const stored = tryJournal(() => base.journal.putGrant(grant))
        if (!stored.ok) return stored
        always.set(grant.id, grant)
      }
      return ok(undefined)
    },
    withdraw,
    forget: (source) => removeAll((grant) => grant.source === source),
    list: () => [...always.values(), ...session.values()],
    revoke(id) {
      if (session.delete(id)) return ok(undefined)
      if (!always.has(id)) return fail('not-found', 'This permission is gone already.')
      const removed = tryJournal(() => base.journal.removeGrant(id))
      if (removed.ok) always.delete(id)
      return removed
    },
  }
}
