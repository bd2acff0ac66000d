import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { formatDraft } from './draft.ts'
import { decodeEnvelope, encodeEnvelope, type Envelope } from './envelope.ts'
import { listener, type Us } from './events.ts'
import { lintText } from './lint.ts'
import { reporter } from './lint-report.ts'
import { addressees, isMentioned } from './mention.ts'
import { readLine } from './read-line.ts'
import { reassembler } from './reassemble.ts'
import { bytesOf } from './size.ts'
import { sized } from '../../../../test/sizes.ts'

const piece = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '\\u0000',
  '\\ud800',
  ' ',
  '\r',
  '\n',
  '\0',
  '\u0001ACTION ',
  '\ufeff',
  '\u202e',
  '😀',
  '\ud800',
  '"v":1',
  '"V":1',
  '"type":"task.create"',
  '"id":"01HX9Z"',
  '"from":"coder"',
  '"to":["@all"]',
  '"ts":1',
  '"payload":{}',
  'null',
  '1e400',
  '[coder] ',
  '@worker',
  '@claude*',
  '› ',
  'bash: x',
  'edit a',
  'online in /x; mention y',
  '{"v":1,"type":"t","id":"i","from":"coder"}',
)
const anything = fc
  .array(fc.oneof(piece, piece, fc.string({ unit: anyCharacter, maxLength: 5 })), { maxLength: 30 })
  .map((parts) => parts.join(''))
const us: Us = {
  nick: 'mira',
  operator: 'operator',
  isNick: () => true,
  isBridge: () => false,
  isAgent: () => false,
  titleOf: () => undefined,
}
const nick = fc.constantFrom('coder', 'mira', 'Mira', 'operator', 'irc.example.org', '', '__proto__')

function hear(text: string, from = 'coder', command: 'PRIVMSG' | 'NOTICE' = 'PRIVMSG'): ReturnType<ReturnType<typeof listener>['hear']> {
  return listener().hear({ command, nick: from, target: '#work', text, raw: text, at: 1 }, us)
}

describe('any input', () => {
  it('is read, interpreted and linted without throwing, in bounded time, and becomes one event (F6)', async ({ annotate }) => {
    fc.assert(
      fc.property(anything, nick, fc.constantFrom('PRIVMSG', 'NOTICE'), (text, from, command) => {
        const work = (): number => {
          const began = cpuTime()
          decodeEnvelope(text)
          lintText(text, new Set(['a']))
          isMentioned(text, 'coder', 'worker')
          const check = reporter()
          const reports = [...text.split('\n').flatMap((line, at) => check.take(at + 1, line)), ...check.end()]
          const heard = hear(text, from, command)
          expect(heard.events.filter(({ body }) => body.kind !== 'presence')).toHaveLength(1)
          expect(reports.filter(({ ok, kind }) => !ok && kind === 'text')).toEqual([])
          expect(reports.some(({ envelope }) => envelope !== undefined) || !decodeEnvelope(text).ok).toBe(true)
          for (const event of heard.events) expect(JSON.stringify(event).isWellFormed()).toBe(true)
          return cpuTime() - began
        }
        if (work() >= 50) expect(Math.min(work(), work(), work())).toBeLessThan(50)
      }),
      { numRuns: sized(120) },
    )
    await annotate(`${sized(120).toLocaleString('en-US')} texts as lines of IRC`, 'F6')
  })

  it.each([
    ['an envelope', (size: number) => `{"v":1,"type":"t","id":"i","from":"f","payload":[${'"x",'.repeat(size)}1]}`],
    ['repeated fields', (size: number) => `{${'"V":null,"to":["a"],'.repeat(size)}"v":1,"type":"t","id":"i","from":"f"}`],
    ['brackets', (size: number) => '{"v":' + '['.repeat(size)],
    ['quotes', (size: number) => '{"'.repeat(size)],
    ['mentions', (size: number) => '@a* @'.repeat(size)],
    ['relays', (size: number) => `[${'a'.repeat(size)}`],
    ['a prefix', (size: number) => `:${'a'.repeat(size)}`],
    ['blanks', (size: number) => `${' '.repeat(size)}x`],
    ['online', (size: number) => `online in ${'; mention '.repeat(size)}`],
  ])('takes time in proportion to its length: %s (F6)', (_what, make) => {
    expectLinearTime((size) => {
      const text = make(size)
      return () => {
        readLine('PRIVMSG', 'coder', text)
        lintText(text)
        addressees(text, () => false)
      }
    }, 500)
  })
})

