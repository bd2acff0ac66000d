import { z } from 'zod'
import type { Event } from '../../core/event.ts'

export const startSchema = z.object({ at: z.number(), cursor: z.int() })
/** The first start with a desk: when, and what the journal had by then. */
export type DeskStart = z.infer<typeof startSchema>

/** Whether an event was not seen happening: its link says so, or the journal had it before there was a desk. */
export function isLate(event: Event, start: DeskStart): boolean {
  return event.late === true || event.cursor <= start.cursor
}
