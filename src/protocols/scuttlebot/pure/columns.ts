import type { Task } from './tasks.ts'

/** Columns that every board has, in their order. */
export const columns = ['Proposed', 'Assigned', 'Working', 'Waiting', 'Review', 'Done'] as const
export type Column = (typeof columns)[number]

/** Statuses that agents commonly write, and the column they stand for. */
const common = new Map<string, Column>([
  ...(['proposed', 'new', 'open', 'todo', 'backlog', 'submitted', 'created'] as const).map((word) => [word, 'Proposed'] as const),
  ...(['assigned', 'accepted', 'claimed', 'queued', 'ready'] as const).map((word) => [word, 'Assigned'] as const),
  ...(['in_progress', 'working', 'started', 'doing', 'active', 'running'] as const).map((word) => [word, 'Working'] as const),
  ...(['waiting', 'blocked', 'paused', 'on_hold', 'input_required', 'needs_input'] as const).map((word) => [word, 'Waiting'] as const),
  ...(['review', 'in_review', 'reviewing', 'needs_review'] as const).map((word) => [word, 'Review'] as const),
  ...(['done', 'complete', 'completed', 'closed', 'finished', 'merged'] as const).map((word) => [word, 'Done'] as const),
])

/** Status that a move to a column writes. */
export const statusOf: Readonly<Record<Column, string>> = {
  Proposed: 'proposed',
  Assigned: 'assigned',
  Working: 'in_progress',
  Waiting: 'waiting',
  Review: 'review',
  Done: 'done',
}

/** The column of a task: by its status; without one, by whether somebody has it. A status that is not common is a column of its own. */
export function columnOf(task: Pick<Task, 'status' | 'assignee' | 'isComplete'>): string {
  if (task.isComplete) return 'Done'
  const status = task.status?.trim() ?? ''
  if (status === '') return task.assignee === undefined || task.assignee === '' ? 'Proposed' : 'Assigned'
  return common.get(status.toLowerCase().replaceAll(/[\s-]+/gu, '_')) ?? status
}
