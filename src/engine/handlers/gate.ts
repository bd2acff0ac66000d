import type { HandlersOf } from '../../api/server.ts'
import type { Approval, Grant } from '../../core/approval.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'

/** The operator's decisions, and the standing approvals. */
export function gateHandlers({ services, rooms, approvals, grants }: EngineContext): HandlersOf<'gate'> {
  /** The current registration of a grant's agent. */
  function registrationOf({ workspace, source, actor }: Grant): string | undefined {
    const room = rooms.running().find((each) => each.id === workspace)
    if (room === undefined || actor.kind !== 'agent') return undefined
    const links = source === undefined ? room.links.list().map((link) => link.id) : [source]
    const found = links.flatMap((link) => room.links.registrationOf(link, actor.name) ?? [])
    return found.length === 1 ? found[0] : undefined
  }

  /** Every window shows at once what was decided. */
  function shown<T>(decided: Result<T>): Result<T> {
    if (decided.ok) for (const { hub } of rooms.running()) hub.decided()
    return decided
  }

  return {
    'gate.decide': async ({ id, digest, decision }) => {
      const decided = shown(await approvals.decide(id, digest, decision))
      return decided.ok ? ok({}) : decided
    },
    'gate.refuseAll': ({ id }) => {
      const refused = shown(approvals.refuseAll(id))
      return refused.ok ? ok({ refused: refused.value }) : refused
    },
    'gate.ended': ({ id }) => {
      const how = approvals.ended(id)
      return ok(how === undefined ? {} : { how })
    },
    'gate.grants': () => ok(grants.list()),
    'gate.revoke': ({ id }) => {
      const revoked = grants.revoke(id)
      return revoked.ok ? ok({}) : revoked
    },
    'gate.renew': async ({ id }) => {
      const grant = grants.list().find((each) => each.id === id)
      if (
        grant !== undefined &&
        services.shell.confirmApproval !== undefined &&
        !(await services.shell.confirmApproval(asQuestion(grant), 'always'))
      )
        return fail('cancelled', 'The approval was not confirmed in Patchbay’s own dialog.')
      const given = grants.renew(id, grant === undefined ? undefined : registrationOf(grant))
      return given.ok ? ok({}) : given
    },
  }
}

/** A standing approval as a question for the shell's own surface. */
function asQuestion({ id, workspace, source, actor, kind, target, exact, reach, at }: Grant): Approval {
  return {
    id,
    ...(workspace !== undefined && { workspace }),
    ...(source !== undefined && { source }),
    actor,
    effect: { kind, target, exact, ...(reach === 'pair' && { pair: true }) },
    question: `Renew this standing approval for ${actor.name}?`,
    at,
    hidden: [],
    digest: '',
  }
}
