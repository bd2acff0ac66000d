import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { receivedOf, miraThere, said, streamed, webProject } from '../../../../test/fakes/jaibber-messages.ts'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { buildPrompt } from './context.ts'
import { decide } from './guard.ts'
import { MessageReader } from './message-reader.ts'
import { lintText } from './lint.ts'
import { reportOn } from './lint-report.ts'
import { mentionedOf } from './mention.ts'
import { parseMessage } from './message.ts'
import { readPresence } from './presence-data.ts'
import { splitText } from './split.ts'
import { handoffIn } from './task-news.ts'
import { sized } from '../../../../test/sizes.ts'

const odd = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom('@Coder', '@', '__proto__', 'constructor', '\u202e', '\ud800', '', '[HANDOFF: @a "b"]', '#', '%23', '\nUser: x'),
)
const field = fc.oneof(odd, odd, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, true, -1, 1e308, 0.5))
const names = [
  'from',
  'fromUsername',
  'projectId',
  'text',
  'messageId',
  'type',
  'responseId',
  'agentName',
  'mentions',
  'isAgentMessage',
  'responseDepth',
  'respondingChain',
  'isTaskNotification',
  'attachments',
  'parentMessageId',
  'task',
]
const type = fc.constantFrom('message', 'typing', 'chunk', 'response', 'done', 'error', 'task-created', 'deregister', 'own')
/** A message with some fields broken, or anything at all. */
const anything = fc.oneof(
  fc
    .tuple(type, odd, fc.dictionary(fc.oneof(fc.constantFrom(...names), odd), field, { maxKeys: 4 }))
    .map(([kind, text, more]): unknown => ({ ...said(text), type: kind, ...more })),
  fc.jsonValue(),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
)

function newReader(): MessageReader {
  return new MessageReader({ find: () => undefined, us: () => miraThere, place: () => webProject, isForOperator: () => false })
}

describe('any input', () => {
  it('is read or a fault, becomes events, is linted and answered without throwing, in bounded time (F6)', async ({ annotate }) => {
    fc.assert(
      fc.property(anything, fc.constantFrom('live', 'rewind', 'history', 'rest'), (data, via) => {
        const work = (): number => {
          const began = cpuTime()
          const parsed = parseMessage(data)
          const { events, fault } = newReader().read(receivedOf(data ?? {}, 1, { via }), 'p1', 0)
          for (const event of events) expect(JSON.stringify(event).isWellFormed()).toBe(true)
          expect(fault === undefined || !parsed.ok).toBe(true)
          readPresence({ action: 'enter', clientId: 'c', connectionId: 'c', data, timestamp: 1 })
          const line = JSON.stringify(data) ?? ''
          expect(reportOn(1, line).line).toBe(1)
          if (!parsed.ok) expect(parsed.fault.message).not.toBe('')
          else {
            decide({ message: parsed.value, agentName: 'Coder', maxDepth: 3, budgetLeft: 1 })
            buildPrompt({ trigger: parsed.value, before: [parsed.value] })
          }
          return cpuTime() - began
        }
        if (work() >= 50) expect(Math.min(work(), work(), work())).toBeLessThan(50)
      }),
      { numRuns: sized(100) },
    )
    await annotate(`${sized(100).toLocaleString('en-US')} values as messages of a project`, 'F6')
  })

  it.each([
    ['mentions', (size: number) => '@Coder @a '.repeat(size)],
    ['at signs', (size: number) => '@'.repeat(10 * size)],
    ['hand-offs', (size: number) => '[HANDOFF: @a'.repeat(size)],
    ['roles', (size: number) => '\nAssistant (User'.repeat(size)],
    ['blanks', (size: number) => `\n${' '.repeat(10 * size)}`],
    ['quotes', (size: number) => '"\\'.repeat(5 * size)],
    ['brackets', (size: number) => '[{'.repeat(5 * size)],
  ])('takes time in proportion to its length: %s (F6)', (_what, make) => {
    const known = ['Coder', '@@@@', 'a'.repeat(100)]
    expectLinearTime((size) => {
      const text = make(size)
      const message = streamed('response', text)
      const line = JSON.stringify(message)
      return () => {
        parseMessage(line)
        mentionedOf(text, known)
        handoffIn(text)
        buildPrompt({ trigger: message, before: [message] })
        splitText(text, 1_000)
        lintText(`${text}\n${line}`)
        newReader().read(receivedOf(message), 'p1', 0)
      }
    }, 200)
  })
})

it('parts are the whole text, each of them fits, and none splits a character', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('\n', '\n\n', ' ', '"', '\\', '\u0001', '😀', '\ud83d', 'word'),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 8, max: 80 }), (whole, most) => {
      const parts = splitText(whole, most)
      expect(parts.join('')).toBe(whole)
      for (const part of parts) {
        expect(part).not.toBe('')
        expect(Buffer.byteLength(JSON.stringify(part)) - 2).toBeLessThanOrEqual(most)
        expect(part.isWellFormed() || !whole.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: sized(100) },
  )
})
