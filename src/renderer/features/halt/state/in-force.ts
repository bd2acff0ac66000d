import type { HaltState } from '../../../../core/halt.ts'
import { refuses } from '../../../../core/halt.ts'
import type { AppState } from '../../screen.ts'

/** The halt in force that refuses effects in the workspace on screen; *Ask* refuses nothing. */
export function refusingHalt({ state }: Pick<AppState, 'state'>) {
  return state?.halt !== undefined && refuses(state.halt) ? state.halt : undefined
}

/** Whether RESUME is being said, or was when Patchbay ended: everything would go on in a moment, so what would otherwise resume halts again. */
export function isResuming(halt: HaltState | undefined): boolean {
  return halt !== undefined && refuses(halt) && halt.resuming === true
}

/** Why the composer sends nothing: the links were left. A halt of some agents holds nobody else. */
export function sendingHeld(state: Pick<AppState, 'state'>): string | undefined {
  const halt = refusingHalt(state)
  return halt?.level === 'cut' ? `Cut (${halt.id}): nothing is sent. Your text stays here until you resume.` : undefined
}
