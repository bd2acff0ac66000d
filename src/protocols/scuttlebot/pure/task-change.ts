import { z } from 'zod'
import type { Envelope } from './envelope.ts'

const text = z.string().max(20_000)
const word = z.string().max(512)

/** What one envelope says of one task. Absent fields say nothing. */
export interface TaskChange {
  /** Id of the envelope: changes apply in the order of these, by bytes. */
  readonly id: string
  readonly kind: 'create' | 'update' | 'complete'
  readonly task: string
  readonly by: string
  /** Our clock when it came, ms. */
  readonly at: number
  /** Identity of the event behind it (`NewEvent.wireId`). */
  readonly wireId: string
  /** Where it was said: a channel, or a nick. */
  readonly place?: string
  /** Why it should not be trusted. */
  readonly doubt?: string
  readonly title?: string
  readonly description?: string
  readonly assignee?: string
  readonly status?: string
  readonly comment?: string
  readonly summary?: string
  /** Recipients of a `task.create`. */
  readonly to?: readonly string[]
}

const createPayload = z.object({ title: text.optional(), description: text.optional(), assignee: word.optional(), status: word.optional() })
const updatePayload = createPayload.extend({ task_id: word.min(1), comment: text.optional(), summary: text.optional() })

/** Whether the payload of a task envelope says something usable; true for other types. */
export function isUsable(type: string, payload: unknown): boolean {
  if (type === 'task.create') return createPayload.safeParse(payload ?? {}).success
  return (type !== 'task.update' && type !== 'task.complete') || updatePayload.safeParse(payload).success
}

/** Where and when an envelope was seen, for `taskChangeOf`. */
export type SeenEnvelope = Pick<TaskChange, 'by' | 'at' | 'wireId' | 'place' | 'doubt'>

/**
 * What an envelope changes on the board (specification: task.create, task.update, task.complete).
 * @returns undefined for other types, and for a payload that says nothing usable.
 */
export function taskChangeOf(envelope: Envelope, seen: SeenEnvelope): TaskChange | undefined {
  const base = { ...seen, id: envelope.id }
  if (envelope.type === 'task.create') {
    const payload = createPayload.safeParse(envelope.payload ?? {})
    if (!payload.success) return undefined
    return { ...base, kind: 'create', task: envelope.id, ...payload.data, ...(envelope.to !== undefined && { to: envelope.to }) }
  }
  if (envelope.type !== 'task.update' && envelope.type !== 'task.complete') return undefined
  const payload = updatePayload.safeParse(envelope.payload)
  if (!payload.success) return undefined
  const { task_id: task, ...rest } = payload.data
  return { ...base, kind: envelope.type === 'task.update' ? 'update' : 'complete', task, ...rest }
}
