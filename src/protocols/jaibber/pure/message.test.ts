import { describe, expect, it, test } from 'vitest'
import { said, streamed } from '../../../../test/fakes/jaibber-messages.ts'
import { parseMessage } from './message.ts'
import { maxWireBytes, roomForText, utf8Length, wireSize } from './size.ts'

const whole = {
  ...said('Hi @Coder'),
  responseId: 'r',
  agentName: 'Coder',
  mentions: ['Coder'],
  isAgentMessage: true,
  responseDepth: 2,
  respondingChain: ['a', 'coder'],
  isTaskNotification: false,
  attachments: [{ id: 'a', filename: 'x.png', mimeType: 'image/png', fileSize: 5, blobUrl: 'https://files.example.org/x' }],
  parentMessageId: 'before',
  executionMode: 'plan',
}

describe('a message', () => {
  it('is read with every field of the specification, and those found in practice', () => {
    expect(parseMessage(whole)).toEqual({ ok: true, value: whole })
    expect(parseMessage(JSON.stringify(whole))).toEqual({ ok: true, value: whole })
  })

  it.each(['typing', 'chunk', 'response', 'done', 'error'] as const)('of the type %s is read', (type) => {
    expect(parseMessage(streamed(type, 'x'))).toEqual({ ok: true, value: streamed(type, 'x') })
  })

  it('of an unknown type, with its own fields, is kept unchanged', () => {
    const strange = { ...said('x'), type: 'my-own', more: { deep: [1] } }
    expect(parseMessage(strange)).toEqual({ ok: true, value: strange })
  })

  it('may have null for optional fields', () => {
    expect(parseMessage({ ...said('x'), agentName: null, mentions: null, attachments: null })).toEqual({ ok: true, value: said('x') })
  })

  it('takes no prototype from its fields', () => {
    const parsed = parseMessage(JSON.parse(`{"__proto__":{"from":"them"},"constructor":1,${JSON.stringify(said('x')).slice(1)}`))
    if (!parsed.ok) throw new Error(parsed.fault.message)
    expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype)
    expect(Object.hasOwn(parsed.value, '__proto__')).toBe(false)
    expect(parsed.value['constructor']).toBe(1)
  })
})

function without(name: string): unknown {
  return Object.fromEntries(Object.entries(said('x')).filter(([key]) => key !== name))
}

describe('what is not a message', () => {
  test.each(['from', 'fromUsername', 'projectId', 'text', 'messageId', 'type'])('without %s: the fault names it', (name) => {
    expect(parseMessage(without(name))).toMatchObject({
      ok: false,
      fault: { code: 'invalid', field: name, message: `A message cannot be read: ${name} is missing.` },
    })
  })

  test.each([
    ['text', 1],
    ['from', ''],
    ['mentions', 'Coder'],
    ['mentions', Array.from({ length: 257 }, () => 'x')],
    ['responseDepth', '2'],
    ['respondingChain', [1]],
    ['isAgentMessage', 'yes'],
    ['attachments', [{ id: 1 }]],
    ['messageId', 'x'.repeat(513)],
  ])('with a wrong %s: the fault names it', (name, value) => {
    const parsed = parseMessage({ ...said('x'), [name]: value })
    expect(parsed).toMatchObject({ ok: false, fault: { code: 'invalid', message: expect.stringContaining(name) as string } })
  })

  test.each([[undefined], [null], [1], ['no JSON'], ['[]'], [[]], [true]])('%j', (data) => {
    expect(parseMessage(data)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  })

  test('values that JSON does not have', () => {
    expect(parseMessage({ ...said('x'), more: 1n })).toMatchObject({ ok: false, fault: { code: 'invalid' } })
    expect(parseMessage(() => said('x'))).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  })

  test('nested too deeply, or circular', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown
    expect(parseMessage({ ...said('x'), deep })).toMatchObject({ ok: false, fault: { code: 'too-large' } })
    const ring: Record<string, unknown> = { ...said('x') }
    ring['ring'] = ring
    expect(parseMessage(ring)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  })

  test('larger than Ably accepts: the fault names both sizes', () => {
    const room = roomForText(said(''))
    expect(parseMessage(said('x'.repeat(room)))).toMatchObject({ ok: true })
    expect(wireSize(said('x'.repeat(room)))).toBe(maxWireBytes)
    const fault = { code: 'too-large', message: 'The message has 65,537 bytes; the limit is 65,536.' }
    expect(parseMessage(said('x'.repeat(room + 1)))).toMatchObject({ ok: false, fault })
    expect(parseMessage('x'.repeat(maxWireBytes + 1))).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  })
})

test('the size is that of the name and of the JSON in UTF-8', () => {
  for (const text of ['', 'abc', 'äöü', '€', '😀', '\ud800', '"\\\n\u0001', 'a😀€ä'])
    expect(wireSize(said(text))).toBe('message'.length + Buffer.byteLength(JSON.stringify(said(text))))
  expect(utf8Length('\ud800')).toBe(Buffer.byteLength('\ufffd'))
})
