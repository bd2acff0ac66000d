import { fail, ok } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'

/** A gate for whoever only looks: it lets nothing happen. */
export const closedGate: Gate = {
  perform: () => Promise.resolve(fail('not-allowed', 'This only looks.')),
  allow: () => fail('not-allowed', 'This only looks.'),
  withdraw: () => ok(undefined),
}
