import { z } from 'zod'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { Envelope } from './envelope.ts'
import { mostIdChars } from './identity.ts'

const mostChars = 20_000
const mostWord = 512
const text = z.string().max(mostChars)
const word = z.string().max(mostWord)

export const taskChangeSchema = z
  .object({
    /** Id of the envelope: changes apply in the byte order of these ids. */
    id: word,
    kind: z.enum(['create', 'update', 'complete']),
    task: word,
    by: word,
    /** Our clock when it arrived, ms. */
    at: z.number(),
    /** Identity of the event behind it (`NewEvent.wireId`). */
    wireId: word,
    /** Where it was sent: a channel, or a nick. */
    place: word.optional(),
    /** Why its author is doubted. Such a change has no effect. */
    doubt: word.optional(),
    title: text.optional(),
    description: text.optional(),
    /** Empty: unassigned. */
    assignee: word.optional(),
    status: word.optional(),
    comment: text.optional(),
    summary: text.optional(),
    /** Recipients of a `task.create`. */
    to: z.array(word).max(64).readonly().optional(),
  })
  .readonly()
/** The change that one envelope makes to one task. Absent fields stay unchanged. */
export type TaskChange = z.infer<typeof taskChangeSchema>

/** Where and when an envelope was seen, for `taskChangeOf`. */
type SeenEnvelope = Pick<TaskChange, 'by' | 'at' | 'wireId' | 'place' | 'doubt'>

const kinds = new Map<string, TaskChange['kind']>([
  ['task.create', 'create'],
  ['task.update', 'update'],
  ['task.complete', 'complete'],
])
const texts = ['title', 'description', 'comment', 'summary'] as const
const words = ['assignee', 'status'] as const

/**
 * What an envelope changes on the board (specification: task.create, task.update, task.complete). Fields that are not strings, including null, have no effect.
 * @returns undefined for other types, if no task is named, and for ids of more than 200 characters.
 */
export function taskChangeOf(envelope: Envelope, seen: SeenEnvelope): TaskChange | undefined {
  const kind = kinds.get(envelope.type)
  if (kind === undefined || envelope.id.length > mostIdChars) return undefined
  const said = isJsonObject(envelope.payload) ? envelope.payload : {}
  const task = kind === 'create' ? envelope.id : fieldOf(said, 'task_id')
  if (typeof task !== 'string' || task === '' || task.length > mostIdChars) return undefined
  const read = (names: readonly string[], most: number): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = fieldOf(said, name)
        return typeof value === 'string' ? [[name, value.slice(0, most).toWellFormed()]] : []
      }),
    )
  const to = kind === 'create' ? envelope.to?.slice(0, 64).map((each) => each.slice(0, mostWord)) : undefined
  return {
    ...seen,
    id: envelope.id,
    kind,
    task,
    ...read(texts, mostChars),
    ...read(words, mostWord),
    ...(to !== undefined && { to }),
  }
}

/** Whether an envelope to be sent is valid: the fields of a task must be strings. True for other types. */
export function isUsable(type: string, payload: object): boolean {
  return (
    !kinds.has(type) || ['task_id', ...texts, ...words].every((name) => ['string', 'undefined'].includes(typeof fieldOf(payload, name)))
  )
}
