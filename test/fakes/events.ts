import type { Event, EventBody } from '../../src/core/event.ts'

/** A stored event with plausible fields; `more` overrides them. */
export function storedEvent(cursor: number, body: EventBody, more: Partial<Event> = {}): Event {
  return {
    id: `event-${cursor}`,
    cursor,
    ord: cursor,
    workspace: 'w',
    source: 's',
    protocol: 'fake',
    seq: cursor,
    at: 1_700_000_000_000 + cursor,
    wireId: `wire-${cursor}`,
    raw: { text: body.kind === 'message' ? body.text : '' },
    body,
    ...more,
  }
}

/** A message body from one to another. */
export function messageBody(from: string, to: string, text = 'hello', observers: string[] = []): Extract<EventBody, { kind: 'message' }> {
  return { kind: 'message', conversation: [from, to].toSorted().join('⇄'), from, to: [to], observers, text }
}
