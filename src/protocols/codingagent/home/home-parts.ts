import type { Actor } from '../../../core/approval.ts'
import type { Result } from '../../../core/fault.ts'
import type { HaltNow } from '../../../core/halt.ts'
import type { Gate, Permit } from '../../../core/protocol.ts'
import type { Snapshots } from '../workspace/snapshots.ts'
import type { HomeFolder } from './home-folder.ts'
import type { SessionStore } from './session-store.ts'

/** What a session home needs from its surroundings. */
export interface HomeServices {
  readonly gate: Gate
  readonly now: () => number
  /** 8 random hex digits. */
  readonly newSessionId: () => string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  /** The halt that keeps replies waiting. Absent: none ever does. */
  readonly halted?: () => HaltNow | undefined
}

/** What all steps of a round work with. */
export interface HomeParts {
  readonly services: HomeServices
  readonly folder: HomeFolder
  readonly store: SessionStore
  readonly snapshots: Snapshots
}

/** Obtains a permit to change files of the home, creating and locking it first if needed. `what` describes the change, for the record. */
export function changeHome<T>(
  parts: Pick<HomeParts, 'services' | 'folder'>,
  actor: Actor,
  what: string,
  change: (permit: Permit) => Promise<Result<T>>,
): Promise<Result<T>> {
  const path = parts.folder.path
  return parts.services.gate.perform(
    { actor, effect: { kind: 'write', target: path, exact: what }, question: `Write to the session home ${path}?` },
    async (permit) => {
      const taken = await parts.folder.take(permit)
      return taken.ok ? change(permit) : taken
    },
  )
}
