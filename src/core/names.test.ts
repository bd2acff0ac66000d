import { describe, expect, it } from 'vitest'
import type { FaultCode } from './fault.ts'
import { checkName, checkPathPart, checkRelative } from './names.ts'

const code = (result: { ok: true } | { ok: false; fault: { code: FaultCode } }): string => (result.ok ? 'ok' : result.fault.code)

describe('checkName', () => {
  it.each(['a', 'Ada Lovelace', 'agent-1', '测试', '__proto__', 'con', '..', '👩‍💻', 'x'.repeat(128)])('takes %j', (name) => {
    expect(checkName(name)).toEqual({ ok: true, value: name })
  })
  it.each([
    ['', 'invalid'],
    [' a', 'invalid'],
    ['a\n', 'invalid'],
    ['a\nb', 'invalid'],
    ['a\tb', 'invalid'],
    ['a\u202eb', 'invalid'],
    ['a\u200bb', 'invalid'],
    ['a\0', 'invalid'],
    ['\ud800', 'invalid'],
    ['x'.repeat(129), 'too-large'],
  ])('refuses %j', (name, expected) => {
    expect(code(checkName(name))).toBe(expected)
  })
  it('names the thing and suggests the trimmed name', () => {
    const checked = checkName(' ada ', 'The operator’s name')
    expect(checked).toEqual({
      ok: false,
      fault: { code: 'invalid', message: 'The operator’s name begins or ends with a space.', fix: 'ada' },
    })
  })
})

describe('checkPathPart', () => {
  it.each([
    'a',
    '...x',
    '-rf',
    'a b',
    '"q"',
    "it's",
    '😀.md',
    '.hidden',
    'console.log',
    'com10',
    'nullable',
    'COMMON',
    '%2e%2e',
    '․․',
    '~',
    'a'.repeat(255),
  ])('accepts %j', (part) => expect(code(checkPathPart(part))).toBe('ok'))
  it.each([
    '.',
    '..',
    'a/b',
    'a\\b',
    'a\0',
    'a\u001b',
    'a:b',
    'C:',
    'con',
    'CON',
    'nul.txt',
    'Com1.md',
    'lpt9',
    'COM¹',
    'aux .md',
    'conin$',
    'a.',
    'a ',
    '...',
    'a\u202eb',
    '\ud800',
  ])('refuses %j', (part) => expect(code(checkPathPart(part))).not.toBe('ok'))
  it('counts bytes, not characters', () => {
    expect(code(checkPathPart('é'.repeat(127)))).toBe('ok')
    expect(code(checkPathPart('é'.repeat(128)))).toBe('too-large')
  })
})

describe('checkRelative', () => {
  it.each(['a', 'a/b/c', '.', '.workplace/chat.md', 'a/...x'])('takes %j', (path) => expect(code(checkRelative(path))).toBe('ok'))
  it.each(['', '/a', '\\a', '//host/share', '\\\\host\\share', 'C:/x', 'a//b', 'a/', './a', 'a/.', 'a/../b', '..', 'a/con/b', 'a\\..\\b'])(
    'refuses %j',
    (path) => expect(code(checkRelative(path))).not.toBe('ok'),
  )
  it.each(['/a', '//host/share', '\\\\host\\share', '..', 'a/../b'])('says of %j that no approval allows it', (path) =>
    expect(code(checkRelative(path))).toBe('not-allowed'),
  )
  it('bounds the length', () => {
    expect(code(checkRelative('aaa/'.repeat(1_023) + 'aaaa'))).toBe('ok')
    expect(code(checkRelative('aaa/'.repeat(1_023) + 'aaaaa'))).toBe('too-large')
  })
})