describe('envelopes', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => text.toWellFormed())
  const envelope: fc.Arbitrary<Envelope> = fc
    .record({
      type: word,
      id: word,
      from: word,
      ts: fc.maxSafeInteger(),
      to: fc.array(word, { maxLength: 3 }),
      payload: fc.option(fc.jsonValue({ maxDepth: 4 })),
    })
    .map(({ to, payload, ...rest }) => ({ v: 1, ...rest, ...(to.length > 0 && { to }), ...(payload !== null && { payload }) }))

  it('are read from their line unchanged', () => {
    fc.assert(
      fc.property(envelope, (given) => {
        const read = decodeEnvelope(encodeEnvelope(given))
        expect(JSON.stringify(read)).toBe(JSON.stringify({ ok: true, value: JSON.parse(JSON.stringify(inOrder(given))) as unknown }))
      }),
      { numRuns: sized(90) },
    )
  })

  it('are complete again from any pieces, one by one or among lines of others (F8)', () => {
    fc.assert(
      fc.property(envelope, fc.array(fc.nat({ max: 400 }), { maxLength: 5 }), fc.boolean(), (given, cuts, isCrowded) => {
        const text = encodeEnvelope({ ...given, type: 'long.enough', payload: [given.payload ?? null, 'x'.repeat(400)] })
        const places = [...new Set([0, ...cuts.filter((at) => at > 1 && at < text.length), text.length])].toSorted((a, b) => a - b)
        const pieces = places.slice(1).map((end, at) => text.slice(places[at], end))
        const joined = reassembler<number>()
        const out = pieces.flatMap((one, at) => [
          ...joined.take('a', { text: one, item: at }, 0),
          ...(isCrowded ? joined.take('b', { text: 'hello', item: -1 }, 0) : []),
        ])
        // A piece that begins like an envelope ends the previous one: nobody can tell them apart.
        if (pieces.slice(1).some((one) => /^\s*(\[[^\]\s]{1,64}\] )?\{\s*"/u.test(one))) return
        expect(out.filter(({ items }) => items[0] !== -1)).toEqual([{ kind: 'whole', text, items: pieces.map((_one, at) => at) }])
      }),
      { numRuns: sized(90) },
    )
  })
})

describe('drafts', () => {
  const target = fc.oneof(fc.constantFrom('#work', 'coder', '@workers', '@claude-*', 'operator', ''), anything)
  const draft = fc.record({
    from: fc.constant('operator'),
    to: fc.array(target, { maxLength: 3 }),
    observers: fc.constant<string[]>([]),
    text: anything,
    where: target,
    label: fc.constantFrom('', 'task.create', 'task.update', 'my.own', '\r\n'),
    data: fc.dictionary(fc.oneof(fc.constantFrom('title', 'task_id', '__proto__'), anything), fc.oneof(anything, fc.jsonValue()), {
      maxKeys: 3,
    }),
  })
  const id = '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z'
  const prefix = { nick: 'mira', user: 'mira', host: 'h' }

  it('become one line of IRC that is read back as intended, or a fault with a reason (F9, F17)', async ({ annotate }) => {
    fc.assert(
      fc.property(draft, (given) => {
        const made = formatDraft(given, { prefix, id, nickOf: (name) => (name === 'operator' ? 'mira' : name) })
        if (!made.ok) {
          expect(made.fault.message).not.toBe('')
          return
        }
        const { wire, bytes, limit } = made.value
        expect(wire).not.toMatch(/[\r\n\0]/)
        expect(bytes).toBe(bytesOf(wire))
        expect(bytes).toBeLessThanOrEqual(limit)
        expect(bytesOf(`:mira!mira@h ${wire}`)).toBeLessThanOrEqual(510)
        const [, place = '', text = ''] = /^PRIVMSG ([^ ,:]+) :(.*)$/su.exec(wire) ?? []
        const [event] = listener().hear({ command: 'PRIVMSG', nick: 'mira', target: place, text, raw: wire, at: 1 }, us).events
        const label = given.label === '' ? undefined : given.label
        expect(event?.raw.text).toBe(wire)
        expect(event?.body).toMatchObject({ kind: 'message', from: 'operator', ...(label !== undefined && { label }) })
        expect('label' in (event?.body ?? {})).toBe(label !== undefined)
      }),
      { numRuns: sized(120) },
    )
    await annotate(`${sized(120).toLocaleString('en-US')} drafts as lines of IRC`, 'F17')
  })
})

function inOrder({ v, type, id, from, to, ts, payload }: Envelope): Envelope {
  return { v, type, id, from, ...(to !== undefined && { to }), ts, ...(payload !== undefined && { payload }) }
}
