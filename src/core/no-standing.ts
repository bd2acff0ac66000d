import { ok } from './fault.ts'
import type { Gate } from './protocol.ts'

/** The part of a gate that keeps standing yeses, where there are none: every effect is decided when it is asked for. */
export const noStanding: Omit<Gate, 'perform'> = {
  allow: () => Promise.resolve(ok(undefined)),
  withdraw: () => ok(undefined),
  stands: () => false,
  leave: () => undefined,
  end: () => ok(undefined),
}
