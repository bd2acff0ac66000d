import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actLimits } from '../../src/core/acts/sound.ts'
import type { Act } from '../../src/core/acts.ts'
import { eventBodySchema, receiptStages, statusWords, type EventBody } from '../../src/core/event.ts'
import { limits } from '../../src/core/limits.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { anyCharacter } from '../any-character.ts'
import { storedEvent } from '../fakes/events.ts'
import { expectLinearTime } from '../linear-time.ts'
import { sized } from '../sizes.ts'

const name = fc.oneof(
  fc.constantFrom('me', 'coder', 'Coder', 'reviewer', '@all', '#general', '', '__proto__'),
  fc.string({ maxLength: 12 }),
  fc.constant('n'.repeat(limits.nameChars + 1)),
)
const words = fc.constantFrom(
  'Please review it?',
  '@coder can you look?',
  'Done: merged',
  'Question: which one?',
  'Acknowledged — starting on it',
  '[HANDOFF: @coder "t"]',
  'waiting for coder',
  'any news?',
  'x'.repeat(400),
)
const text = fc.oneof(
  words,
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.array(words, { maxLength: 4 }).map((all) => all.join('\n')),
)
const labels =
  'delegate_task request_review submit_result status_update execute outbox reply results message done handoff task.create task.update task.complete agent.hello x.custom response error'
const label = fc.constantFrom(...labels.split(' '), '')
const value = fc.oneof(text, name, fc.integer(), fc.constant(null), fc.boolean(), fc.array(name, { maxLength: 2 }))
const data = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'task_id',
      'status',
      'assignee',
      'comment',
      'title',
      'due',
      'reminder',
      'handedOverFrom',
      'original',
      'reply',
      'depth',
      'agent',
    ),
    fc.string({ maxLength: 8 }),
  ),
  value,
  { maxKeys: 5 },
)
const wireId = fc.oneof(fc.constantFrom('coder/m1', 'a1b2c3d4:3:reply:2', 'e:01J:0', '', ':', '/', 'L12'), fc.string({ maxLength: 20 }))
const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined })
const body: fc.Arbitrary<EventBody> = fc
  .oneof(
    fc.record({
      kind: fc.constant('message'),
      conversation: name,
      from: name,
      to: fc.array(name, { maxLength: 4 }),
      observers: fc.array(name, { maxLength: 2 }),
      text,
      label: some(label),
      data: some(data),
      replyTo: some(wireId),
      doubts: some(fc.array(text, { maxLength: 2 })),
    }),
    fc.record({ kind: fc.constant('receipt'), of: wireId, stage: fc.constantFrom(...receiptStages), by: some(name), text }),
    fc.record({
      kind: fc.constant('presence'),
      agent: name,
      word: fc.constantFrom(...statusWords),
      evidence: fc.constant('declared'),
      said: text,
      task: some(text),
    }),
    fc.record({
      kind: fc.constant('stream'),
      id: wireId,
      conversation: name,
      from: name,
      text,
      state: fc.constantFrom('typing', 'writing', 'cut'),
      replyTo: some(wireId),
    }),
    fc.record({ kind: fc.constant('notice'), conversation: name, from: name, text, tone: fc.constantFrom('status', 'tool', 'presence') }),
    fc.record({ kind: fc.constant('comment'), text }),
  )
  .map((given) => eventBodySchema.parse(JSON.parse(JSON.stringify(given))))

/** What the acts of every protocol must fulfil, for any events. */
export function actsSuite(protocol: Protocol): void {
  const { id } = protocol.info
  const actsOf = (given: EventBody, wire: string): readonly Act[] =>
    protocol.acts(storedEvent(1, given, { wireId: wire, protocol: id, raw: { text: '' } }), 'me')

  describe(`acts: ${id}`, () => {
    test('the acts of any event are bounded, and the same each time', () => {
      fc.assert(
        fc.property(body, wireId, (given, wire) => {
          const acts = actsOf(given, wire)
          expect(actsOf(structuredClone(given), wire)).toEqual(acts)
          expect(acts.length).toBeLessThanOrEqual(actLimits.acts)
          for (const act of acts) expectSound(act)
        }),
        { numRuns: sized(150) },
      )
    })

    test('reads long text in linear time (F18)', () => {
      for (const piece of ['please @coder, ', 'a? `', '[HANDOFF: @a "', 'waiting for “']) {
        expectLinearTime((size) => {
          const long = piece.repeat(size)
          const message: EventBody = {
            kind: 'message',
            conversation: 'c',
            from: 'a',
            to: ['b'],
            observers: [],
            text: long,
            label: 'status_update',
          }
          return () => actsOf(message, 'b/m1')
        }, 4_000)
      }
    })
  })
}

function expectSound({ act, by, about, to = [], group = [], text: said = '', parent, doubt = '' }: Act): void {
  for (const one of [by, ...to, ...group, ...('ref' in about ? [] : ['pair' in about ? about.pair : about.turn])]) {
    expect(one).not.toBe('')
    expect(one.length).toBeLessThanOrEqual(limits.nameChars)
  }
  for (const ref of [...('ref' in about ? [about.ref] : []), ...(parent === undefined ? [] : [parent])]) {
    expect(ref).not.toBe('')
    expect(ref.length).toBeLessThanOrEqual(actLimits.ref)
  }
  if (act === 'ask') expect(to).not.toContain(by)
  expect(said.length).toBeLessThanOrEqual(actLimits.text)
  expect(doubt.length).toBeLessThanOrEqual(actLimits.text)
}
