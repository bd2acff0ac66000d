import { afterEach, expect, it, vi } from 'vitest'
import { canAsk, complain, complainOf, logLines, printJson, printWords, say } from './standard-streams.ts'

afterEach(() => void vi.restoreAllMocks())

const hostile = 'a\u001b]0;title\u0007\u009b2J\u202eb'

/** What was written to both streams. */
async function written(use: () => unknown): Promise<string> {
  let text = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((part, encoding, done) => {
      text += String(part)
      ;(typeof encoding === 'function' ? encoding : done)?.()
      return true
    })
  await use()
  return text
}

it.each([
  ['say', () => say(hostile)],
  ['complain', () => complain(hostile)],
  ['printWords', () => printWords(hostile)],
  ['printJson', () => printJson([{ text: hostile }])],
  ['logLines', () => logLines.write(`${JSON.stringify({ msg: hostile })}\n`)],
])('%s outputs nothing that controls a terminal (F16)', async (_name, use) => {
  const text = await written(use)
  expect(text).toContain('title')
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
})

it('an error of several lines is one message, so nobody can forge the next', async () => {
  expect(await written(() => complain('one\npatchbay: two'))).toBe('patchbay: one\n  patchbay: two\n')
})

it('a fault is said with its detail', async () => {
  const fault = { code: 'invalid', message: 'It is no journal.', detail: 'at byte 3\npatchbay: two' } as const
  expect(await written(() => expect(complainOf(fault)).toBe(1))).toBe('patchbay: It is no journal.\n  at byte 3\n  patchbay: two\n')
})

it.each([
  [true, true, true],
  [false, true, false],
  [true, false, false],
])('someone can be asked (F24; input is a terminal: %s, messages: %s): %s', (stdin, stderr, expected) => {
  const were = [process.stdin.isTTY, process.stderr.isTTY] as const
  try {
    Object.assign(process.stdin, { isTTY: stdin })
    Object.assign(process.stderr, { isTTY: stderr })
    expect(canAsk()).toBe(expected)
  } finally {
    Object.assign(process.stdin, { isTTY: were[0] })
    Object.assign(process.stderr, { isTTY: were[1] })
  }
})
