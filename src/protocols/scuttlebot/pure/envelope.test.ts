import { describe, expect, test } from 'vitest'
import { decodeEnvelope, encodeEnvelope, newEnvelope } from './envelope.ts'

const source = { now: () => 1_712_000_000_000, newId: () => '01HX9ZAAAAAAAAAAAAAAAAAAAA' }
const base = { v: 1, type: 'task.create', id: '01HX9Z', from: 'orchestrator' }
const read = (value: unknown): unknown => decodeEnvelope(typeof value === 'string' ? value : JSON.stringify(value))
const nested = (depth: number): string => `{"v":1,"type":"t","id":"i","from":"f","payload":${'['.repeat(depth)}${']'.repeat(depth)}}`
const isTaken = (value: unknown): boolean => (read(value) as { ok: boolean }).ok

describe('examples of the specification', () => {
  const examples = [
    { v: 1, type: 'task.create', id: '01HX9Z...', from: 'claude-myrepo-a1b2c3d4', to: ['@workers'], ts: 1712000000000, payload: {} },
    { ...base, ts: 1712000000000, payload: { title: 'Refactor auth middleware', description: '...', assignee: 'claude-myrepo-a1b2c3d4' } },
    { v: 1, type: 'task.update', id: '01HX9Z...', from: 'c', ts: 1712000001000, payload: { task_id: '01HX9Y...', status: 'in_progress' } },
    {
      v: 1,
      type: 'task.complete',
      id: '01HX9Z...',
      from: 'c',
      ts: 1712000002000,
      payload: { task_id: '01HX9Y...', summary: 'Refactored.' },
    },
    { v: 1, type: 'agent.hello', id: '01HX9Z...', from: 'c', ts: 1712000000000, payload: { runtime: 'claude-code', version: '1.2.3' } },
    { v: 1, type: 'agent.bye', id: '01HX9Z...', from: 'c', ts: 1712000099000, payload: {} },
    { ...base, to: ['@workers', 'codex-7'], ts: 1712000000000, payload: { title: 'Run regression suite' } },
    { ...base, type: 'myorg.deploy.triggered' },
  ]
  test.each(examples)('$type is read unchanged', (example) => {
    expect(read(example)).toEqual({ ok: true, value: { ts: 0, ...example } })
    // Spread over several lines, as the specification prints them.
    expect(isTaken(JSON.stringify(example, null, 2))).toBe(true)
  })
})

describe('what other implementations accept and refuse (Envelope)', () => {
  test.each([
    ['no ts', base],
    ['an id that is no ULID', { ...base, id: 'x' }],
    ['null where a field may be absent', { ...base, ts: null, to: null, payload: null }],
    ['an empty to', { ...base, to: [] }],
    ['payload of any kind', { ...base, payload: [1, 'x', null] }],
    ['a payload that is a text', { ...base, payload: 'x' }],
    ['keys in any case', { V: 1, TYPE: 't', Id: 'i', FROM: 'f', Ts: 4, To: ['a'], PayLoad: 1 }],
    ['unknown keys', { ...base, extra: { a: 1 } }],
    ['a null entry of to', { ...base, to: ['a', null] }],
    ['the last duplicate', '{"v":2,"v":1,"type":"t","id":"i","from":"f"}'],
    ['the last duplicate in another case', '{"v":2,"V":1,"type":"t","id":"i","from":"f"}'],
    ['a null after the value', '{"v":1,"v":null,"type":"t","id":"i","from":"f"}'],
    ['blanks around it', ` ${JSON.stringify(base)}\n`],
  ])('accepts %s', (_what, value) => expect(isTaken(value)).toBe(true))

  test.each([
    ['v 2', { ...base, v: 2 }, 'v'],
    ['v as a text', { ...base, v: '1' }, 'v'],
    ['v 1.5', { ...base, v: 1.5 }, 'v'],
    ['no v', { type: 't', id: 'i', from: 'f' }, 'v'],
    ['an earlier case of v', '{"v":1,"V":2,"type":"t","id":"i","from":"f"}', 'v'],
    ['an exact key before another case', '{"v":1,"V":2,"v":3,"type":"t","id":"i","from":"f"}', 'v'],
    ['an empty type', { ...base, type: '' }, 'type'],
    ['a number as type', { ...base, type: 1 }, 'type'],
    ['no id', { ...base, id: undefined }, 'id'],
    ['null as from', { ...base, from: null }, 'from'],
    ['a text as to', { ...base, to: '@all' }, 'to'],
    ['a number in to', { ...base, to: [1] }, 'to'],
    ['a text as ts', { ...base, ts: '1' }, 'ts'],
    ['ts beyond 64 bits', { ...base, ts: 2 ** 63 }, 'ts'],
    ['a broken ts', { ...base, ts: 1.5 }, 'ts'],
  ])('refuses %s, naming the field', (_what, value, field) => {
    expect(read(value)).toMatchObject({ ok: false, fault: { code: 'invalid', field } })
  })

  test.each(['', 'null', '[]', '1', '"x"', '{', '{}}', `${JSON.stringify(base)} x`, '{"v":1', '[nick] {}'])('%j is no envelope', (text) =>
    expect(isTaken(text)).toBe(false),
  )

  test('a payload of 64 levels is accepted, one of 70 or 100,000 is a fault', () => {
    expect(isTaken(nested(60))).toBe(true)
    expect(isTaken(nested(70))).toBe(false)
    expect(isTaken(nested(100_000))).toBe(false)
  })
})

describe('constructors (Group addressing)', () => {
  test('New is for everyone and leaves out empty fields', () => {
    const made = newEnvelope('agent.bye', 'me', [], {}, source)
    expect(encodeEnvelope(made)).toBe('{"v":1,"type":"agent.bye","id":"01HX9ZAAAAAAAAAAAAAAAAAAAA","from":"me","ts":1712000000000}')
  })
  test('NewTo is addressed, with the keys in the order of the specification', () => {
    const made = newEnvelope('task.create', 'me', ['@workers', 'codex-7'], { title: 'x' }, source)
    expect(encodeEnvelope(made)).toBe(
      '{"v":1,"type":"task.create","id":"01HX9ZAAAAAAAAAAAAAAAAAAAA","from":"me","to":["@workers","codex-7"],"ts":1712000000000,"payload":{"title":"x"}}',
    )
    expect(newEnvelope('t', 'me', [], undefined, source).to).toBeUndefined()
  })
})
