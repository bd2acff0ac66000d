import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { parseJsonObject } from '../../../core/json-text.ts'

/**
 * A record of what somebody did with a message, one file each: `ledger/<recipient>/<id>.<stage>.json`. Other programs do not read `ledger/`, so a mark is never
 * taken for a message. Marks are written once and never changed: the first one counts.
 */
export const markStages = ['read', 'acknowledged', 'archived'] as const
export type MarkStage = (typeof markStages)[number]

/** Reported of the operator's mail that is in the archive, and that somebody else moved there. */
export const movedByOther = 'moved to the archive'

const markSchema = z.object({
  id: z.string().max(300),
  inReplyTo: z.string().min(1).max(200),
  status: z.enum(markStages),
  /** Who did it: the recipient itself, or the operator. */
  by: z.string().max(200),
  /** The note given with it. */
  note: z.string().max(4_000).optional(),
  processedAt: z.string().max(64),
})
export type Mark = z.infer<typeof markSchema>

/** A mark for something done now; `at` is our clock in ms. */
export function markOf(messageId: string, status: MarkStage, by: string, at: number, note?: string): Mark {
  const noted = note === undefined || note === '' ? {} : { note: note.slice(0, 4_000) }
  return { id: `${status}_${messageId}`, inReplyTo: messageId, status, by, ...noted, processedAt: new Date(at).toISOString() }
}

/** The file of a mark in `ledger/<recipient>/`. */
export function markFileName(messageId: string, stage: MarkStage): string {
  return `${messageId}.${stage}.json`
}

/** The bytes of a mark's file. */
export function formatMark(mark: Mark): string {
  return `${JSON.stringify(mark, undefined, 2)}\n`
}

/** Reads a mark. Never throws. */
export function parseMark(text: string): Result<Mark> {
  const object = parseJsonObject(text, 'The mark')
  if (!object.ok) return object
  const parsed = markSchema.safeParse(object.value)
  return parsed.success ? ok(parsed.data) : fail('invalid', 'This is not a ledger mark.')
}
