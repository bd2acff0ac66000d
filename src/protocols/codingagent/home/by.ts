import type { Actor } from '../../../core/approval.ts'
import type { Confirmation } from '../../../core/protocol.ts'

/** Who asks for something, and whether the operator has just confirmed it on a screen that showed it. */
export interface By {
  readonly actor: Actor
  readonly confirmed?: Confirmation
}

/** The name under which a session acts by itself, when its mode says so. */
export function sessionActor(id: string): Actor {
  return { kind: 'agent', name: `session ${id}` }
}
