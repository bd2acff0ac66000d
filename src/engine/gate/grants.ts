import type { Approval, ApprovalScope, Grant } from '../../core/approval.ts'
import { whyOnlyOnce } from '../../core/approval-text.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { StandingApproval } from '../../core/protocol.ts'
import type { Services } from '../services.ts'
import { tryJournal } from '../journal-fault.ts'
import { covers, type PolicyInput } from './policy.ts'

/** Standing approvals: for this run, and permanent ones. One that has ended covers nothing and stays listed until the operator renews or dismisses it. */
export interface Grants {
  /** Uses a grant for a request; a single-use grant is removed. */
  use(input: PolicyInput): boolean
  /** Whether an approval of this request may have this scope. */
  checkScope(approval: Approval, scope: ApprovalScope): Result<void>
  /** @param records what is to be in the journal before it covers anything. */
  give(approval: Approval, scope: ApprovalScope, records?: () => void): Result<void>
  /** Renews one that has ended, for the agent's current registration. */
  renew(id: string, registration: string | undefined): Result<void>
  /** Permanently allows an agent of a link effects of these kinds and reaches; replaces what it was allowed this way before. */
  allow(workspace: string, source: string, standing: StandingApproval): Result<void>
  /** Ends every standing approval of the link's agent that covers more than one exact text. */
  withdraw(workspace: string, source: string, agent: string): Result<void>
  /** True when this registration of the link has a standing approval. */
  stands(workspace: string, source: string, registration: string): boolean
  /** The registration has ended, and with it its standing approvals. */
  end(workspace: string, source: string, registration: string): Result<void>
  /** Removes every standing approval for agents of this link, which was removed. */
  forget(source: string): Result<void>
  list(): Grant[]
  revoke(id: string): Result<void>
}

/** Session grants kept at the same time, and ended ones that are listed. */
const most = 1_000
const mostEnded = 200

const isOf = (grant: Grant, workspace: string, source: string): boolean =>
  grant.workspace === workspace && (grant.source ?? source) === source

function each(grants: readonly Grant[], act: (grant: Grant) => Result<void>): Result<void> {
  for (const grant of grants) {
    const done = act(grant)
    if (!done.ok) return done
  }
  return ok(undefined)
}

function checkScope(approval: Approval, scope: ApprovalScope): Result<void> {
  const why = scope === 'once' ? undefined : whyOnlyOnce(approval)
  return why === undefined ? ok(undefined) : fail('not-allowed', `This can only be approved once: ${why}.`)
}

const ofRegistration = (grants: Iterable<Grant>, workspace: string, source: string, registration: string): Grant[] =>
  [...grants].filter((grant) => grant.ended === undefined && isOf(grant, workspace, source) && grant.actor.registration === registration)

/** Opens the grants; permanent ones come from the journal. */
export function openGrants(services: Pick<Services, 'journal' | 'now' | 'newId'>): Grants {
  const once = new Map<string, Grant>()
  const session = new Map<string, Grant>()
  const always = new Map(services.journal.grants().map((grant) => [grant.id, grant]))

  function put(grant: Grant, records?: () => void): Result<void> {
    const stored = tryJournal(() =>
      services.journal.together(() => {
        records?.()
        services.journal.putGrant(grant)
      }),
    )
    if (stored.ok) always.set(grant.id, grant)
    return stored
  }

  function remove(id: string): Result<void> {
    const removed = tryJournal(() => services.journal.removeGrant(id))
    if (removed.ok) always.delete(id)
    return removed
  }

  const withdraw: Grants['withdraw'] = (workspace, source, agent) =>
    each(
      [...always.values()].filter((grant) => grant.reach !== undefined && isOf(grant, workspace, source) && grant.actor.name === agent),
      (grant) => remove(grant.id),
    )

  return {
    use(input) {
      if ([...always.values(), ...session.values()].some((grant) => covers(grant, input))) return true
      const single = [...once.values()].find((grant) => covers(grant, input))
      if (single === undefined) return false
      once.delete(single.id)
      return true
    },
    checkScope,
    give(approval, scope, records = () => undefined) {
      const may = checkScope(approval, scope)
      if (!may.ok) return may
      const { workspace, source, actor, effect } = approval
      const grant: Grant = {
        id: services.newId(),
        ...(workspace !== undefined && { workspace }),
        ...(source !== undefined && { source }),
        actor,
        kind: effect.kind,
        target: effect.target,
        exact: effect.exact,
        scope: scope === 'always' ? 'always' : 'session',
        at: services.now(),
      }
      if (scope === 'always') return put(effect.pair === true ? { ...grant, exact: '', reach: 'pair' } : grant, records)
      const recorded = tryJournal(() => services.journal.together(records))
      if (!recorded.ok) return recorded
      const kept = scope === 'once' ? once : session
      kept.set(grant.id, grant)
      for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
      return ok(undefined)
    },
    renew(id, registration) {
      const ended = always.get(id)
      if (ended?.ended === undefined) return fail('not-found', 'This approval has not ended, or was dismissed.')
      const { actor, ended: _ended, ...rest } = ended
      if (actor.kind === 'agent' && registration === undefined)
        return fail('not-found', `${actor.name} is not registered at the moment. Renew the approval once it is.`)
      const { kind, name } = actor
      return put({ ...rest, actor: { kind, name, ...(registration !== undefined && { registration }) }, at: services.now() })
    },
    allow(workspace, source, { agent, registration, reaches }) {
      const withdrawn = withdraw(workspace, source, agent)
      if (!withdrawn.ok) return withdrawn
      const actor = { kind: 'agent', name: agent, registration } as const
      const grants = reaches.map(({ kind, reach, target }): Grant => {
        const id = services.newId()
        return { id, workspace, source, actor, kind, target, exact: '', reach, scope: 'always', at: services.now() }
      })
      return each(grants, (grant) => put(grant))
    },
    withdraw,
    stands: (workspace, source, registration) =>
      ofRegistration([...always.values(), ...session.values()], workspace, source, registration).length > 0,
    end(workspace, source, registration) {
      for (const kept of [once, session])
        for (const grant of ofRegistration(kept.values(), workspace, source, registration)) kept.delete(grant.id)
      const ended = each(ofRegistration(always.values(), workspace, source, registration), (grant) =>
        put({ ...grant, ended: { why: 'registration', at: services.now() } }),
      )
      const listed = [...always.values()].filter((grant) => grant.ended !== undefined)
      const pruned = each(listed.slice(0, Math.max(0, listed.length - mostEnded)), (grant) => remove(grant.id))
      return ended.ok ? pruned : ended
    },
    forget: (source) =>
      each(
        [...always.values()].filter((grant) => grant.source === source),
        (grant) => remove(grant.id),
      ),
    list: () => [...always.values(), ...session.values()],
    revoke(id) {
      if (session.delete(id)) return ok(undefined)
      return always.has(id) ? remove(id) : fail('not-found', 'This approval was already revoked.')
    },
  }
}
