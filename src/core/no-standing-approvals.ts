import { ok } from './fault.ts'
import type { Gate } from './protocol.ts'

/** The part of a gate that manages standing approvals, for places without any: every effect is decided when it is requested. */
export const noStandingApprovals: Omit<Gate, 'perform'> = {
  allow: () => Promise.resolve(ok(undefined)),
  withdraw: () => ok(undefined),
  stands: () => false,
  leave: () => undefined,
  end: () => ok(undefined),
}
