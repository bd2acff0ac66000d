import { describe, expect, it } from 'vitest'
import { sized } from '../../../../test/sizes.ts'
import type { NewEvent } from '../../../core/event.ts'
import { limits } from '../../../core/limits.ts'
import { ChatReader } from './reader.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const place = { generation: 1, label: 'chat.md', path: '.workplace/chat.md' }

function reader(position = { offset: 0, line: 1 }): ChatReader {
  return new ChatReader({ ...place, position })
}

function readAll(text: string | Uint8Array): NewEvent[] {
  const own = reader()
  own.push(typeof text === 'string' ? encode(text) : text)
  return own.take('settled')
}

function texts(events: readonly NewEvent[]): string[] {
  return events.map(({ body }) =>
    body.kind === 'message' ? `${body.from}>${body.to.join()}: ${body.text}` : body.kind === 'comment' ? `# ${body.text}` : body.kind,
  )
}

describe('ChatReader', () => {
  it('reads the multi-line example of the specification as one message', () => {
    const text = [
      '[coder-to-reviewer]: Review needed for auth module',
      '  Changes:',
      '  - Added JWT validation in src/auth.rs',
      '  - Updated middleware in src/middleware.rs',
      '  - Added tests in tests/auth_test.rs',
      '',
    ].join('\n')
    expect(readAll(text)).toMatchObject([
      {
        raw: { text: text.slice(0, -1), anchor: { label: 'chat.md:1', path: '.workplace/chat.md', line: 1 } },
        body: {
          kind: 'message',
          conversation: 'coder⇄reviewer',
          from: 'coder',
          to: ['reviewer'],
          observers: [],
          text: 'Review needed for auth module\nChanges:\n- Added JWT validation in src/auth.rs\n- Updated middleware in src/middleware.rs\n- Added tests in tests/auth_test.rs',
        },
      },
    ])
  })

  it('numbers physical lines, including blank ones, and keeps other lines as comments', () => {
    const events = readAll('\ufeff# notes\r\n\r\n[a-to-b]: one\r\n\r\n\r\n[b-to-a] @ [c]: two\r\n[oops]\r\n')
    expect(texts(events)).toEqual(['# # notes', 'a>b: one', 'b>a: two', '# [oops]'])
    expect(events.map((event) => event.raw.anchor?.line)).toEqual([1, 3, 6, 7])
    expect(events[2]?.body).toMatchObject({ observers: ['c'], conversation: 'a⇄b' })
  })

  it('reports for a failed message what the lint reports, with the corrected line', () => {
    const events = readAll('[coder to reviewer]: x\n[a-to-]: y\n[a-to-b]:\n[note] no message\n')
    expect(texts(events)).toEqual(['fault', 'fault', 'fault', '# [note] no message'])
    expect(events.map(({ body }) => (body.kind === 'fault' ? [body.fault.detail, body.fault.fix] : []))).toEqual([
      ['CH001', '[coder-to-reviewer]: x'],
      ['CH002', undefined],
      ['CH003', undefined],
      [],
    ])
    expect(events[1]?.body).toMatchObject({ fault: { code: 'invalid', message: expect.stringMatching(/^Line 2 /) } })
  })

  it('keeps deeper indentation, tabs and blank lines inside a message, and drops those below it', () => {
    expect(texts(readAll('[a-to-b]: x\n    code\n\tt\n\n  y  \n\n\nend\n'))).toEqual(['a>b: x\n  code\nt\n\ny', '# end'])
  })

  it('takes an indented header for text of the message above and says so', () => {
    const [only, ...more] = readAll('[a-to-b]: log\n  [x-to-y]: forged\n')
    expect(more).toEqual([])
    expect(only?.body).toMatchObject({
      from: 'a',
      text: 'log\n[x-to-y]: forged',
      doubts: ['Line 2 looks like a message from x but is indented, so it is part of a\u2019s message'],
    })
  })

  it('does so only if there is a message above', () => {
    expect(texts(readAll('  [x-to-y]: forged\n'))).toEqual(['# [x-to-y]: forged'].map((line) => line.replace('# ', '#   ')))
  })

  it('keeps 1,000 blank lines inside a message and drops the rest (F18)', () => {
    const linesOf = [999, 1_000, 1_001, 100_000].map((blank) => {
      const [only] = readAll(`[a-to-b]: x\n${'\n'.repeat(blank)}  end\n`)
      return only?.raw.text.split('\n').length
    })
    expect(linesOf).toEqual([1_001, 1_002, 1_002, 1_002])
  })

  it('counts bytes that are not UTF-8', () => {
    const [event] = readAll(Uint8Array.from([...encode('[a-to-b]: caf'), 0xe9, ...encode(' x\n')]))
    expect(event).toMatchObject({
      raw: { badBytes: 1 },
      body: { text: 'caf\ufffd x', doubts: ['Contains 1 byte that is not valid UTF-8'] },
    })
  })

  it('emits a message immediately and replaces it if a continuation follows', () => {
    const own = reader()
    own.push(encode('[a-to-b]: x\n'))
    const [first] = own.take('idle')
    expect(own.take('idle')).toEqual([])
    own.push(encode('  y\n'))
    const [second] = own.take('idle')
    expect(second).toMatchObject({ supersedes: first?.wireId, body: { text: 'x\ny' } })
  })

  it('emits an incomplete line after silence and replaces it when it is complete', () => {
    const own = reader()
    own.push(encode('[a-to-b]: hel'))
    expect(own.take('idle')).toEqual([])
    const [torn] = own.take('settled')
    expect(texts([torn as NewEvent])).toEqual(['a>b: hel'])
    own.push(encode('lo\n'))
    const [whole, ...more] = own.take('idle')
    expect(more).toEqual([])
    expect(whole).toMatchObject({ supersedes: torn?.wireId, body: { text: 'hello' } })
  })

  it('replaces nothing if only the newline was missing', () => {
    const own = reader()
    own.push(encode('[a-to-b]: hello'))
    expect(own.take('settled')).toHaveLength(1)
    own.push(encode('\n'))
    expect(own.take('settled')).toEqual([])
  })

  it('emits an incomplete continuation as part of its message', () => {
    const own = reader()
    own.push(encode('[a-to-b]: x\n  ha'))
    const [first] = own.take('idle')
    const [torn] = own.take('settled')
    own.push(encode('lf\n'))
    const [whole] = own.take('idle')
    expect([first, torn, whole].map((event) => texts([event as NewEvent])[0])).toEqual(['a>b: x', 'a>b: x\nha', 'a>b: x\nhalf'])
    expect([torn?.supersedes, whole?.supersedes]).toEqual([first?.wireId, torn?.wireId])
  })

  it('keeps equal lines apart and gives them the same identity when they are read again', () => {
    const events = readAll('[a-to-b]: x\n[a-to-b]: x\n')
    expect(new Set(events.map((event) => event.wireId)).size).toBe(2)
    expect(readAll('[a-to-b]: x\n[a-to-b]: x\n').map((event) => event.wireId)).toEqual(events.map((event) => event.wireId))
  })

  it('resumes at its position as if it had never stopped, at every byte', () => {
    const whole = encode('# c\n[a-to-b]: one\n  more —\n\n  end\n[b-to-a]: two\n[c-to-d]: torn')
    const expected = new Set(readAll(whole).map((event) => event.wireId))
    for (let stop = 0; stop <= whole.length; stop++) {
      const first = reader()
      first.push(whole.subarray(0, stop))
      const before = first.take('settled')
      const second = new ChatReader({ ...place, position: first.position })
      second.push(whole.subarray(first.position.offset))
      const all = [...before, ...second.take('settled')]
      const replaced = new Set(all.flatMap((event) => event.supersedes ?? []))
      expect(new Set(all.map((event) => event.wireId).filter((id) => !replaced.has(id)))).toEqual(expected)
    }
  })

  it.each([
    ['a line', `[a-to-b]: ${'x'.repeat(limits.line - 10)}`, `[a-to-b]: ${'x'.repeat(limits.line - 9)}`],
    ['a name', `[a-to-${'b'.repeat(limits.nameChars)}]: x`, `[a-to-${'b'.repeat(limits.nameChars + 1)}]: x`],
    ['observers', `[a-to-b] @ [${'c,'.repeat(limits.observers)}]: x`, `[a-to-b] @ [${'c,'.repeat(limits.observers + 1)}]: x`],
  ])('accepts %s at the limit and refuses one more (F18)', (_what, good, bad) => {
    expect(readAll(`${good}\n`)[0]?.body.kind).toBe('message')
    const [event] = readAll(`${bad}\n[a-to-b]: next\n`)
    expect(event?.body).toMatchObject({ kind: 'fault', fault: { code: 'too-large', message: expect.stringContaining('Line 1') } })
    expect(readAll(`${bad}\n[a-to-b]: next\n`)).toHaveLength(2)
  })

  it('cuts a message at the limit, says so, and does not slow down after it (F18)', () => {
    const line = `  ${'x'.repeat(1_021)}\n`
    const own = reader()
    own.push(encode(`[a-to-b]: x\n${line.repeat(1_023)}`))
    expect(own.take('idle')[0]?.raw.truncated).toBeUndefined()
    own.push(encode(line.repeat(3)))
    const [cut] = own.take('idle')
    expect(cut).toMatchObject({ raw: { truncated: true }, body: { doubts: [expect.stringContaining('1,048,576 bytes')] } })
    own.push(encode(line.repeat(sized(20_000, 100_000))))
    expect(own.take('idle')).toEqual([])
  })
})
