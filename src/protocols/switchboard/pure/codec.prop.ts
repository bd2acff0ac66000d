import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { limits } from '../../../core/limits.ts'
import { ledgerOf, ledgerStages, proofs } from './ledger.ts'
import type { LedgerFact } from './ledger.ts'
import { formatMessageFile, messageSchema, parseMessageFile } from './message.ts'
import type { SwitchboardMessage } from './message.ts'
import { lenient } from './optional-field.ts'
import { parsePersona } from './personas.ts'
import { parseMark } from './mark.ts'
import { parseReceipt, parseResultFile } from './receipt.ts'
import { formatState, parseState } from './state-file.ts'
import { sized } from '../../../../test/sizes.ts'

/** Values that are almost what is expected: the ones that break parsers. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, Number.MAX_VALUE, '', '..', '../x', '__proto__', '\0', '\ud800', [], {}, [[]], {
    toString: 1,
  }),
  fc.jsonValue({ maxDepth: 1, depthSize: 'xsmall' }),
)
const fields = [
  'id',
  'action',
  'sender',
  'recipient',
  'payload',
  'replyTo',
  'metadata',
  'team',
  'persona',
  'createdAt',
  '__proto__',
  'status',
  'inReplyTo',
  'processedAt',
  'error',
]
const near = fc.dictionary(
  fc.constantFrom(...fields),
  fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>('coder') }, { weight: 1, arbitrary: odd }),
)
const sections = ['session', 'terminals', 'chatAgents', 'teams', 'version', 'context', 'tasks', '__proto__']
const nearState = fc.dictionary(
  fc.constantFrom(...sections),
  fc.oneof(
    odd,
    fc.dictionary(
      fc.string({ maxLength: 6 }),
      fc.oneof(odd, fc.dictionary(fc.constantFrom('role', 'pid', 'status', 'members', 'workflowRun', 'x'), odd)),
    ),
  ),
)
/** Made once, because generating is slower than reading: each run picks one, cuts it and inserts something. */
const corpus = [...fc.sample(near, { numRuns: 400, seed: 1 }), ...fc.sample(nearState, { numRuns: 400, seed: 2 })].map((value) =>
  JSON.stringify(value),
)
const piece = fc.constantFrom('', '', '"', '\\', '{', ']', '\0', '\ud800', '😀', '\ufeff', ',"__proto__":{}', '1e999', ':null', '\n---\n')
const source = fc.tuple(fc.constantFrom(...corpus), fc.nat({ max: 400 }), piece, fc.boolean()).map(([text, at, inserted, isCut]) => {
  const cut = isCut ? Math.min(at, text.length) : text.length
  return text.slice(0, Math.min(at, cut)) + inserted + text.slice(Math.min(at, cut), cut)
})

const name = fc.constantFrom('coder', 'Coder', 'coder 1', '__proto__', 'constructor', '-', 'x'.repeat(128))
const hostile = fc
  .array(
    fc.constantFrom(
      '{"id":"msg_2","sender":"lead"}',
      '[a-to-b]: x',
      '"}',
      '\n',
      '{"action":"execute"',
      '[DONE]',
      '\u2028',
      '\\u0022,"sender":"lead',
      '\ud800',
      '\0',
      '\\',
      '😀',
      '\u202e',
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))
const messageArb: fc.Arbitrary<SwitchboardMessage> = fc
  .tuple(fc.nat(), name, name, hostile, hostile, fc.boolean())
  .map(([number, sender, recipient, payload, other, isLong]) => ({
    id: `msg_${number}_x`,
    action: isLong ? 'execute' : `shout ${other}`.slice(0, 64),
    sender,
    recipient,
    payload,
    ...(isLong ? { replyTo: `msg_${number}`, metadata: { [other]: payload }, team: other.slice(0, 128), persona: other } : {}),
    createdAt: other.slice(0, 64),
  }))

describe('reading', () => {
  it('any text parses or is a fault, and never throws (F6)', async ({ annotate }) => {
    const runs = sized(1_000)
    fc.assert(
      fc.property(source, (text) => {
        const message = parseMessageFile('m.json', text)
        const again = message.ok ? parseMessageFile('m.json', formatMessageFile(message.value)) : message
        const others = [parseReceipt(text), parseMark(text), parseState(text), parseResultFile('m.result.json', text)]
        parsePersona('p.md', text)
        return (
          (!message.ok || (again.ok && formatMessageFile(again.value) === formatMessageFile(message.value))) &&
          others.every((each) => each.ok || each.fault.message !== '')
        )
      }),
      { numRuns: runs },
    )
    await annotate(`${runs.toLocaleString('en-US')} texts read by each of 6 parsers of the Switchboard`, 'F6')
  })

  it('takes time in proportion to the length, also for hostile text (F6)', () => {
    const shapes = [
      (size: number) => '['.repeat(size),
      (size: number) => `"${'\\"'.repeat(size / 2)}`,
      (size: number) => `{"a":"${'x'.repeat(size)}`,
      (size: number) => `---\n${'a: b\n'.repeat(size / 5)}`,
      (size: number) => `---\n${'\n---x'.repeat(size / 5)}`,
    ]
    for (const shape of shapes) {
      const text = shape(limits.message - 20)
      const began = cpuTime()
      parseMessageFile('m.json', text)
      parseState(text)
      parsePersona('p.md', text)
      expect(cpuTime() - began).toBeLessThan(500)
    }
  })
})

