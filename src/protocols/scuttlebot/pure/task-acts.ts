import { fail, ok, type Result } from '../../../core/fault.ts'
import type { TaskAct } from './api.ts'
import { doneColumn, manyColumn, statusOf } from '../../../core/task-columns.ts'

/** An envelope without address, id and time. */
export interface TaskEnvelope {
  readonly type: 'task.create' | 'task.update' | 'task.complete'
  readonly to: readonly string[]
  readonly payload: Readonly<Record<string, string>>
}

/** A new task for `to`, or for everyone. */
export function createTask(
  given: { readonly title: string; readonly description?: string | undefined; readonly assignee?: string | undefined },
  to: readonly string[],
): TaskEnvelope {
  const { title, description = '', assignee = '' } = given
  return { type: 'task.create', to, payload: { title, ...(description !== '' && { description }), ...(assignee !== '' && { assignee }) } }
}

/** The envelope of an act. A change is addressed like its task: `to`. */
export function envelopeOf(act: TaskAct, to: readonly string[]): TaskEnvelope {
  switch (act.kind) {
    case 'create':
      return createTask(act, act.to ?? [])
    case 'assign':
      return { ...assignTask(act.task, act.assignee), to }
    case 'comment':
      return { ...commentTask(act.task, act.text), to }
    default:
      return { ...completeTask(act.task, act.summary ?? ''), to }
  }
}

/** Another owner; an empty name unassigns the task. */
export function assignTask(task: string, assignee: string): TaskEnvelope {
  return { type: 'task.update', to: [], payload: { task_id: task, assignee } }
}

/** Another column: sets its status; `done` completes the task. A column that combines several statuses cannot be a target. */
export function moveTask(task: string, column: string): Result<TaskEnvelope> {
  if (column === manyColumn)
    return fail('invalid', 'This column contains tasks with various statuses: enter a status instead.', { field: 'column' })
  if (column === doneColumn) return ok(completeTask(task, ''))
  const status = statusOf(column)
  if (status === undefined) return fail('invalid', `There is no column “${column}”.`, { field: 'column' })
  return ok({ type: 'task.update', to: [], payload: { task_id: task, status } })
}

/** A comment on a task. */
export function commentTask(task: string, comment: string): TaskEnvelope {
  return { type: 'task.update', to: [], payload: { task_id: task, comment } }
}

/** The end of a task. */
export function completeTask(task: string, summary: string): TaskEnvelope {
  return { type: 'task.complete', to: [], payload: { task_id: task, ...(summary !== '' && { summary }) } }
}
