import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../any-character.ts'
import type { Draft } from '../../src/core/command.ts'
import type { MessageEvent } from '../../src/core/event.ts'
import { limits } from '../../src/core/limits.ts'
import { linkConfigSchema, protocolInfoSchema } from '../../src/core/link.ts'
import { findingSchema } from '../../src/core/lint.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { messageBody, storedEvent } from '../fakes/events.ts'
import { sized } from '../sizes.ts'

const name = fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom('__proto__', '', 'a-to-b', '\u202E'))
const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.constantFrom('hi', 'a\nb', '[a-to-b]: x', '\r\n[x-to-y]: z', ''))
const anyDraft: fc.Arbitrary<Draft> = fc.record({
  from: name,
  to: fc.array(name, { maxLength: 3 }),
  observers: fc.array(name, { maxLength: 3 }),
  text,
})

const stamp = { id: '01J0000000000000000000000A', at: 1_700_000_000_000 }

/** What the pure parts of every protocol must do, with any input. */
export function protocolPureSuite(protocol: Protocol): void {
  const { id } = protocol.info

  describe(`protocol: ${id}, pure parts`, () => {
    test('describes itself completely and consistently', () => {
      expect(protocolInfoSchema.safeParse(protocol.info)).toMatchObject({ success: true })
      const fields = protocol.info.fields.map((field) => field.name)
      expect(new Set(fields).size).toBe(fields.length)
      const secretFields = protocol.info.fields.filter((field) => field.kind === 'secret').map((field) => field.name)
      expect(secretFields.toSorted()).toEqual([...protocol.secretFields].toSorted())
      const bound = protocol.info.fields.filter((field) => field.kind === 'secret').map(({ boundTo }) => boundTo ?? [])
      expect(bound.every((names) => names.length > 0 && names.every((name) => fields.includes(name) && !secretFields.includes(name)))).toBe(
        true,
      )
      const acts = protocol.info.acts.map((act) => act.id)
      expect(new Set([...acts, 'retry', 'cancel']).size).toBe(acts.length + 2)
    })

    test('its own links pass its own check, which drops nothing and contains no secret', () => {
      for (const { config } of protocol.defaultLinks()) {
        expect(protocol.config.parse(config)).toEqual(config)
        expect(linkConfigSchema.safeParse(config).success).toBe(true)
        expect(Object.keys(config).filter((field) => protocol.secretFields.includes(field))).toEqual([])
        expect(protocol.place(config)).not.toBe('')
      }
    })

    test('any settings pass or are refused; what passes has a place (F6)', () => {
      const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }), fc.constant(null))
      const known = protocol.info.fields.map((field) => field.name)
      const config = fc.dictionary(fc.oneof(fc.constantFrom(...known, '__proto__'), fc.string()), value, { maxKeys: 5 })
      fc.assert(
        fc.property(config, (given) => {
          const parsed = protocol.config.safeParse(given)
          if (parsed.success) expect(typeof protocol.place(parsed.data)).toBe('string')
        }),
        { numRuns: sized(150) },
      )
    })

    test('any draft has a wire form of the right size, or a fault with a message (F6)', () => {
      fc.assert(
        fc.property(anyDraft, (draft) => {
          const formatted = protocol.format(draft, stamp)
          if (formatted.ok) {
            expect(formatted.value.bytes).toBe(Buffer.byteLength(formatted.value.wire))
            expect(formatted.value.bytes).toBeLessThanOrEqual(formatted.value.limit)
          } else expect(formatted.fault.message).not.toBe('')
        }),
        { numRuns: sized(300) },
      )
      const huge = protocol.format({ from: 'a', to: ['b'], observers: [], text: 'x'.repeat(limits.draftChars) }, stamp)
      const refusal = protocol.info.takesMessages === false ? 'unsupported' : 'too-large'
      expect(huge.ok || huge.fault.code === refusal).toBe(true)
    })

    test.runIf(protocol.info.takesMessages === false)('no draft has a wire form if messages are not accepted', () => {
      const formatted = protocol.format({ from: 'a', to: ['b'], observers: [], text: 'hello' }, stamp)
      expect(formatted).toMatchObject({ ok: false, fault: { code: 'unsupported' } })
    })

    test('drafts can be made for any message, and are from me', () => {
      fc.assert(
        fc.property(name, name, text, fc.array(name, { maxLength: 3 }), (from, to, said, observers) => {
          const event = storedEvent(1, messageBody(from, to, said, observers), { protocol: id }) as MessageEvent
          for (const draft of [protocol.reply(event, 'me'), protocol.acknowledge(event, 'me'), protocol.acknowledge(event, 'me', said)])
            expect(draft.from).toBe('me')
        }),
        { numRuns: sized(150) },
      )
    })

    test('lint accepts any text and returns findings on its lines (F6)', () => {
      fc.assert(
        fc.property(text, text, fc.boolean(), (first, second, isKnown) => {
          const whole = `${first}\n${second}`
          const findings = protocol.lint(whole, isKnown ? new Set(['a', 'b']) : undefined)
          const lines = whole.split('\n').length
          for (const finding of findings) {
            expect(findingSchema.safeParse(finding).success).toBe(true)
            expect(finding.line).toBeLessThanOrEqual(lines)
          }
        }),
        { numRuns: sized(300) },
      )
    })
  })
}
