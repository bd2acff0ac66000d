import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { classifyPaste, looksLikeReply } from './classify-paste.ts'
import type { Command } from './command.ts'
import { lintReply } from './lint.ts'
import { readOutbox } from './outbox.ts'
import { parseReply } from './parse-reply.ts'
import { planRound } from './plan.ts'
import { sized } from '../../../../test/sizes.ts'

const names = ['CREATE_FILE', 'EDIT_FILE', 'DELETE_FILE', 'READ_FILE', 'RUN_COMMAND', 'MESSAGE', 'DONE']
const piece = fc.constantFrom(
  ...names.flatMap((name) => [`[${name}`, `[${name}]`, `[/${name}]`]),
  ...'\n|\n|\n|\r\n| |\t|\u2028|\ufeff|\ud800|\0|]|[|/|"|=| path="a"'.split('|'),
  ' path="a"',
  ' path="../x"',
  ' start_line="1"',
  ' end_line="2"',
  ' x="',
  'text',
  '```',
  '=== HEADER ===',
  'Session: a1b2c3d4',
  'é😀',
  '[CREATE_FILE path="a"]\n',
  '[EDIT_FILE path="a" start_line="1" end_line="1"]\n',
)
const anything = fc
  .array(fc.oneof(piece, piece, fc.string({ unit: anyCharacter, maxLength: 6 })), { maxLength: 40 })
  .map((parts) => parts.join(''))

/** A command without the bytes that depend on line ends. */
function withoutReturns(command: Command): Command {
  return 'body' in command ? { ...command, body: command.body.replaceAll('\r\n', '\n') } : command
}

describe('any text', () => {
  it('is parsed, planned, linted and classified without throwing, in bounded time (F6)', () => {
    fc.assert(
      fc.property(anything, anything, (one, other) => {
        const work = (): number => {
          const began = cpuTime()
          const { commands } = parseReply(one)
          lintReply(one)
          classifyPaste(one, { session: 'a1b2c3d4', sequence: 2 })
          looksLikeReply(one)
          readOutbox(`=== HEADER ===\n${one}`)
          const shown = new Map([['a', { hash: 'h', text: one }]])
          planRound({ commands, look: () => ({ kind: 'file', text: other, hash: other }), shown, choices: new Map() })
          return cpuTime() - began
        }
        if (work() >= 50) expect(Math.min(work(), work(), work())).toBeLessThan(50)
      }),
      { numRuns: sized(500) },
    )
  })

  it('becomes commands that follow one another, and prose between them', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const { commands, prose } = parseReply(text)
        const places = [
          ...commands.map(({ line, lastLine }) => [line, lastLine]),
          ...prose.map((one) => [one.line, one.line + one.text.split('\n').length - 1]),
        ]
        let last = 0
        for (const [from = 0, to = 0] of places.toSorted((one, other) => (one[0] ?? 0) - (other[0] ?? 0))) {
          expect(from).toBeGreaterThan(last)
          expect(to).toBeGreaterThanOrEqual(from)
          last = to
        }
        expect(last).toBeLessThanOrEqual(text.split('\n').length)
      }),
      { numRuns: sized(500) },
    )
  })

  it('is the same with CR LF for LF, except for line ends in bodies', () => {
    fc.assert(
      fc.property(anything, (raw) => {
        const text = raw.replaceAll('\r', '')
        const [plain, returned] = [parseReply(text), parseReply(text.replaceAll('\n', '\r\n'))]
        expect(returned.commands.map(withoutReturns)).toEqual(plain.commands)
        expect(returned.prose).toEqual(plain.prose)
      }),
      { numRuns: sized(500) },
    )
  })

  it('an error never ends early: nothing inside it is a command (F17)', () => {
    fc.assert(
      fc.property(fc.constantFrom('CREATE_FILE', 'MESSAGE', 'RUN_COMMAND'), anything, fc.boolean(), (name, inside, isClosed) => {
        const hidden = inside.split('\n').filter((line) => line.trim() !== `[/${name}]`)
        const text = [`[${name} nonsense`, ...hidden, ...(isClosed ? [`[/${name}]`, '[READ_FILE path="after"]'] : [])].join('\n')
        const { commands, prose } = parseReply(text)
        expect(commands.map(({ type }) => type)).toEqual(isClosed ? ['PARSE_ERROR', 'READ_FILE'] : ['PARSE_ERROR'])
        expect(prose).toEqual([])
      }),
      { numRuns: sized(350) },
    )
  })
})

describe('data in a body', () => {
  it('is never a command, and kept to the byte (F17)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), anything), { maxLength: 4 }), (files) => {
        const bodies = files.map(([path, text]) => {
          const lines = text.split('\n').filter((line) => line.trim() !== '[/CREATE_FILE]')
          return { path, body: lines.map((line) => `${line}\n`).join('') }
        })
        const reply = bodies.map(({ path, body }) => `[CREATE_FILE path="${path}"]\n${body}[/CREATE_FILE]\nbetween\n`).join('')
        const { commands } = parseReply(reply)
        expect(
          commands.map((command) => (command.type === 'CREATE_FILE' ? { path: command.path, body: command.body } : command.type)),
        ).toEqual(bodies)
      }),
      { numRuns: sized(700) },
    )
  })
})

/** Texts for which a careless parser needs polynomial time. */
const hostile: readonly (readonly [string, (size: number) => string])[] = [
  ['unclosed tags', (size) => '[CREATE_FILE path="a"]\n'.repeat(Math.ceil(size / 10))],
  ['stray closing tags', (size) => '[MESSAGE]\n[/MESSAGE]\n'.repeat(Math.ceil(size / 10)) + '[/MESSAGE]\n[/DONE]\n'.repeat(size)],
  ['blank space', (size) => ' \t\u3000'.repeat(size * 2)],
  ['blank lines', (size) => '\n \n'.repeat(size * 2)],
  ['one tag that does not end', (size) => `[EDIT_FILE ${'path = '.repeat(size)}`],
  ['attributes', (size) => `[READ_FILE ${Array.from({ length: Math.ceil(size / 4) }, (_, at) => `a${at}="" `).join('')}]`],
  ['quotes', (size) => `[READ_FILE path="${'" ="'.repeat(size)}]`],
  ['words', (size) => `[READ_FILE ${'w'.repeat(size * 4)}]`],
  ['brackets', (size) => '[['.repeat(size) + '\n[/'.repeat(size)],
  ['commands with a risk', (size) => `[RUN_COMMAND]\n${'curl rm -'.repeat(size)}\n[/RUN_COMMAND]\n`.repeat(3)],
  ['almost tags', (size) => `- [done${' '.repeat(size)}\n\`\`\`${'*'.repeat(size)}`],
]

it.each(hostile)('takes time in proportion to the text: %s (F6)', (_what, make) => {
  expectLinearTime((size) => {
    const text = make(size)
    return () => [lintReply(text), classifyPaste(text, { session: 'a1b2c3d4', sequence: 2 })]
  }, 3_000)
})
