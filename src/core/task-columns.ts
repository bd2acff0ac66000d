import type { StatusWord } from './event.ts'

/** A column of the Board. */
interface TaskColumn {
  /** Its identity, everywhere but on the screen. */
  readonly id: string
  readonly title: string
  /** Status of a task that is moved there. */
  readonly writes: string
  /** Other statuses that agents commonly write for it: in small letters, words joined by `_`. */
  readonly also: readonly string[]
  /** What the owner of a task does who gives it one of these statuses; absent: nothing is known. */
  readonly ownerIs?: StatusWord
  /** How long a task may stand in it without a change, ms. */
  readonly staleAfter: number
}

const minute = 60_000

/** The columns that every board has, in their order, whoever keeps its tasks. The last one holds what is done. */
export const taskColumns: readonly TaskColumn[] = [
  {
    id: 'proposed',
    title: 'Proposed',
    writes: 'proposed',
    also: ['new', 'open', 'todo', 'backlog', 'submitted', 'created'],
    staleAfter: Infinity,
  },
  { id: 'assigned', title: 'Assigned', writes: 'assigned', also: ['accepted', 'claimed', 'queued', 'ready'], staleAfter: 60 * minute },
  {
    id: 'working',
    title: 'Working',
    writes: 'in_progress',
    also: ['working', 'started', 'doing', 'active', 'running'],
    ownerIs: 'working',
    staleAfter: 30 * minute,
  },
  {
    id: 'waiting',
    title: 'Waiting',
    writes: 'waiting',
    also: ['blocked', 'paused', 'on_hold', 'input_required', 'needs_input'],
    ownerIs: 'waiting',
    staleAfter: 60 * minute,
  },
  {
    id: 'review',
    title: 'Review',
    writes: 'review',
    also: ['in_review', 'reviewing', 'needs_review'],
    ownerIs: 'waiting',
    staleAfter: 60 * minute,
  },
  {
    id: 'done',
    title: 'Done',
    writes: 'done',
    also: ['complete', 'completed', 'closed', 'finished', 'merged'],
    ownerIs: 'idle',
    staleAfter: Infinity,
  },
]

/** Holds tasks that are done. Moving a task there ends it. */
export const doneColumn = 'done'
/** Holds tasks of many statuses, where there are too many for a column each. */
export const manyColumn = 'many'

const byId = new Map<string, TaskColumn>(taskColumns.map((column) => [column.id, column]))
const byStatus = new Map(taskColumns.flatMap(({ id, writes, also }) => [writes, ...also].map((status) => [status, id] as const)))
const own = 'other:'
/** Of a column of a status that is not common, ms. */
const ownStaleAfter = 60 * minute

/** Id of the column of a task: by its status; without one, by whether somebody has it. A status that is not common has a column of its own. */
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

/** What a column is called: of a status that is not common, the status. */
export function columnTitle(id: string): string {
  return id.startsWith(own) ? id.slice(own.length) : id === manyColumn ? 'Other' : (byId.get(id)?.title ?? id)
}

/** Status that a move to a column writes; undefined: it stands for no single status, or there is none of this id. */
export function statusOf(id: string): string | undefined {
  const status = id.startsWith(own) ? id.slice(own.length).trim() : byId.get(id)?.writes
  return status === '' ? undefined : status
}

/** What an owner does whose task stands in this column; undefined: it does not say. */
export function ownerIn(id: string): StatusWord | undefined {
  return byId.get(id)?.ownerIs
}

/** How long a task may stand in a column without a change, ms. */
export function staleAfter(id: string): number {
  return byId.get(id)?.staleAfter ?? ownStaleAfter
}
