import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { messageBody, storedEvent } from '../../../../test/fakes/events.ts'
import type { MessageEvent } from '../../../core/event.ts'
import { fixedMessage } from './fix-message.ts'
import { parseMessageFile } from './message.ts'
import { formatDraft, idOfWireId, mailWireId, replyDraft } from './wire.ts'

const stamp = { id: '01J0000000000000000000000A', at: Date.UTC(2026, 0, 2) }
const draft = { from: 'operator', to: ['coder'], observers: [], text: 'Mend it' }

describe('a message of the operator', () => {
  test('is the file that would be written, the same for the same command', () => {
    const formatted = formatDraft({ ...draft, replyTo: 'event' }, { ...stamp, answers: 'operator/msg_1_x@0a1b2c3d4e5f' })
    expect(formatted).toEqual(formatDraft({ ...draft, replyTo: 'event' }, { ...stamp, answers: 'operator/msg_1_x@0a1b2c3d4e5f' }))
    if (!formatted.ok) throw new Error(formatted.fault.message)
    expect(JSON.parse(formatted.value.wire)).toEqual({
      id: 'msg_1767312000000_01j0000000000000000000000a',
      action: 'status_update',
      sender: 'operator',
      recipient: 'coder',
      payload: 'Mend it',
      replyTo: 'msg_1_x',
      createdAt: '2026-01-02T00:00:00.000Z',
    })
    expect(formatDraft(draft, { ...stamp, id: '01J0000000000000000000000B' })).not.toEqual(formatDraft(draft, stamp))
  })

  test.each([
    ['from', { from: 'a/b' }],
    ['to', { to: [] }],
    ['to', { to: ['coder', 'tester'] }],
    ['to', { to: ['../x'] }],
    ['observers', { observers: ['tester'] }],
    ['text', { text: ' \n' }],
    ['text', { text: '\ud800' }],
    ['text', { text: '"'.repeat(600_000) }],
  ])('a fault at %s: %j', (field, change) => {
    expect(formatDraft({ ...draft, ...change }, stamp)).toMatchObject({ ok: false, fault: { field } })
  })

  test('an answer goes to the sender; an answer to one’s own message, to its recipients', () => {
    const event = storedEvent(1, messageBody('coder', 'operator', 'hi')) as MessageEvent
    expect(replyDraft(event, 'operator')).toMatchObject({ to: ['coder'], replyTo: event.id })
    expect(replyDraft(storedEvent(1, messageBody('Operator', 'coder', 'hi')) as MessageEvent, 'operator')).toMatchObject({ to: ['coder'] })
  })

  test('identities lead back to ids, and nothing else does', () => {
    expect(idOfWireId(mailWireId('Coder', 'msg_1_x'))).toBe('msg_1_x')
    expect(idOfWireId(mailWireId('Coder', 'msg_1_x', '0a1b'))).toBe('msg_1_x')
    for (const other of ['', 'msg_1', 'a/b/c', 'receipt/read/a/b', 'a/..']) expect(idOfWireId(other)).toBeUndefined()
  })
})

describe('a corrected dead letter', () => {
  const now = Date.UTC(2026, 0, 2)
  test('has no extra commas, all fields and no BOM; the sender is never guessed', () => {
    const fixed = fixedMessage('inbox/coder/note 1.json', '\ufeff{"sender": "docs", "payload": "a, }", "x": [1, 2,],}', 'coder', now) ?? ''
    expect(JSON.parse(fixed)).toMatchObject({ action: 'status_update', sender: 'docs', recipient: 'coder', payload: 'a, }', x: [1, 2] })
    expect(fixedMessage('inbox/coder/n.json', '{"payload": "x"}', 'coder', now)).toBeUndefined()
    expect(fixedMessage('inbox/coder/n.json', '{"sender": "docs", "payload": "cut o', 'coder', now)).toBeUndefined()
  })

  test('is a message or nothing, whatever the input (F6)', () => {
    const field = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constantFrom('docs', 'msg_1_a'))
    const object = fc.dictionary(fc.constantFrom('id', 'action', 'sender', 'recipient', 'payload', 'createdAt', '__proto__', 'x'), field)
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      object.map((value) => JSON.stringify(value).replace('}', ',}')),
    )
    fc.assert(
      fc.property(text, (given) => {
        const fixed = fixedMessage('inbox/coder/n.json', given, 'coder', now)
        if (fixed !== undefined) expect(parseMessageFile('n.json', fixed)).toMatchObject({ ok: true })
      }),
      { numRuns: 150 },
    )
  })
})
