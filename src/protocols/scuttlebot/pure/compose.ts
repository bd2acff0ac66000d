import type { Compose, FormField } from '../../../core/link.ts'
import { agentTypes } from './match.ts'

const text = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({ name, label, kind: 'text', ...more })
const task = text('task_id', 'Task', { required: true, mono: true, hint: 'Id of the task.create.' })

/** What can be sent on IRC: plain lines to channels and nicks, and envelopes, with a form for each built-in type (specification: Built-in types). */
export const ircCompose: Compose = {
  targets: 'many',
  where: { label: 'Channel', required: false },
  labels: [
    {
      id: 'task.create',
      title: 'New task',
      text: 'title',
      fields: [
        text('title', 'Title', { required: true }),
        text('description', 'Description'),
        text('assignee', 'Assignee', { mono: true }),
      ],
    },
    {
      id: 'task.update',
      title: 'Task update',
      text: 'comment',
      fields: [
        task,
        text('status', 'Status', { placeholder: 'in_progress' }),
        text('assignee', 'Assignee', { mono: true }),
        text('comment', 'Comment'),
      ],
    },
    { id: 'task.complete', title: 'Task done', text: 'summary', fields: [task, text('summary', 'Summary')] },
    {
      id: 'agent.hello',
      title: 'Hello',
      fields: [
        text('runtime', 'Runtime', { required: true }),
        text('version', 'Version'),
        { name: 'type', label: 'Type', kind: 'select', options: agentTypes.map((value) => ({ value, label: value })) },
      ],
    },
    { id: 'agent.bye', title: 'Goodbye', fields: [] },
  ],
  custom: true,
  oneLine: true,
}
