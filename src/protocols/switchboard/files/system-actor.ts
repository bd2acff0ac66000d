import type { Actor } from '../../../core/approval.ts'

/** The actor of what nobody requested: receipts, marks, upkeep. The policy lets it append, write and move. */
export const systemActor: Actor = { kind: 'system', name: 'Patchbay' }
