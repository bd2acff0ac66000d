import { describe, expect, test } from 'vitest'
import type { Draft } from '../../../core/command.ts'
import type { WirePreview } from '../../../core/command.ts'
import type { Result } from '../../../core/fault.ts'
import { formatDraft, formatEnvelope, type Sender } from './draft.ts'
import { bytesOf } from './size.ts'
import { ulidTime } from '../../../core/ulid.ts'

const id = '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z'
const sender: Sender = {
  prefix: { nick: 'mira', user: 'mira', host: '10.0.0.1' },
  id,
  nickOf: (name) => (name === 'operator' ? 'mira' : name),
}
const format = (more: Partial<Draft>): Result<WirePreview> =>
  formatDraft({ from: 'operator', to: [], observers: [], text: 'hello', where: '#work', ...more }, sender)
const wire = (more: Partial<Draft>): string => {
  const made = format(more)
  return made.ok ? made.value.wire : `${made.fault.field}: ${made.fault.message}`
}
const payload = (more: Partial<Draft>): unknown => (JSON.parse(wire(more).slice('PRIVMSG #work :'.length)) as { payload?: unknown }).payload

describe('plain text', () => {
  test.each([
    [{}, 'PRIVMSG #work :hello'],
    [{ text: '  kept  as it is ' }, 'PRIVMSG #work :  kept  as it is '],
    [{ to: ['coder', '@workers', '@all', '@claude-*'] }, 'PRIVMSG #work :@coder @worker @all @claude-* hello'],
    [{ to: ['coder'], text: 'well, @coder, go' }, 'PRIVMSG #work :well, @coder, go'],
    [{ to: ['coder'], text: 'coder: go' }, 'PRIVMSG #work :coder: go'],
    [{ to: ['code'], text: 'well, @coder' }, 'PRIVMSG #work :@code well, @coder'],
    [{ to: ['coder'], where: '' }, 'PRIVMSG coder :hello'],
    [{ to: ['#work'], where: '' }, 'PRIVMSG #work :hello'],
    [{ to: ['operator'], where: '' }, 'PRIVMSG mira :hello'],
  ])('%o is %s', (more, expected) => expect(wire(more)).toBe(expected))

  test.each([
    [{ to: ['coder'] }, 'coder: hello'],
    [{ to: ['coder'], text: 'coder, hello' }, 'coder, hello'],
    [{ to: ['coder'], text: '@coder hello' }, '@coder hello'],
    [{ to: ['@workers'] }, '@worker hello'],
    [{ to: ['coder', 'tester'] }, '@coder @tester hello'],
  ])('in a channel with bare nicks, %o is %s', (more, expected) => {
    const made = formatDraft(
      { from: 'operator', observers: [], text: 'hello', where: '#work', ...more },
      { ...sender, formIn: (channel) => (channel === '#work' ? 'bare' : undefined) },
    )
    expect(made).toMatchObject({ ok: true, value: { wire: `PRIVMSG #work :${expected}` } })
  })

  test.each([
    [{ where: '', to: [] }, 'to'],
    [{ where: '', to: ['a', 'b'] }, 'where'],
    [{ where: '', to: ['@workers'] }, 'where'],
    [{ where: '', to: ['a b'] }, 'to'],
    [{ where: 'no channel' }, 'where'],
    [{ where: '#a,#b' }, 'where'],
    [{ where: '#a\r\nQUIT' }, 'where'],
    [{ to: ['x\nQUIT'] }, 'to'],
    [{ to: ['@x y-*'] }, 'to'],
    [{ to: ['@*'] }, 'to'],
    [{ observers: ['x'] }, 'observers'],
    [{ from: 'coder' }, 'from'],
    [{ text: ' ' }, 'text'],
    [{ text: 'a\nb' }, 'text'],
    [{ text: 'a\rQUIT :x' }, 'text'],
    [{ text: 'a\0b' }, 'text'],
    [{ text: '\u0001VERSION\u0001' }, 'text'],
    [{ text: '{"v":1,"type":"t","id":"i","from":"f"}' }, 'text'],
    [{ text: '[coder] {"v":1' }, 'text'],
    [{ text: 'x'.repeat(300_000) }, 'text'],
  ])('%o is refused, naming the field %s (F9)', (more, field) => expect(format(more)).toMatchObject({ ok: false, fault: { field } }))

  test('a line break has a fix', () => {
    expect(format({ text: ' one\r\n\n two ' })).toMatchObject({ fault: { fix: 'one two' } })
  })

  test('the largest that fits is sent; one byte more is a fault with both sizes (F18)', () => {
    const most = 510 - ':mira!mira@10.0.0.1 PRIVMSG #work :'.length
    expect(format({ text: 'x'.repeat(most) })).toMatchObject({ ok: true, value: { bytes: most + 15, limit: most + 15 } })
    const words = `This line has ${most + 1} bytes; a line to #work has room for ${most}. Shorten it.`
    expect(format({ text: 'x'.repeat(most + 1) })).toMatchObject({ ok: false, fault: { code: 'too-large', message: words } })
    expect(format({ text: 'é'.repeat(most / 2 + 1) })).toMatchObject({ fault: { code: 'too-large' } })
    expect(format({ text: 'x'.repeat(100_000) })).toMatchObject({ fault: { code: 'too-large' } })
  })

  test('of a text that is too long it says where what does not fit begins, never inside a character', () => {
    const most = 510 - ':mira!mira@10.0.0.1 PRIVMSG #work :'.length
    expect(format({ text: 'x'.repeat(most + 9) })).toMatchObject({ fault: { at: most } })
    expect(format({ text: `x${'\u{1f6a2}'.repeat(200)}` })).toMatchObject({ fault: { at: 1 + 2 * Math.floor((most - 1) / 4) } })
    expect(format({ to: ['coder'], text: 'x'.repeat(most) })).toMatchObject({ fault: { at: most - '@coder '.length } })
  })
})

