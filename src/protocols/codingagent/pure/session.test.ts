import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { formatSessionFile, parseSessionFile } from './session.ts'
import type { SessionFile } from './session.ts'

/** The example of the specification (Session State), with results. */
const example: SessionFile = {
  sessionId: 'a1b2c3d4',
  task: 'Create a calculator app',
  sequenceNumber: 3,
  isComplete: false,
  createdAt: '2025-01-15T10:30:00Z',
  updatedAt: '2025-01-15T10:35:00Z',
  lastResults: [
    { type: 'CREATE_FILE', success: true, summary: "Created 'a'" },
    { type: 'RUN_COMMAND', success: false, summary: "Ran 'x' (exit code 1)", output: 'no' },
  ],
  readFileRequests: ['src/Calculator.cs'],
}

describe('Session State', () => {
  it('is written with exactly the keys of the specification, in order, and read back', () => {
    const text = formatSessionFile({ ...example, more: 1 } as SessionFile)
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'sessionId',
      'task',
      'sequenceNumber',
      'isComplete',
      'createdAt',
      'updatedAt',
      'lastResults',
      'readFileRequests',
    ])
    expect(parseSessionFile(text)).toEqual({ ok: true, value: example })
    expect(text.startsWith('{\n  "sessionId": "a1b2c3d4",\n')).toBe(true)
  })

  it('accepts what another program wrote: other keys, null for absent values, a byte order mark', () => {
    const other = { ...example, version: 2, lastResults: [{ commandType: 'X', success: true, summary: 'y', output: null, exitCode: 0 }] }
    expect(parseSessionFile(`\ufeff${JSON.stringify(other)}`)).toEqual({
      ok: true,
      value: { ...example, lastResults: [{ type: 'X', success: true, summary: 'y' }] },
    })
  })

  it('names a command in commandType, like the original, and reads the key of our first release', () => {
    expect(JSON.parse(formatSessionFile(example))).toMatchObject({
      lastResults: [{ commandType: 'CREATE_FILE', success: true }, { commandType: 'RUN_COMMAND' }],
    })
    expect(parseSessionFile(JSON.stringify(example))).toEqual({ ok: true, value: example })
    const neither = { ...example, lastResults: [{ success: true, summary: 'y' }] }
    expect(parseSessionFile(JSON.stringify(neither))).toMatchObject({ ok: false })
  })

  it.each([
    ['no JSON', '{', 'The session file is not valid JSON.'],
    ['no object', '[]', 'The session file cannot be used: it does not contain a session.'],
    [
      'a wrong id',
      JSON.stringify({ ...example, sessionId: 'A1B2C3D4' }),
      'The session file cannot be used: the value of “sessionId” is invalid.',
    ],
    [
      'no sequence',
      JSON.stringify({ ...example, sequenceNumber: 0 }),
      'The session file cannot be used: the value of “sequenceNumber” is invalid.',
    ],
    ['no time', JSON.stringify({ ...example, updatedAt: 'soon' }), 'The session file cannot be used: the value of “updatedAt” is invalid.'],
    [
      'a damaged result',
      JSON.stringify({ ...example, lastResults: [{ type: 'X' }] }),
      'The session file cannot be used: the value of “lastResults.0.success” is invalid.',
    ],
    [
      'a missing key',
      JSON.stringify({ ...example, isComplete: undefined }),
      'The session file cannot be used: the value of “isComplete” is invalid.',
    ],
  ])('names what is wrong: %s', (_what, text, message) => {
    expect(parseSessionFile(text)).toMatchObject({ ok: false, fault: { code: 'invalid', message } })
  })

  it.each([
    ['task', { task: 'x'.repeat(limits.message) }, { task: 'x'.repeat(limits.message + 1) }],
    ['sequence', { sequenceNumber: 9_999 }, { sequenceNumber: 10_000 }],
    [
      'requests',
      { readFileRequests: Array.from({ length: 10_000 }, () => 'a') },
      { readFileRequests: Array.from({ length: 10_001 }, () => 'a') },
    ],
    ['depth', { more: nested(62) }, { more: nested(64) }],
  ])('accepts values at the limit of %s, and refuses more (F18)', (_what, good, bad) => {
    expect(parseSessionFile(JSON.stringify({ ...example, ...good })).ok).toBe(true)
    expect(parseSessionFile(JSON.stringify({ ...example, ...bad })).ok).toBe(false)
  })
})

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
}
