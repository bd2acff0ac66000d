import type { NewEvent } from '../../src/core/event.ts'

/** Test data: the message with this number, always the same. */
export function chatEvent(number: number): NewEvent {
  const text = `message ${number} ${'x'.repeat(number % 700)}`
  return {
    wireId: String(number),
    raw: { text },
    body: { kind: 'message', conversation: 'a⇄b', from: 'a', to: ['b'], observers: [], text },
  }
}
