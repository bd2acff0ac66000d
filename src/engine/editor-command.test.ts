import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editorArguments, parseEditorCommand } from './editor-command.ts'
import { valueOf } from '../../test/fakes/value-of.ts'

describe('the editor command', () => {
  test.each([
    ['code -g {file}:{line}', ['code', '-g', '{file}:{line}']],
    ['  vim   +{line}  {file} ', ['vim', '+{line}', '{file}']],
    ['"/opt/my editor/bin/ed" {file}', ['/opt/my editor/bin/ed', '{file}']],
    [String.raw`C:\Tools\ed.exe {file}`, [String.raw`C:\Tools\ed.exe`, '{file}']],
    [String.raw`ed "say \"{file}\" \\"`, ['ed', String.raw`say "{file}" \ `.trim()]],
    ["ed '{file}' '' \"a\"'b'", ['ed', '{file}', '', 'ab']],
    ['ed {file} ; $(rm -rf ~) `x` | y > z', ['ed', '{file}', ';', '$(rm', '-rf', '~)', '`x`', '|', 'y', '>', 'z']],
  ])('%s', (template, words) => {
    const { program, args } = valueOf(parseEditorCommand(template))
    expect([program, ...args]).toEqual(words)
  })

  test.each([
    ['', 'empty'],
    ['code', '{file}'],
    ['{file}', 'program'],
    ['code "{file}', 'quotation mark'],
    ['code\n{file}', 'one line'],
    ['code {file}\0', 'one line'],
  ])('refuses %j', (template, words) => {
    const parsed = parseEditorCommand(template)
    expect(parsed).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'editor' } })
    if (!parsed.ok) expect(parsed.fault.message).toContain(words)
  })

  test('a path stays inside its argument, whatever its characters (F17)', () => {
    const command = valueOf(parseEditorCommand('ed --at={line} {file}'))
    fc.assert(
      fc.property(fc.string(), fc.nat(), (file, line) => {
        expect(editorArguments(command, file, line)).toEqual([`--at=${line}`, file])
      }),
    )
    expect(editorArguments(command, '/a {line} $& "x" ; y', 7)).toEqual(['--at=7', '/a {line} $& "x" ; y'])
  })
})
