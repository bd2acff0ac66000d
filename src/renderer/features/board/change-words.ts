import type { z } from 'zod'
import type { taskChangeSchema } from '../../../protocols/scuttlebot/pure/api.ts'

/** One change of a task, as the network tells it. */
export type TaskChange = z.infer<typeof taskChangeSchema>

/** What a change did, in the words of the board. */
export function changeWords(change: TaskChange): string {
  const parts = [
    change.kind === 'create' ? 'created' : '',
    change.kind === 'complete' ? 'completed' : '',
    change.status ?? '',
    change.assignee === undefined ? '' : change.assignee === '' ? 'taken from its owner' : `assigned to ${change.assignee}`,
    change.kind !== 'create' && change.title !== undefined ? `now called “${change.title}”` : '',
    change.kind !== 'create' && change.description !== undefined ? 'described anew' : '',
    change.comment === undefined ? '' : `“${change.comment}”`,
    change.summary === undefined ? '' : `“${change.summary}”`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'says nothing new' : parts.join(', ')
}
