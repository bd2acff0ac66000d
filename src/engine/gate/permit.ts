import type { Permit } from '../../core/protocol.ts'

/** Creates the proof that a gate allowed an effect. Only gates call this; every adapter with an effect requires a permit. `act` is the id of the record. */
export function makePermit(act: string): Permit {
  return { act } as Permit
}
