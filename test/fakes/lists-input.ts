import { defaultDeskLimits } from '../../src/core/debt.ts'
import type { ListsInput } from '../../src/engine/desk/lists.ts'

/** What lists are made of: every name is an agent of its own, nothing is marked, and the limits are the default ones. */
export function listsInput(given: Pick<ListsInput, 'debts' | 'now'> & Partial<ListsInput>): ListsInput {
  return {
    agentOf: (_source, name) => name,
    operator: 'operator',
    marks: new Map(),
    limits: defaultDeskLimits,
    dayStart: 0,
    start: 0,
    stoodStill: () => 0,
    ...given,
  }
}
