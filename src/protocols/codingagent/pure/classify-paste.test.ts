import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { classifyPaste, looksLikeReply } from './classify-paste.ts'
import { formatOutbox } from './outbox.ts'

const open = { session: 'a1b2c3d4', sequence: 3 }
function outbox(session = open.session, sequence = open.sequence): string {
  return formatOutbox({ session, sequence, task: 'x', files: [], leftOut: [] })
}
/** Warnings, or the code and sentence of the refusal. */
function verdict(text: string): unknown {
  const classified = classifyPaste(text, open)
  return classified.ok ? classified.value.warnings : `${classified.fault.code}: ${classified.fault.message}`
}
const reply = 'Sure.\n[READ_FILE path="a"]\n'

describe('classifyPaste', () => {
  it('accepts a reply with or without the line that says what it answers', () => {
    expect(verdict(reply)).toEqual([])
    expect(verdict(`Reply to a1b2c3d4, sequence 3\n\n${reply}`)).toEqual([])
    expect(verdict(`**Reply to A1B2C3D4, sequence 3**\r\n${reply}`)).toEqual([])
  })

  it('accepts garbage with a warning, and warns of cut-off text', () => {
    expect(verdict('Sorry, I cannot do that.')).toEqual(['This reply contains no commands: there is nothing to apply.'])
    expect(verdict(`${reply}[CREATE_FILE path="a"]\nhalf a fi`)).toEqual([
      'The reply ends inside CREATE_FILE, which started on line 3: it was probably cut off.',
    ])
  })

  it.each([
    ['its own outbox', outbox(), 'invalid: This is outbox 3 itself, not a reply: give it to the LLM, and paste the LLM’s answer.'],
    [
      'the same with CR LF',
      outbox().replaceAll('\n', '\r\n'),
      'invalid: This is outbox 3 itself, not a reply: give it to the LLM, and paste the LLM’s answer.',
    ],
    [
      'it and the reply',
      `${outbox()}\n${reply}`,
      'invalid: This is outbox 3 itself, not a reply: give it to the LLM, and paste the LLM’s answer.',
    ],
    [
      'an older outbox',
      outbox(open.session, 2),
      'conflict: This is outbox 2 of this session, but outbox 3 is waiting for a reply: paste only the LLM’s answer to that one.',
    ],
    [
      'another session',
      `hi\n${outbox('00000000', 3)}`,
      'conflict: This is an outbox of session 00000000, not a reply in session a1b2c3d4.',
    ],
    [
      'a part of an outbox',
      outbox().slice(100),
      'invalid: This contains part of an outbox (“=== CONTEXT ===”), so it is not a reply: paste only the LLM’s answer.',
    ],
    [
      'an old reply',
      `Reply to a1b2c3d4, sequence 2\n${reply}`,
      'conflict: This reply is for outbox 2, but outbox 3 is waiting for a reply. Copy that outbox to the LLM first.',
    ],
    [
      'a reply in another session',
      `Reply to 00000000, sequence 3\n${reply}`,
      'conflict: This reply is for session 00000000, not a1b2c3d4.',
    ],
    ['nothing', ' \n\t', 'invalid: There is no text: copy the LLM’s complete reply and paste it again.'],
  ])('refuses %s', (_what, text, words) => {
    expect(verdict(text)).toBe(words)
  })

  it('ignores the contents of files (F17)', () => {
    for (const body of [outbox(), outbox('00000000', 1), 'Reply to 00000000, sequence 1\n']) {
      const kept = body.replaceAll('[/CREATE_FILE]', '[/x]')
      expect(verdict(`[CREATE_FILE path="a"]\n${kept}[/CREATE_FILE]\n`)).toEqual([])
    }
  })

  it('accepts a reply of the maximum size, and names the fault of one byte more (F18)', () => {
    const long = reply + 'x'.repeat(limits.message - reply.length)
    expect(verdict(long)).toEqual([])
    expect(verdict(`${long}x`)).toMatch(/^too-large: The reply has at least 1,048,577 bytes; the limit is 1,048,576/)
    // The size that counts is that of the resulting file.
    expect(verdict(reply + '€'.repeat(limits.message / 3))).toMatch(/^too-large: The reply has at least 1,048,6\d\d bytes/)
    expect([looksLikeReply(long), looksLikeReply(`${long}x`)]).toEqual([true, false])
  })
})

describe('looksLikeReply', () => {
  it.each([
    [reply, true],
    ['\ufeff  [DONE]\r\nx\r\n[/DONE]', true],
    ['[RUN_COMMAND]\nls', false],
    ['[DONE] x [/DONE]', false],
    ['Text about [DONE].', false],
    ['', false],
    [outbox(), false],
    [`${reply}\n=== PROMPT ===\n`, false],
  ])('%j: %s', (text, isReply) => {
    expect(looksLikeReply(text)).toBe(isReply)
  })
})
