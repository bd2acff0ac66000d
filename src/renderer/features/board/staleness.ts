import type { Card } from '../../../protocols/scuttlebot/pure/api.ts'

const minute = 60_000
/** How long a task may stand in a column without a change, ms. What nobody has begun, and what is done, has no limit. */
const limits = new Map([
  ['Proposed', Infinity],
  ['Assigned', 60 * minute],
  ['Working', 30 * minute],
  ['Done', Infinity],
])
const otherwise = 60 * minute

/** Whether a task has stood still for too long in the column that it is shown in. */
export function isStale(card: Pick<Card, 'lastAt'>, column: string, now: number): boolean {
  return now - card.lastAt > (limits.get(column) ?? otherwise)
}
