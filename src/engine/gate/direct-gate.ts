import { ulid } from 'ulid'
import { noStandingApprovals } from '../../core/no-standing-approvals.ts'
import type { Gate } from '../../core/protocol.ts'
import { defaultDataDir } from '../../io/data-dir.ts'
import { whyHalted } from '../../io/halt-file.ts'
import { makePermit } from './permit.ts'

/**
 * The gate of the command line: the command that the operator typed is the approval, so nothing is asked. Nothing is recorded either, because no journal is
 * open. While the operator has halted, it refuses: agents use these commands, too.
 */
export const directGate: Gate = {
  async perform(request, run) {
    const halted = request.duringHalt === undefined ? whyHalted(defaultDataDir(), request.folder, request.actor.name) : undefined
    return halted ?? run(makePermit(ulid(undefined, Math.random))) // nothing depends on it; by default system randomness is read for each character
  },
  ...noStandingApprovals,
}
