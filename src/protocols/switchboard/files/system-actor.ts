import type { Actor } from '../../../core/approval.ts'

/** Who does what nobody in particular asked for: receipts, marks, upkeep. The policy lets it append, write and move. */
export const systemActor: Actor = { kind: 'system', name: 'Patchbay' }
