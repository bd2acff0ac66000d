import type { Handlers } from '../../api/server.ts'
import { ok } from '../../core/fault.ts'
import type { EngineParts } from '../parts.ts'

/** The operator's answers to questions, and the standing yeses. */
export function gateHandlers({ approvals, grants }: EngineParts): Pick<Handlers, 'gate.decide' | 'gate.grants' | 'gate.revoke'> {
  return {
    'gate.decide': ({ id, decision }) => {
      const decided = approvals.decide(id, decision)
      return decided.ok ? ok({}) : decided
    },
    'gate.grants': () => ok(grants.list()),
    'gate.revoke': ({ id }) => {
      const revoked = grants.revoke(id)
      return revoked.ok ? ok({}) : revoked
    },
  }
}