describe('envelopes', () => {
  test('a new task, with the time of its id', () => {
    const made = wire({ label: 'task.create', to: ['@workers'], text: '', data: { title: 'Rerun', description: '', assignee: 'coder' } })
    expect(made).toBe(
      `PRIVMSG #work :{"v":1,"type":"task.create","id":"${id}","from":"mira","to":["@workers"],"ts":${ulidTime(id)},"payload":{"title":"Rerun","assignee":"coder"}}`,
    )
    expect(format({ label: 'agent.bye', text: '' })).toMatchObject({ value: { bytes: bytesOf(wire({ label: 'agent.bye', text: '' })) } })
  })

  test.each([
    ['task.create', undefined, 'Rerun', { title: 'Rerun' }],
    ['task.create', { title: 'a' }, 'ignored', { title: 'a' }],
    ['task.update', { task_id: 'x' }, 'half way', { task_id: 'x', comment: 'half way' }],
    ['task.complete', { task_id: 'x' }, 'done', { task_id: 'x', summary: 'done' }],
    ['agent.bye', undefined, 'x', undefined],
    ['my.own', undefined, 'a text', { text: 'a text' }],
    ['my.own', { n: [1], text: '' }, 'a text', { n: [1], text: '' }],
    ['my.own', { line: 'a\r\nQUIT' }, '', { line: 'a\r\nQUIT' }],
  ])('%s with %o and the text %j has the payload %o', (label, data, text, expected) =>
    expect(payload({ label, text, ...(data !== undefined && { data }) })).toEqual(expected),
  )

  test('a line break in a field is data, and stays on the one line (F9, F17)', () => {
    expect(wire({ label: 'my.own', data: { line: 'a\r\nQUIT :\0' }, text: '' })).not.toMatch(/[\r\n\0]/)
  })

  test.each([
    [{ label: 'task.create', text: '' }, 'title'],
    [{ label: 'task.update', text: 'x' }, 'task_id'],
    [{ label: 'agent.hello', text: 'x' }, 'runtime'],
    [{ label: 'task.create', text: '', data: { title: 1 } }, 'data'],
    [{ label: 'my.own', data: { a: 'x'.repeat(500) } }, 'text'],
    [{ label: 'my.own', to: ['a', 'b'], where: '' }, 'where'],
  ])('%o is refused, naming the field %s', (more, field) => expect(format(more)).toMatchObject({ ok: false, fault: { field } }))

  test('endless data is a fault', () => {
    let data: Record<string, unknown> = {}
    for (let depth = 0; depth < 10_000; depth++) data = { data }
    expect(format({ label: 'my.own', data })).toMatchObject({ ok: false, fault: { field: 'data' } })
  })

  test('goes to channels and nicks only', () => {
    const envelope = { v: 1, type: 't', id, from: 'mira', ts: 0 } as const
    expect(formatEnvelope(envelope, '#a\r\nQUIT', sender.prefix)).toMatchObject({ ok: false, fault: { field: 'where' } })
  })
})

test.each([
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 1_469_922_850_259],
  ['00000000000000000000000000', 0],
  ['7ZZZZZZZZZ0000000000000000', 2 ** 48 - 1],
  ['8ZZZZZZZZZ0000000000000000', undefined],
  ['01ARZ3NDEKTSV4RRFFQ69G5FA', undefined],
  ['01arz3ndektsv4rrffq69g5fav', undefined],
])('the time of the ULID %s is %s', (text, time) => expect(ulidTime(text)).toBe(time))
