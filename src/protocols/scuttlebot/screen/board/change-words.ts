import type { z } from 'zod'
import type { taskChangeSchema } from '../../pure/api.ts'

/** One change of a task, as reported by the network. */
export type TaskChange = z.infer<typeof taskChangeSchema>

/** Describes a change in the words of the board. */
export function changeWords(change: TaskChange): string {
  const { assignee, by } = change
  const owner = assignee === undefined ? '' : assignee === '' ? 'unassigned' : assignee === by ? 'taken on' : `assigned to ${assignee}`
  const parts = [
    change.kind === 'create' ? 'created' : '',
    change.kind === 'complete' ? 'completed' : '',
    change.status === 'assigned' && owner !== '' ? '' : (change.status ?? ''),
    owner,
    change.kind !== 'create' && change.title !== undefined ? `renamed to “${change.title}”` : '',
    change.kind !== 'create' && change.description !== undefined ? 'new description' : '',
    change.comment === undefined ? '' : `“${change.comment}”`,
    change.summary === undefined ? '' : `“${change.summary}”`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'no change' : parts.join(', ')
}
