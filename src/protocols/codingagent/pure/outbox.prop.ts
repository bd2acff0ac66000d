import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { formatOutbox, readOutbox } from './outbox.ts'
import type { OutboxParts } from './outbox.ts'
import { continuePrompt, sectionMarkers } from './outbox-layout.ts'
import { clipOutput, done, failed, lineWithMarks } from './results.ts'
import { sized } from '../../../../test/sizes.ts'

const nasty = fc.constantFrom(
  ...sectionMarkers,
  '## Workspace Files',
  '## Previous Command Results',
  '## Requested File Contents',
  '--- a ---',
  '--- end a ---',
  '---- end a ----',
  '--- end b c ---',
  ' --- end a --- ',
  '--- end a ---\r',
  '---',
  '[OK] DONE: x',
  '[FAILED] X: y',
  '  Output: z',
  '  a (3 bytes)',
  '(empty workspace)',
  '  (not listed: 3 x)',
  'Task: x',
  'Session: 00000000',
  '',
  ' ',
  '  ',
  '\t',
  '\r',
  '\u2028',
  '\u0085',
  '\v',
  '\f',
  '\ud800',
  '\0',
  '😀',
  '\ufeff',
)
const text = fc
  .array(fc.tuple(fc.oneof(nasty, nasty, fc.string({ unit: anyCharacter, maxLength: 6 })), fc.constantFrom('\n', '\n', '\r\n', ' ', '')), {
    maxLength: 14,
  })
  .map((parts) => parts.flat().join(''))
const path = fc.oneof(
  fc.constantFrom('a', 'b c', 'end a', '- a -', '---', 'x ---', ' '),
  text.filter((one) => one.trim() !== ''),
)
const parts: fc.Arbitrary<OutboxParts> = fc.record({
  session: fc.stringMatching(/^[0-9a-f]{8}$/),
  sequence: fc.integer({ min: 1, max: 3 }),
  task: text,
  files: fc.array(fc.record({ path, size: fc.nat() }), { maxLength: 4 }),
  leftOut: fc.array(fc.record({ reason: text, files: fc.nat() }), { maxLength: 2 }),
  results: fc.array(
    fc
      .tuple(fc.boolean(), text, fc.option(text))
      .map(([isDone, summary, output]) => (isDone ? done : failed)('RUN_COMMAND', summary, output ?? undefined)),
    { maxLength: 3 },
  ),
  contents: fc.array(fc.record({ path, text }), { maxLength: 3 }),
})

/** What must be preserved of a text in the header or of output: the same lines, whatever their line ends. */
function lines(said: string): string {
  return said
    .toWellFormed()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .join('\n')
}
function withEnd(said: string): string {
  const whole = said.toWellFormed()
  return whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`
}

it('what an outbox contains is read back unchanged, and never as a part of the outbox (F17)', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const { results = [], contents = [] } = given
      expect(readOutbox(formatOutbox(given))).toEqual({
        session: given.session,
        sequence: given.sequence,
        task: lines(given.task),
        files: given.files.map((file) => ({ path: lineWithMarks(file.path), size: file.size })),
        results: results.map(({ type, success, summary, output }) => {
          const shown = lines(
            clipOutput(output ?? '')
              .replaceAll('\0', '\u2400')
              .trimEnd(),
          )
          return { type, success, summary, ...(shown === '' ? {} : { output: shown }) }
        }),
        contents: contents.map((content) => ({ path: lineWithMarks(content.path), text: 'text' in content ? withEnd(content.text) : '' })),
        prompt:
          given.sequence === 1
            ? given.task
                .toWellFormed()
                .split('\n')
                .map((line) => line.replace(/\r$/, ''))
                .join('\n')
            : continuePrompt,
      })
    }),
    { numRuns: sized(600) },
  )
})

it('any text is read or refused, in time proportional to its length (F6)', () => {
  expectLinearTime((size) => {
    const contents = Array.from({ length: size / 10 }, (_, at) => ({ path: `f${at}`, text: '--- end x ---\n'.repeat(5) }))
    const outbox = formatOutbox({ session: '00000000', sequence: 2, task: 'x', files: [], leftOut: [], contents })
    const hostile = [outbox, outbox.replaceAll('--- end f', '-- end f'), `${outbox.slice(0, 300)}\n${'-'.repeat(size * 9)} a`]
    return () => hostile.map((text) => readOutbox(text))
  }, 2_000)
})
