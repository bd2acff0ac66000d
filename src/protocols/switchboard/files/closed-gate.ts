import { fail } from '../../../core/fault.ts'
import { noStandingApprovals } from '../../../core/no-standing-approvals.ts'
import type { Gate } from '../../../core/protocol.ts'

/** A gate for read-only use: it refuses every effect. */
export const closedGate: Gate = {
  ...noStandingApprovals,
  perform: () => Promise.resolve(fail('not-allowed', 'Read-only access.')),
  allow: () => Promise.resolve(fail('not-allowed', 'Read-only access.')),
}
