import { createHash } from 'node:crypto'
import type { Actor } from '../../../core/approval.ts'
import type { Confirmation } from '../../../core/protocol.ts'
import type { Session } from './session-store.ts'

/** Who requests an action, and whether the operator just confirmed it on a screen that showed it. */
export interface By {
  readonly actor: Actor
  readonly confirmed?: Confirmation
}

/** The actor for a session that applies replies by itself, as its mode permits: approvals are for this session in this folder. */
export function sessionActor({ id, settings }: Pick<Session, 'id' | 'settings'>): Actor & { readonly registration: string } {
  return { kind: 'agent', name: `session ${id}`, registration: createHash('sha256').update(`${id} ${settings.workspace}`).digest('hex') }
}
