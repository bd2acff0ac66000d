import { noStandingApprovals } from '../core/no-standing-approvals.ts'
import type { Gate } from '../core/protocol.ts'

/** `directGate`, loaded with the first effect: a command that has none, such as `tail`, starts without it. */
export const commandGate: Gate = {
  async perform(request, run) {
    const { directGate } = await import('../engine/gate/direct-gate.ts')
    return directGate.perform(request, run)
  },
  ...noStandingApprovals,
}
