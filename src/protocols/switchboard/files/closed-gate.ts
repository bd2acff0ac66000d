import { fail } from '../../../core/fault.ts'
import { noStanding } from '../../../core/no-standing.ts'
import type { Gate } from '../../../core/protocol.ts'

/** A gate for whoever only looks: it lets nothing happen. */
export const closedGate: Gate = {
  ...noStanding,
  perform: () => Promise.resolve(fail('not-allowed', 'This only looks.')),
  allow: () => Promise.resolve(fail('not-allowed', 'This only looks.')),
}
