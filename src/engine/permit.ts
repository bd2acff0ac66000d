import type { Permit } from '../core/protocol.ts'

/** Makes the proof that a gate said yes. Only gates call this: every adapter with an effect asks for what it returns. `act` is the id of the record. */
export function makePermit(act: string): Permit {
  return { act } as Permit
}
