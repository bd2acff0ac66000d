import type { Event } from '../../../core/event.ts'

/** Ids of the parts of an event's row that name and describe it: what is on the screen is what is heard, and nothing is made a second time. */
export function rowPart(event: Event, part: 'who' | 'time' | 'text'): string {
  return `row-${event.id}-${part}`
}
