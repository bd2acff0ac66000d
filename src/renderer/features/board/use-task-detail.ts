import type { Result } from '../../../core/fault.ts'
import { useApp } from '../state/store.ts'
import { useAsked } from '../state/use-asked.ts'
import { taskSourceOf } from './task-links.ts'
import type { TaskDetail } from './task-source.ts'

/**
 * Loads a task from a link; see `useAsked`.
 * @param link undefined, or one without tasks: nothing is loaded
 * @param again any text; a different one reloads
 */
export function useTaskDetail(link: string | undefined, task: string, again = ''): Result<TaskDetail> | undefined {
  const client = useApp((state) => state.client)
  const source = useApp((state) => taskSourceOf(state, link))
  const key = link === undefined || source === undefined ? '' : JSON.stringify([link, task, again])
  return useAsked(key, () => (link === undefined ? undefined : source?.detail(client, link, task)))
}
