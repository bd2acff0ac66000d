import type { Event } from '../src/core/event.ts'
import { seeded } from './chat-like.ts'

const names = ['coder', 'reviewer', 'tester', 'planner', 'docs', 'ops', 'lead', 'qa-bot']
const lines = [
  'Please review src/auth.rs before noon.',
  'Should a date without a zone work as well?',
  'Acknowledged — starting review.',
  'Still at it, 3 of 7.',
  'Done — pushed as 4f2c1ab.',
  'The parser keeps the offset of the line.',
  'Yes. Added a test for it.',
  'Thanks! Let me know if you need anything else.',
]
const actions = ['delegate_task', 'request_review', 'submit_result', 'status_update', 'submit_result'] as const

/**
 * An event of a busy workspace, always the same for the same number: half lines of chat.md, half messages of Switchboard, between eight agents; every
 * fourth asks for something and nearly all is answered.
 */
export function deskLikeEvent(cursor: number): Event {
  const random = seeded(cursor * 2_654_435_761)
  random(7)
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const from = pick(names)
  const to = pick(names.filter((name) => name !== from))
  const isMail = random(2) === 0
  const text = pick(lines)
  return {
    id: `01J${String(cursor).padStart(23, '0')}`,
    cursor,
    ord: cursor,
    workspace: 'w',
    source: isMail ? 'mail' : 'chat',
    protocol: isMail ? 'switchboard' : 'chat',
    seq: cursor,
    at: 1_700_000_000_000 + cursor * 1_000,
    wireId: isMail ? `${to}/msg-${cursor}` : `1:${cursor}:a`,
    raw: { text, anchor: { label: `chat.md:${cursor}`, line: cursor } },
    body: {
      kind: 'message',
      conversation: [from, to].toSorted().join('⇄'),
      from,
      to: [to],
      observers: [],
      text,
      ...(isMail && { label: pick(actions) }),
    },
  }
}
