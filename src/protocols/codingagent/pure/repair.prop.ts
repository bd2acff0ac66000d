import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LineEdit } from '../../../core/lint.ts'
import { lintReply } from './lint.ts'
import { repairReply, withEdits } from './repair.ts'
import { sized } from '../../../../test/sizes.ts'

const runs = sized(700)

const line = fc.constantFrom(
  '[CREATE_FILE path="a.ts"]',
  '[CREATE_FILE path=“a.md”]',
  '[/CREATE_FILE]',
  '[RUN_COMMAND]',
  '[/RUN_COMMAND]',
  '[READ_FILE path=b]',
  '- [CREATE_FILE path="c"]',
  '  [/CREATE_FILE]',
  '**[/CREATE_FILE]**',
  '**[DONE]**',
  '[DONE] x [/DONE]',
  '[done]',
  '[/done]',
  '[DONE] step',
  '```ts',
  '```',
  '~~~',
  '  x',
  'x',
  '',
  '    y “z”',
  '\ttab',
  '[MESSAGES] below',
  '[READ_FILE path="d"/]',
  '> [DELETE_FILE path="e"]',
)
const reply = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 25 })
  .chain((parts) =>
    fc.boolean().map((hasEnd) => parts.map(([text, end], at) => text + (hasEnd || at < parts.length - 1 ? end : '')).join('')),
  )

/** Lines with their ends. */
function physical(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? []
}

it('edits change no byte outside the lines that the lint named', () => {
  fc.assert(
    fc.property(reply, (text) => {
      const edits: LineEdit[] = []
      for (const edit of lintReply(text)
        .flatMap((one) => one.edits ?? [])
        .toSorted((a, b) => a.line - b.line))
        if (edit.line > (edits.at(-1)?.lastLine ?? 0)) edits.push(edit)
      const before = physical(text)
      const named = new Set(edits.flatMap((edit) => Array.from({ length: edit.lastLine - edit.line + 1 }, (_, at) => edit.line + at)))
      const untouched = before.filter((_, at) => !named.has(at + 1))
      // With empty replacements, only the named lines are gone.
      expect(
        withEdits(
          text,
          edits.map((edit) => ({ ...edit, lines: [] })),
        ),
      ).toBe(untouched.join(''))
      const after = withEdits(
        text,
        edits.map((edit) => ({ ...edit, lines: edit.lines.map((one) => `\0${one}`) })),
      )
      expect(
        physical(after)
          .filter((one) => !one.startsWith('\0'))
          .join(''),
      ).toBe(untouched.join(''))
    }),
    { numRuns: runs },
  )
})

it('finishes: a repaired reply needs no further repair', () => {
  fc.assert(
    fc.property(reply, (text) => {
      const { text: mended } = repairReply(text)
      expect(repairReply(mended)).toEqual({ text: mended, mended: [] })
    }),
    { numRuns: runs },
  )
})
