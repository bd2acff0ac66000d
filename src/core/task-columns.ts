import type { StatusWord } from './event.ts'

/** A column of the Board. */
interface TaskColumn {
  /** Its id everywhere except on the screen, which shows the title. */
  readonly id: string
  readonly title: string
  /** Status written when a task is moved there. */
  readonly writes: string
  /** Other statuses that agents commonly write for it: in small letters, words joined by `_`. */
  readonly also: readonly string[]
  /** What a task's owner is doing when it sets one of these statuses; absent: unknown. */
  readonly ownerIs?: StatusWord
}

/** The columns that every board has, in order, whatever the protocol. The last one contains tasks that are done. */
export const taskColumns: readonly TaskColumn[] = [
  {
    id: 'proposed',
    title: 'Proposed',
    writes: 'proposed',
    also: ['new', 'open', 'todo', 'backlog', 'submitted', 'created'],
  },
  { id: 'assigned', title: 'Assigned', writes: 'assigned', also: ['accepted', 'claimed', 'queued', 'ready'] },
  {
    id: 'working',
    title: 'Working',
    writes: 'in_progress',
    also: ['working', 'started', 'doing', 'active', 'running'],
    ownerIs: 'working',
  },
  {
    id: 'waiting',
    title: 'Waiting',
    writes: 'waiting',
    also: ['blocked', 'paused', 'on_hold', 'input_required', 'needs_input'],
    ownerIs: 'waiting',
  },
  {
    id: 'review',
    title: 'Review',
    writes: 'review',
    also: ['in_review', 'reviewing', 'needs_review'],
    ownerIs: 'waiting',
  },
  {
    id: 'done',
    title: 'Done',
    writes: 'done',
    also: ['complete', 'completed', 'closed', 'finished', 'merged'],
    ownerIs: 'idle',
  },
]

/** Contains tasks that are done. Moving a task there completes it. */
export const doneColumn = 'done'
/** Collects tasks of many different statuses, when there are too many for one column each. */
export const manyColumn = 'many'

const byId = new Map<string, TaskColumn>(taskColumns.map((column) => [column.id, column]))
const byStatus = new Map(taskColumns.flatMap(({ id, writes, also }) => [writes, ...also].map((status) => [status, id] as const)))
const own = 'other:'

/** Id of a task's column: by its status; without one, by whether it has an assignee. An uncommon status has its own column. */
export function columnOf(task: {
  readonly status?: string | undefined
  readonly assignee?: string | undefined
  readonly isComplete: boolean
}): string {
  if (task.isComplete) return doneColumn
  const status = task.status?.trim() ?? ''
  if (status === '') return task.assignee === undefined || task.assignee === '' ? 'proposed' : 'assigned'
  return byStatus.get(status.toLowerCase().replaceAll(/[\s-]+/gu, '_')) ?? `${own}${status}`
}

/** Title of a column; for an uncommon status, the status itself. */
export function columnTitle(id: string): string {
  return id.startsWith(own) ? id.slice(own.length) : id === manyColumn ? 'Other' : (byId.get(id)?.title ?? id)
}

/** Status that moving a task to this column writes; undefined: the column has no single status, or there is no column with this id. */
export function statusOf(id: string): string | undefined {
  const status = id.startsWith(own) ? id.slice(own.length).trim() : byId.get(id)?.writes
  return status === '' ? undefined : status
}

/** What the owner of a task in this column is doing; undefined: unknown. */
export function ownerIn(id: string): StatusWord | undefined {
  return byId.get(id)?.ownerIs
}
