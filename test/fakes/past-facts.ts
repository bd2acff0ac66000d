import { defaultDeskLimits } from '../../src/core/debt.ts'
import type { PastFacts } from '../../src/engine/past/facts.ts'

/** What a workspace knows in which the operator has decided nothing. */
export const noFacts: PastFacts = {
  operator: 'operator',
  operatorId: 'operator',
  own: new Set(),
  aliases: new Map(),
  marks: new Map(),
  limits: defaultDeskLimits,
  start: { at: 0, cursor: 0 },
  removed: new Map(),
  abouts: new Map(),
  links: [],
  stood: [],
}
