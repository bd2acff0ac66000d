import { columnTitle } from '../../../core/task-columns.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import type { Task } from './task-source.ts'

/** What has happened to a task since a dialog about it was opened or a move of it began, as in another window, in one sentence; undefined: nothing that matters to it. */
export function sinceOpened(seen: Task, now: Task): string | undefined {
  if (now.isDone && !seen.isDone) return 'The task was completed meanwhile.'
  const owner = now.owner ?? ''
  if (owner !== (seen.owner ?? ''))
    return owner === '' ? 'The task was unassigned meanwhile.' : `The task was assigned to ${visibleString(owner)} meanwhile.`
  return now.column === seen.column ? undefined : `The task was moved to ${visibleString(columnTitle(now.column))} meanwhile.`
}
