import { expect, it } from 'vitest'
import { clipOutput, done, failed, lineWithMarks, outputChars, summaries } from './results.ts'

it('uses the sentences of other agents', () => {
  expect([
    summaries.created('p'),
    summaries.edited('p', 2, 3),
    summaries.deleted('p'),
    summaries.queued('p'),
    summaries.notFound('p'),
    summaries.invalidRange(2, 9, 1),
    summaries.outside('../p'),
    summaries.ran('make', 2),
    summaries.timedOut('sleep 99'),
  ]).toEqual([
    "Created 'p'",
    "Edited 'p' lines 2-3",
    "Deleted 'p'",
    "Queued 'p' for next outbox",
    "File 'p' not found",
    'Invalid line range 2-9 for file with 1 lines',
    "REJECTED: Path '../p' is outside workspace",
    "Ran 'make' (exit code 2)",
    'Command timed out (30s): sleep 99',
  ])
})

it('keeps a summary on one line, and includes output only if there is some', () => {
  expect(done('RUN_COMMAND', summaries.ran('a\r\nb\u2028c\0', 0), '')).toEqual({
    type: 'RUN_COMMAND',
    success: true,
    summary: "Ran 'a ⏎ b ⏎ c\u2400' (exit code 0)",
  })
  expect(failed('X', 'y', 'z')).toEqual({ type: 'X', success: false, summary: 'y', output: 'z' })
  expect(lineWithMarks('x'.repeat(1_000))).toHaveLength(1_000)
  expect(lineWithMarks(`${'x'.repeat(998)}😀y`)).toBe(`${'x'.repeat(998)}…`)
})

it('shows output up to the limit in full, longer output without its middle, and no half of a character (F18)', () => {
  const whole = 'x'.repeat(outputChars)
  expect(clipOutput(whole)).toBe(whole)
  for (const size of [outputChars + 1, outputChars * 100]) {
    const text = `${'a'.repeat(size / 2)}${'b'.repeat(Math.ceil(size / 2))}`
    const clipped = clipOutput(text)
    const left = /\n… ([\d,]+) characters left out …\n/.exec(clipped)
    expect(clipped.length).toBeLessThanOrEqual(outputChars)
    expect(clipped.length).toBeGreaterThan(outputChars - 5)
    expect(Number(left?.[1]?.replaceAll(',', ''))).toBe(text.length - (clipped.length - (left?.[0].length ?? 0)))
    expect(clipped.startsWith('aaa') && clipped.endsWith('bbb')).toBe(true)
  }
  for (const shift of ['', 'x']) expect(clipOutput(shift + '😀'.repeat(5_000)).isWellFormed()).toBe(true)
})
