import { describe, expect, test } from 'vitest'
import { appendJson, isEmptyJson, jsonAt, removeJson, setJson } from './edit-json.ts'
import { valueOf } from '../../test/fakes/value-of.ts'

const entry = { command: '/usr/bin/node', args: ['mcp', '--agent', 'coder'] }
const set = (text: string): string => valueOf(setJson(text, ['mcpServers', 'patchbay'], entry, 'x.json'))
const remove = (text: string): string => valueOf(removeJson(text, ['mcpServers', 'patchbay'], 'x.json'))

const files: readonly (readonly [name: string, text: string])[] = [
  ['other settings', '{\n  "theme": "dark"\n}\n'],
  ['another server', '{\n  "mcpServers": {\n    "git": { "command": "git-mcp" }\n  },\n  "theme": "dark"\n}\n'],
  [
    'comments',
    '// mine\n{\n  /* servers */\n  "mcpServers": {\n    // the first\n    "git": { "command": "git-mcp" } // keep\n    // behind it\n  }\n}\n// end\n',
  ],
  ['commas at the ends', '{\n  "mcpServers": {\n    "git": {}, // keep\n    "npm": {}, // this, too\n  },\n}\n'],
  ['tabs and CRLF', '{\r\n\t"mcpServers": {\r\n\t\t"git": {}\r\n\t}\r\n}\r\n'],
  ['one line', '{"mcpServers":{"git":{}},"theme":"dark"}'],
  ['one line with commas at the ends', '{ "mcpServers": { "git": {}, }, }'],
  ['a byte order mark', '\ufeff{\n    "a": [1, 2]\n}\n'],
  ['a comma on a line of its own', '{\n  "a": 1\n  ,\n  "b": 2 /* b */\n}'],
  ['no line break at the end', '{\n  "a": "}, // not a comment"\n}'],
]

describe('a member that is set and removed', () => {
  test.each(files)('leaves the bytes of the rest: %s', (_name, text) => {
    const after = set(text)
    expect(jsonAt(after, ['mcpServers', 'patchbay'])).toEqual(entry)
    for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(after).toContain(comment)
    expect(set(after)).toBe(after)
    expect(remove(after)).toBe(text)
  })

  test('goes behind the comment of the last one, which stays with it', () => {
    expect(set('{\n  "mcpServers": {\n    "git": {} // keep\n  }\n}\n')).toBe(
      `{\n  "mcpServers": {\n    "git": {}, // keep\n    "patchbay": ${JSON.stringify(entry, undefined, 2).replaceAll('\n', '\n    ')}\n  }\n}\n`,
    )
  })

  test('leaves what others have added and changed since', () => {
    const added = valueOf(setJson(set('{\n  "mcpServers": {\n    "git": {}\n  }\n}\n'), ['mcpServers', 'npm'], {}, 'x.json'))
    expect(remove(added.replace('"git": {}', '"git": { "a": 1 }'))).toBe(
      '{\n  "mcpServers": {\n    "git": { "a": 1 },\n    "npm": {}\n  }\n}\n',
    )
    expect(remove(set('{}').replace('"patchbay"', '// by hand\n    "patchbay"'))).toBe('{\n  "mcpServers": {\n    // by hand\n  }\n}')
  })

  test('leaves nothing in a file that had nothing', () => {
    for (const text of ['', '{}\n', '{\n}\n']) expect(isEmptyJson(remove(set(text)))).toBe(true)
    expect(isEmptyJson('{ /* mine */ }')).toBe(false)
    expect(remove('{ "mcpServers": { "patchbay": {} /* mine */ } }')).toContain('/* mine */')
  })
})

test('elements of lists come and go like members', () => {
  const text = '{\n  "hooks": {\n    "Stop": [\n      { "a": 1 } // theirs\n    ]\n  }\n}\n'
  const after = valueOf(appendJson(text, ['hooks', 'Stop'], { b: 2 }, 'x.json'))
  expect(jsonAt(after, ['hooks', 'Stop'])).toEqual([{ a: 1 }, { b: 2 }])
  expect(valueOf(removeJson(after, ['hooks', 'Stop', 1], 'x.json'))).toBe(text)
  expect(valueOf(removeJson(valueOf(appendJson('{}', ['hooks', 'Stop'], 1, 'x.json')), ['hooks', 'Stop', 0], 'x.json'))).toBe('{}')
})

test.each([
  ['{ "a": }', 'invalid'],
  ['[]', 'invalid'],
  ['{ "mcpServers": [] }', 'conflict'],
  ['{ "mcpServers": "x" }', 'conflict'],
  [`{"a":${'['.repeat(50_000)}`, 'too-large'],
  [`{ // "\n "a":${'['.repeat(200_000)}`, 'invalid'],
])('a file that cannot be understood is a fault: %.30s', (text, code) => {
  const done = setJson(text, ['mcpServers', 'patchbay'], entry, 'x.json')
  expect(done.ok ? 'ok' : done.fault.code).toBe(code)
})

test.each([
  ['{\n  "a": }', 'invalid', 'x.json is not valid JSON in line 2'],
  ['{ "hooks": { "Stop": {} } }', 'conflict', '“hooks.Stop” in x.json is not a list'],
  ['{ "hooks": { "Stop": [], "b": { "a": 1, "c": 2, "a": 3 } } }', 'conflict', 'the member “a” twice'],
])('nothing is appended to what cannot be understood: %s', (text, code, words) => {
  expect(appendJson(text, ['hooks', 'Stop'], 1, 'x.json')).toMatchObject({
    ok: false,
    fault: { code, message: expect.stringContaining(words) },
  })
  if (code === 'invalid') expect(removeJson(text, ['hooks', 'Stop', 0], 'x.json')).toMatchObject({ ok: false, fault: { code } })
})
