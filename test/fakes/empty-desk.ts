import type { DeskState } from '../../src/api/desk.ts'

/** A desk with nothing on it. */
export const emptyDesk: DeskState = {
  needs: [],
  agents: [],
  tasks: [],
  counts: { needs: 0, owed: 0, overdue: 0, owedByOthers: 0, overdueByOthers: 0, stuck: 0 },
  elsewhere: 0,
  others: [],
  revision: 0,
}
