import { expect, it } from 'vitest'
import { terminalJson, terminalName, terminalText } from './terminal-text.ts'

it('shows characters that control a terminal', () => {
  expect(terminalText('a\u001b[2Jb\u0007\u009b31m\u202ec')).toBe('a⟦ESC⟧[2Jb⟦BEL U+009B⟧31m⟦U+202E⟧c')
  expect(terminalText('two\n\tlines')).toBe('two\n\tlines')
  expect(terminalName('a\nb\u001b')).toBe('a⟦LF⟧b⟦ESC⟧')
})

it('escapes them in JSON without changing the meaning', () => {
  for (let code = 0; code < 0x3000; code++) {
    const value = { text: `a${String.fromCharCode(code)}b` }
    const json = terminalJson(JSON.stringify(value))
    expect(JSON.parse(json)).toEqual(value)
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  }
})
