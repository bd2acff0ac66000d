import { z } from 'zod'
import { isDeeperThan } from '../../../core/json-depth.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { ReceivedMessage } from './received.ts'

const word = z.string().max(512)
const task = z.looseObject({
  id: word,
  title: z.string().max(20_000),
  status: word.optional(),
  assignedAgentName: word.nullish(),
  createdByName: word.nullish(),
})
const newsSchema = z.looseObject({ type: z.enum(['task-created', 'task-updated', 'task-deleted']), task })

/** A task was created, changed or deleted on the server. */
export interface TaskNews {
  readonly change: 'created' | 'updated' | 'deleted'
  readonly id: string
  readonly title: string
  readonly status: string
  readonly assignee?: string
  readonly by?: string
}

/** Reads news of a task, which servers publish to a project like messages; undefined for anything else. */
export function readTaskNews({ data }: Pick<ReceivedMessage, 'data'>): TaskNews | undefined {
  if (!isJsonObject(data) || typeof fieldOf(data, 'task') !== 'object' || isDeeperThan(data, 8)) return undefined
  const read = newsSchema.safeParse({ type: fieldOf(data, 'type'), task: fieldOf(data, 'task') })
  if (!read.success) return undefined
  const { id, title, status = '', assignedAgentName, createdByName } = read.data.task
  const change = read.data.type === 'task-created' ? 'created' : read.data.type === 'task-deleted' ? 'deleted' : 'updated'
  return {
    change,
    id,
    title: title.slice(0, 512).toWellFormed(),
    status,
    ...(assignedAgentName != null && { assignee: assignedAgentName }),
    ...(createdByName != null && { by: createdByName }),
  }
}

/** `Task created: Login page (submitted), for Coder` */
export function taskWords({ change, title, status, assignee }: TaskNews): string {
  const state = status === '' || change === 'deleted' ? '' : ` (${status.slice(0, 64)})`
  const whom = assignee === undefined ? '' : `, for ${assignee.slice(0, 64)}`
  return `Task ${change}: ${title}${state}${whom}`.toWellFormed()
}

/** Work that an agent hands to another, as written in its text. */
interface Handoff {
  readonly agent: string
  readonly title: string
}

/** The first `[HANDOFF: @Agent "title"]` of a text; undefined if there is none. Linear. */
export function handoffIn(text: string): Handoff | undefined {
  const [, agent = '', title = ''] = /\[HANDOFF:[ \t]{0,8}@([^"\]\n@]{1,128})"([^"\n]{1,512})"[ \t]{0,8}\]/iu.exec(text) ?? []
  const name = agent.trim()
  return name === '' || title.trim() === '' ? undefined : { agent: name, title: title.trim() }
}