it('data stays data: what is sent is read back as one message with the same fields (F17)', async ({ annotate }) => {
  const runs = sized(1_000)
  fc.assert(
    fc.property(messageArb, (message) => {
      const read = parseMessageFile('m.json', formatMessageFile(message))
      return read.ok && formatMessageFile(read.value) === formatMessageFile(message) && sameFields(read.value, message)
    }),
    { numRuns: runs },
  )
  await annotate(`${runs.toLocaleString('en-US')} messages with hostile text written and read`, 'F17')
})

/** Specification: Message Schema. */
const specified = ['id', 'action', 'sender', 'recipient', 'payload', 'replyTo', 'metadata', 'team', 'persona', 'createdAt']

it('a file with any value under an unknown name that later becomes a field is still read, and the value kept (F17)', () => {
  const later = messageSchema.extend({ priority: lenient(z.enum(['low', 'high'])) })
  const added = Object.keys(later.shape).filter((field) => !specified.includes(field))
  const message = { id: 'msg_1', action: 'status_update', sender: 'coder', recipient: 'lead', payload: 'x', createdAt: '' }
  const value = fc.oneof(fc.constantFrom<unknown>('high', 'urgent'), odd)
  fc.assert(
    fc.property(fc.constantFrom(...added), value, (field, given) => {
      const text = JSON.stringify({ ...message, [field]: given })
      expect(parseMessageFile('m.json', text)).toMatchObject({ ok: true })
      const read = later.parse(JSON.parse(text)) as Record<string, unknown>
      expect(JSON.stringify(read[field])).toBe(given === null ? undefined : JSON.stringify(given))
    }),
    { numRuns: 500 },
  )
})

function sameFields(left: SwitchboardMessage, right: SwitchboardMessage): boolean {
  const keys = Object.keys(right)
  return Object.keys(left).length === keys.length && keys.every((key) => JSON.stringify(left[key]) === JSON.stringify(right[key]))
}

it('state.json is written back with its known, odd and unknown values (F17)', () => {
  let read = 0
  fc.assert(
    fc.property(nearState, (value) => {
      const text = JSON.stringify(value)
      const parsed = parseState(text)
      if (!parsed.ok) return
      read++
      const written = JSON.parse(formatState(parsed.value)) as Record<string, unknown>
      const before = JSON.parse(text) as Record<string, unknown>
      for (const key of Object.keys(before)) {
        if (key === 'version' || before[key] === null) continue
        expect(Object.getOwnPropertyDescriptor(written, key)?.value).toEqual(before[key])
      }
      expect(parseState(formatState(parsed.value))).toEqual(parsed)
    }),
    { numRuns: 600 },
  )
  expect(read).toBeGreaterThan(80)
})

const fact: fc.Arbitrary<LedgerFact> = fc.record(
  {
    stage: fc.constantFrom(...ledgerStages),
    by: fc.constantFrom(...proofs),
    at: fc.nat({ max: 5 }),
    file: fc.constantFrom('a', 'b'),
    who: fc.constantFrom('coder', 'Coder', 'operator'),
  },
  { requiredKeys: ['stage', 'by'] },
)

describe('the ledger', () => {
  it('does not depend on the order or repetition of facts (F19)', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), fc.array(fc.nat(), { minLength: 15, maxLength: 15 }), (facts, keys) => {
        const shuffled = facts
          .concat(facts.slice(0, 3))
          .map((each, index) => ({ each, key: keys[index] ?? 0 }))
          .toSorted((left, right) => left.key - right.key)
        expect(
          ledgerOf(
            shuffled.map(({ each }) => each),
            'coder',
          ),
        ).toEqual(ledgerOf(facts, 'coder'))
      }),
      { numRuns: sized(300) },
    )
  })

  it('states only what facts prove, and that whoever handled a message has read it', () => {
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 8 }), (facts) => {
        const ledger = ledgerOf(facts, 'coder')
        const handled = facts.some(({ stage, who }) => ['acked', 'answered', 'archived'].includes(stage) && who !== 'operator')
        for (const stage of ledgerStages) {
          const isSaid = facts.some((each) => each.stage === stage)
          if (stage !== 'read' || isSaid) expect(ledger[stage] !== undefined).toBe(isSaid)
          else if (ledger.read !== undefined) expect([handled, ledger.read.at]).toEqual([true, undefined])
        }
      }),
      { numRuns: sized(300) },
    )
  })

  it('does not count a message as read when the operator archived it unread', () => {
    expect(ledgerOf([{ stage: 'archived', by: 'file', who: 'operator' }], 'coder').read).toBeUndefined()
    expect(ledgerOf([{ stage: 'archived', by: 'file', who: 'CODER', at: 5 }], 'coder').read).toEqual({ by: 'file', who: 'CODER' })
    expect(ledgerOf([{ stage: 'archived', by: 'file' }], 'coder').read).toEqual({ by: 'file' })
  })
})
