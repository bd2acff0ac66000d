import { describe, expect, it, test } from 'vitest'
import { legalNames } from '../../../../test/corpora/paths.ts'
import { limits } from '../../../core/limits.ts'
import { checkAgentName, nameKey } from './agent-name.ts'
import { checkMessageId, claimedAt, formatMessageFile, isMessageFile, listedOf, parseMessageFile } from './message.ts'
import { formatMark, markFileName, markOf, parseMark } from './mark.ts'
import { OddValue } from './optional-field.ts'
import { formatReceipt, parseReceipt, parseResultFile, receiptFileName, receiptFor } from './receipt.ts'

const text = `{
  "id": "msg_1795255438120_w4t8b1",
  "action": "request_review",
  "sender": "coder",
  "recipient": "reviewer",
  "payload": "Please review",
  "replyTo": "msg_1",
  "metadata": {
    "branch": "auth/rotate"
  },
  "team": "team_auth",
  "persona": "Be strict.",
  "createdAt": "2026-11-21T10:03:58.120Z"
}
`
function read(change: object) {
  return parseMessageFile('m.json', JSON.stringify({ ...(JSON.parse(text) as object), ...change }))
}

describe('a message file', () => {
  it('is read and written as the specification prints it', () => {
    const parsed = parseMessageFile('msg_1795255438120_w4t8b1.json', text)
    if (!parsed.ok) throw new Error(parsed.fault.message)
    expect(parsed.value).toEqual(JSON.parse(text))
    expect(formatMessageFile(parsed.value)).toBe(text)
  })

  it('keeps unknown fields, whatever their names', () => {
    const more = { sessionToken: 't', auth: { version: 1, nonce: 'n' }, ['__proto__']: { a: 1 }, constructor: 'c' }
    const source = JSON.stringify({ ...(JSON.parse(text) as object), ...more }).replace(
      '"sessionToken"',
      '"__proto__":{"a":1},"sessionToken"',
    )
    const parsed = parseMessageFile('m.json', source)
    if (!parsed.ok) throw new Error(parsed.fault.message)
    expect(JSON.parse(formatMessageFile(parsed.value))).toEqual(JSON.parse(source))
    expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype)
  })

  it('keeps values that do not fit their field out of lists', () => {
    const parsed = read({})
    if (!parsed.ok) throw new Error(parsed.fault.message)
    expect(listedOf(parsed.value)).toEqual({ replyTo: 'msg_1', team: 'team_auth' })
    expect(listedOf(Object.assign(parsed.value, { team: new OddValue({ a: 1 }) }))).toEqual({ replyTo: 'msg_1' })
  })

  it('may have null for absent fields, begin with a BOM, use another action, and lack the time', () => {
    for (const change of [{ replyTo: null, metadata: null, team: null, persona: null }, { action: 'shout' }, { createdAt: undefined }]) {
      expect(read(change).ok).toBe(true)
    }
    expect(read({ replyTo: null })).not.toHaveProperty('value.replyTo')
    expect(parseMessageFile('m.json', `\ufeff${text}`).ok).toBe(true)
  })

  it.each([
    [{ id: undefined }, 'The field “id” is missing.'],
    [{ id: '../x' }, 'The field “id” is not valid'],
    [{ id: 'msg_1.receipt' }, 'ends like a mark'],
    [{ sender: '../../etc' }, 'The sender can contain only letters'],
    [{ recipient: 'NUL' }, 'device'],
    [{ recipient: 'a/b' }, 'The recipient can contain only letters'],
    [{ payload: { a: 1 } }, 'The field “payload” is not valid'],
    [{ payload: undefined }, 'The field “payload” is missing.'],
    [{ metadata: [1] }, 'The field “metadata” is not valid'],
    [{ action: '' }, 'The field “action” is not valid'],
  ])('that contains %j is a dead letter with a reason', (change, words) => {
    expect(read(change)).toMatchObject({ ok: false, fault: { message: expect.stringContaining(words) } })
  })

  it('that is cut off, empty, not an object, too deep or too large is a dead letter', () => {
    for (const source of ['', text.slice(0, -10), '[]', 'null', '"x"', '\0']) expect(parseMessageFile('m.json', source).ok).toBe(false)
    const deep = (depth: number) => text.replace('"auth/rotate"', `${'['.repeat(depth)}${']'.repeat(depth)}`)
    expect(parseMessageFile('m.json', deep(limits.jsonDepth - 2)).ok).toBe(true)
    expect(parseMessageFile('m.json', deep(limits.jsonDepth - 1))).toMatchObject({ fault: { code: 'too-large' } })
    const large = text.replace('Please review', 'x'.repeat(limits.message))
    expect(parseMessageFile('m.json', large)).toMatchObject({ fault: { code: 'too-large' } })
  })
})

