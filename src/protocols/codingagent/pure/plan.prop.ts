import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Command } from './command.ts'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { limits } from '../../../core/limits.ts'
import { diffLines } from './diff-lines.ts'
import { parseReply } from './parse-reply.ts'
import { planRound } from './plan.ts'
import type { FileLook } from './plan-files.ts'
import { sized } from '../../../../test/sizes.ts'

const path = fc.constantFrom('a', 'b', 'd/c', './a', 'A')
const line = fc.constantFrom('', 'one', 'two', '}', '  x', '[DONE]', '\ufeff')
const ending = fc.constantFrom('\n', '\n', '\r\n')
const body = fc.array(fc.tuple(line, ending), { maxLength: 5 }).map((parts) => parts.flat().join(''))
const fileText = fc.tuple(body, fc.constantFrom('', '', 'end')).map((parts) => parts.join(''))
const tree = fc.dictionary(fc.constantFrom('a', 'b', 'd/c', 'A'), fileText, { maxKeys: 4 })
const number = fc.integer({ min: -1, max: 8 })
const block = fc.oneof(
  fc.tuple(path, body).map(([to, text]) => `[CREATE_FILE path="${to}"]\n${text}[/CREATE_FILE]\n`),
  fc
    .tuple(path, number, number, body)
    .map(([to, from, until, text]) => `[EDIT_FILE path="${to}" start_line="${from}" end_line="${until}"]\n${text}[/EDIT_FILE]\n`),
  path.map((of) => `[DELETE_FILE path="${of}"]\n`),
  path.map((of) => `[READ_FILE path="${of}"]\n`),
  fc.constantFrom('[DONE]\nx\n[/DONE]\n', '[MESSAGE]\nhi\n[/MESSAGE]\n', '[EDIT_FILE\n[/EDIT_FILE]\n', '[READ_FILE path="../a"]\n'),
)
const reply = fc
  .array(fc.oneof({ weight: 9, arbitrary: block }, { weight: 1, arbitrary: fc.constant('words\n') }), { maxLength: 9 })
  .map((blocks) => blocks.join(''))

/** The specification in its simplest form: one command after the other on a map of files, line by line. */
function carryOut(files: Map<string, string>, commands: readonly Command[]): string[] {
  const said: string[] = []
  for (const command of commands) {
    said.push(one(files, command))
    if (command.type === 'DONE') break
  }
  return said
}

function one(files: Map<string, string>, command: Command): string {
  if (command.type === 'PARSE_ERROR') return 'FAILED'
  if (!('path' in command)) return 'OK'
  if (command.path.startsWith('..')) return 'FAILED'
  const name = command.path.replace('./', '')
  if (command.type === 'CREATE_FILE') {
    files.set(name, command.body)
    return 'OK'
  }
  const text = files.get(name)
  if (text === undefined) return 'FAILED'
  if (command.type === 'DELETE_FILE') files.delete(name)
  if (command.type !== 'EDIT_FILE') return 'OK'
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const lines = text.slice(mark.length).match(/[^\n]*\n|[^\n]+$/g) ?? []
  const { startLine, endLine } = command
  if (startLine < 1 || endLine < startLine || endLine > lines.length) return 'FAILED'
  const end = returned(lines[startLine - 1]) ?? returned(lines[startLine - 2]) ?? (command.body.includes('\r\n') ? '\r\n' : '\n')
  const inserted = (command.body.match(/[^\n]*\n/g) ?? []).map((each) => each.replace(/\r?\n$/, end))
  lines.splice(startLine - 1, endLine - startLine + 1, ...inserted)
  const whole = lines.join('')
  files.set(name, mark + (text.endsWith('\n') ? whole : whole.replace(/\r?\n$/, '')))
  return 'OK'
}

function returned(line: string | undefined): string | undefined {
  return line?.endsWith('\r\n') === true ? '\r\n' : line?.endsWith('\n') === true ? '\n' : undefined
}

function split(text: string): string[] {
  return (text.replace(/^\ufeff/, '').match(/[^\n]*\n|[^\n]+$/g) ?? []).map((each) => each.replace(/\r?\n$/, ''))
}

/** Applies a difference to a text; undefined if it does not fit. */
function patched(before: string, after: string): string[] | undefined {
  const lines = split(before)
  const result: string[] = []
  let at = 0
  for (const { lines: shown } of diffLines('p', before, after).hunks) {
    for (const { kind, before: was, after: is, text } of shown) {
      if (kind !== 'add') while (at + 1 < (was ?? 0)) result.push(lines[at++] ?? '')
      else while (result.length + 1 < (is ?? 0)) result.push(lines[at++] ?? '')
      if (kind !== 'add' && lines[at] !== text) return undefined
      if (kind !== 'add') at++
      if (kind !== 'del') result.push(text)
      if (kind !== 'del' && is !== result.length) return undefined
    }
  }
  result.push(...lines.slice(at))
  return result.join('\n') === split(after).join('\n') ? result : undefined
}

it('the effects of a plan in order equal the commands run one by one', () => {
  fc.assert(
    fc.property(tree, reply, (start, text) => {
      const { commands } = parseReply(text)
      const look = (of: string): FileLook => {
        const found = Object.hasOwn(start, of) ? start[of] : undefined
        return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found, hash: found }
      }
      const shown = new Map(Object.entries(start).map(([of, is]) => [of, { hash: is, text: is }]))
      const { steps } = planRound({ commands, look, shown, choices: new Map() })
      const files = new Map(Object.entries(start))
      for (const { effect, row } of steps) {
        if (effect?.kind !== 'write' && effect?.kind !== 'delete') continue
        expect(files.get(effect.path)).toBe(effect.before)
        if (effect.kind === 'delete') files.delete(effect.path)
        else files.set(effect.path, effect.after)
        expect(row.state).toBe('ready')
        if (effect.kind === 'write') expect(patched(effect.before ?? '', effect.after)).toBeDefined()
      }
      const expected = new Map(Object.entries(start))
      const said = carryOut(expected, commands)
      expect(steps.slice(0, said.length).map(({ result }) => (result?.success === true ? 'OK' : 'FAILED'))).toEqual(said)
      expect(steps.slice(said.length).every(({ row, effect }) => row.state === 'after done' && effect === undefined)).toBe(true)
      expect(Object.fromEntries(files)).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: sized(350) },
  )
})

const deep = 'd/'.repeat(limits.pathFolders)
const many: readonly (readonly [string, (at: number) => string])[] = [
  ['new files in deep folders', (at) => `[CREATE_FILE path="${deep}${at}"]\nx\n[/CREATE_FILE]\n`],
  [
    'edits of one file from the top down',
    (at) => `[EDIT_FILE path="a" start_line="${(at % 900) + 1}" end_line="${(at % 900) + 1}"]\nx\ny\n[/EDIT_FILE]\n`,
  ],
  ['one file again and again', (at) => `[CREATE_FILE path="a"]\n${at}\n[/CREATE_FILE]\n[DELETE_FILE path="a"]\n`],
]

it.each(many)('takes time in proportion to the commands: %s (F6)', (_what, block) => {
  const text = 'a line\n'.repeat(1_000)
  const look = (): FileLook => ({ kind: 'file', text: `new\n${text}`, hash: 'new' })
  const shown = new Map([['a', { hash: 'old', text }]])
  expectLinearTime((size) => {
    const { commands } = parseReply(Array.from({ length: size }, (_, at) => block(at)).join(''))
    return () => planRound({ commands, look, shown, choices: new Map() })
  }, 40)
})
