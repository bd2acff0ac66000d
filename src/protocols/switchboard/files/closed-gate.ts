import { fail } from '../../../core/fault.ts'
import { noStandingApprovals } from '../../../core/no-standing.ts'
import type { Gate } from '../../../core/protocol.ts'

/** A gate for whoever only looks: it lets nothing happen. */
export const closedGate: Gate = {
  ...noStandingApprovals,
  perform: () => Promise.resolve(fail('not-allowed', 'This only looks.')),
  allow: () => Promise.resolve(fail('not-allowed', 'This only looks.')),
}