it('marks, receipts, results, hidden and temporary files are not messages', () => {
  const names = [
    'msg_1.json',
    'a.JSON',
    'msg_1.result.json',
    'msg_1.receipt.json',
    'msg_1.RESULT.json',
    '.msg_1.json',
    'msg_1.json.tmp',
    'readme.md',
  ]
  expect(names.filter(isMessageFile)).toEqual(['msg_1.json'])
})

it('a receipt follows the specification', () => {
  const parsed = parseMessageFile('m.json', text)
  if (!parsed.ok) throw new Error(parsed.fault.message)
  const receipt = receiptFor(parsed.value, Date.UTC(2026, 0, 1))
  expect(receipt).toEqual({
    id: 'receipt_msg_1795255438120_w4t8b1',
    inReplyTo: 'msg_1795255438120_w4t8b1',
    status: 'delivered',
    summary: "Message delivered to 'reviewer' inbox",
    processedAt: '2026-01-01T00:00:00.000Z',
    error: null,
  })
  expect(parseReceipt(formatReceipt(receipt))).toEqual({ ok: true, value: receipt })
  expect(receiptFileName('msg_1')).toBe('receipt_msg_1.json')
  expect(parseReceipt('{"id":"x"}').ok).toBe(false)
})

it('a result file names its message in its text or its name', () => {
  expect(parseResultFile('msg_1.result.json', '{"status":"completed"}')).toMatchObject({
    value: { inReplyTo: 'msg_1', status: 'completed' },
  })
  expect(parseResultFile('msg_1.result.json', '{"status":"failed","inReplyTo":"msg_2"}')).toMatchObject({ value: { inReplyTo: 'msg_2' } })
  expect(parseResultFile('msg_1.result.json', '{}').ok).toBe(false)
})

it('a mark says who did what, and is not a message', () => {
  const mark = markOf('msg_1', 'acknowledged', 'coder', Date.UTC(2026, 0, 1), 'on it')
  expect(parseMark(formatMark(mark))).toEqual({ ok: true, value: mark })
  expect(parseMessageFile(markFileName('msg_1', 'read'), formatMark(mark)).ok).toBe(false)
  expect(parseMark('{"status":"shouted"}').ok).toBe(false)
})

function timeOf(createdAt: string): number | undefined {
  const parsed = read({ createdAt })
  return parsed.ok ? claimedAt(parsed.value, Date.UTC(2026, 0, 1)) : Number.NaN
}

test('times are claims: clamped, and absent where none is given', () => {
  expect(timeOf('2025-12-31T00:00:00+00:00')).toBe(Date.UTC(2025, 11, 31))
  expect(timeOf('9999-01-01')).toBe(Date.UTC(2026, 0, 2))
  expect(timeOf('soon')).toBeUndefined()
})

describe('names (F14)', () => {
  it.each(['coder', 'coder 1', 'a_b-C9', '__proto__', 'constructor', 'x'.repeat(128), '-'])('%s is legal', (name) => {
    expect(checkAgentName(name)).toEqual({ ok: true, value: name })
  })
  it.each([
    ['', 'invalid'],
    ['x'.repeat(129), 'too-large'],
    ['..', 'not-allowed'],
    ['.', 'not-allowed'],
    ['a/b', 'not-allowed'],
    ['a\\b', 'not-allowed'],
    [' a', 'invalid'],
    ['a ', 'invalid'],
    ['a\n', 'invalid'],
    ['a\0', 'invalid'],
    ['café', 'invalid'],
    ['CON', 'not-allowed'],
    ['com1', 'not-allowed'],
    ['nul ', 'invalid'],
    ['a:b', 'invalid'],
  ] as const)('%j is refused', (name, code) => {
    expect(checkAgentName(name)).toMatchObject({ ok: false, fault: { code } })
  })
  it('only valid characters are accepted from the corpus, and a suggested name is valid', () => {
    for (const name of legalNames) {
      const checked = checkAgentName(name)
      expect(checked.ok).toBe(/^[a-zA-Z0-9_-]([a-zA-Z0-9 _-]*[a-zA-Z0-9_-])?$/.test(name) && name.length <= 128)
      if (!checked.ok && checked.fault.fix !== undefined) expect(checkAgentName(checked.fault.fix).ok).toBe(true)
    }
  })
  it('names that differ in case have one key', () => {
    expect(nameKey('Coder 1')).toBe(nameKey('cODER 1'))
  })
  it.each(['msg_1_a', 'a.b', 'A', 'x'.repeat(128)])('the id %s is legal', (id) => expect(checkMessageId(id).ok).toBe(true))
  it.each(['', '.a', '../a', 'a/b', 'a\\b', 'a:b', 'a b', 'a\0', 'a.result', 'a.receipt', '-a', 'x'.repeat(129), 'é'])(
    'the id %j is refused',
    (id) => expect(checkMessageId(id).ok).toBe(false),
  )
})
