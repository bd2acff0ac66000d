import { describe, expect, it } from 'vitest'
import { create, edit, plan, results, rows, written } from '../../../../test/fakes/plan-world.ts'
import type { World } from '../../../../test/fakes/plan-world.ts'
import { limits } from '../../../core/limits.ts'
import { parseReply } from './parse-reply.ts'
import { pathsOf, planRound } from './plan.ts'

describe('planRound', () => {
  it('includes what may be secret only with approval, and marks files that other programs run', () => {
    const reply = `[READ_FILE path=".env"]\n[READ_FILE path="build/log"]\n[READ_FILE path="a"]\n${create('CLAUDE.md', 'x\n')}`
    const world = { files: { '.env': 'K=1\n', 'build/log': 'x\n', a: 'a\n' }, ignored: ['build/log'] }
    const [env, log] = plan(reply, world)
    expect(rows(reply, world).map(({ guard, apply, state }) => [guard, apply, state])).toEqual([
      ['secret', false, 'ready'],
      ['ignored', false, 'ready'],
      [undefined, true, 'ready'],
      ['runs by itself', true, 'ready'],
    ])
    expect([env?.effect, env?.asked, log?.effect]).toEqual([undefined, { kind: 'read', path: '.env' }, undefined])
    expect(results(reply, world).map((result) => result?.summary)).toEqual([
      "File '.env' was not given: it may hold secrets, and the operator has not agreed",
      "File 'build/log' was not given: Git ignores it, so it may be private, and the operator has not agreed",
      "Queued 'a' for next outbox",
      "Created 'CLAUDE.md'",
    ])
    const [yes, no] = plan(reply, { ...world, choices: { 1: { apply: true }, 2: { apply: false } } })
    expect([yes?.effect, yes?.row.guard, no?.effect, no?.asked]).toEqual([{ kind: 'read', path: '.env' }, 'secret', undefined, undefined])
  })

  it('states for each command its effect and result', () => {
    const reply = `${create('new', 'x\ny\n')}${create('a', '1\nX\n')}${edit(2, 2, 'Y\nZ\n')}[READ_FILE path="./a"]\n[DELETE_FILE path="b"]\n[RUN_COMMAND]\nmake\n[/RUN_COMMAND]\n[MESSAGE]\nhi\n[/MESSAGE]\n[DONE]\nall\n[/DONE]\n`
    const steps = plan(reply, { files: { a: '1\n2\n', b: 'x\n' } })
    expect(steps.map(({ row }) => [row.type, row.path ?? row.text, row.risk, row.state, row.added, row.removed, row.apply])).toEqual([
      ['CREATE_FILE', 'new', 'new file', 'ready', 2, 0, true],
      ['CREATE_FILE', 'a', 'overwrites', 'ready', 1, 1, true],
      ['EDIT_FILE', 'a', 'low', 'ready', 2, 1, true],
      ['READ_FILE', 'a', 'reads', 'ready', 0, 0, true],
      ['DELETE_FILE', 'b', 'deletes', 'ready', 0, 1, true],
      ['RUN_COMMAND', 'make', 'shell, 30 s', 'ready', 0, 0, true],
      ['MESSAGE', 'hi', 'shown', 'shown', 0, 0, true],
      ['DONE', 'all', 'shown', 'shown', 0, 0, true],
    ])
    expect(steps.map((step) => step.effect)).toEqual([
      { kind: 'write', path: 'new', after: 'x\ny\n' },
      { kind: 'write', path: 'a', before: '1\n2\n', after: '1\nX\n' },
      { kind: 'write', path: 'a', before: '1\nX\n', after: '1\nY\nZ\n' },
      { kind: 'read', path: 'a' },
      { kind: 'delete', path: 'b', before: 'x\n' },
      { kind: 'run', text: 'make' },
      undefined,
      undefined,
    ])
    expect(steps.map((step) => step.result?.summary)).toEqual([
      "Created 'new'",
      "Created 'a'",
      "Edited 'a' lines 2-2",
      "Queued './a' for next outbox",
      "Deleted 'b'",
      undefined,
      'Shown to the operator: hi',
      'Session completed: all',
    ])
    expect(steps.slice(0, 5).every((step) => step.result?.success)).toBe(true)
  })

  it('reads each path once, in the workspace’s spelling, and none outside', () => {
    const { commands } = parseReply(
      `${create('./a', '')}${edit(1, 1, '')}[READ_FILE path="../x"]\n[READ_FILE path="b/../c"]\n[DONE]\n[/DONE]`,
    )
    expect(pathsOf(commands)).toEqual(['a', 'c'])
    expect(planRound({ commands, look: () => ({ kind: 'missing' }), shown: new Map(), choices: new Map() }).paths).toEqual(['a', 'c'])
  })

  it('fails impossible commands, in the words of the specification (Execution Errors)', () => {
    const reply = `[PARSE\n[DONE] x [/DONE]\n${edit(1, 1, '', 'none')}[DELETE_FILE path="none"]\n[READ_FILE path="none"]\n${edit(2, 3, 'x\n')}[READ_FILE path="../x"]\n${create('bin', '')}${create('/etc/x', '')}`
    const why = 'File is binary'
    const steps = plan(reply, { files: { a: '1\n2\n' }, looks: { bin: { kind: 'refused', why } } })
    expect(steps.map(({ result }) => `${result?.type} ${result?.success} ${result?.summary}`)).toEqual([
      'PARSE_ERROR false DONE on line 2 is not written as [DONE] alone on its line: [DONE] x [/DONE]',
      "EDIT_FILE false File 'none' not found",
      "DELETE_FILE false File 'none' not found",
      "READ_FILE false File 'none' not found",
      'EDIT_FILE false Invalid line range 2-3 for file with 2 lines',
      "READ_FILE false REJECTED: Path '../x' is outside workspace",
      'CREATE_FILE false File is binary',
      "CREATE_FILE false REJECTED: Path '/etc/x' is outside workspace",
    ])
    for (const { row, effect } of steps) expect([row.state, row.apply, effect]).toEqual(['refused', false, undefined])
    expect(rows(reply, { choices: { 2: { apply: true } } })[1]).toMatchObject({ state: 'refused', apply: false })
  })

  it('can read a file that is read-only, but not change it', () => {
    const looks: World = { looks: { a: { kind: 'file', text: '1\n', hash: 'h', isReadOnly: true } } }
    expect(rows(`[READ_FILE path="a"]\n${edit(1, 1, '')}${create('a', '')}[DELETE_FILE path="a"]`, looks).map((row) => row.state)).toEqual([
      'ready',
      'refused',
      'refused',
      'refused',
    ])
  })

  it('reports commands after DONE without running them', () => {
    const reply = `[DONE]\n[/DONE]\n${create('a', 'x\n')}[READ_FILE path="a"]\n[DONE] x\n`
    expect(plan(reply).map(({ row, effect, result }) => [row.state, row.apply, effect, result?.success, result?.summary])).toEqual([
      ['shown', true, undefined, true, 'Session completed'],
      ...Array.from({ length: 3 }, () => ['after done', false, undefined, false, 'Not run: it comes after DONE']),
    ])
    expect(rows(reply, { choices: { 1: { apply: false }, 2: { apply: true } } }).map((row) => row.state)).toEqual([
      'shown',
      'ready',
      'ready',
      'refused',
    ])
    expect(rows(reply, { choices: { 2: { apply: true } } })[1]).toMatchObject({ state: 'after done', apply: false })
  })

  it('follows the files from command to command', () => {
    const reply = `${create('d/x', '1\n')}${edit(1, 1, '2\n', 'd/x')}[DELETE_FILE path="d/x"]\n${edit(1, 1, '', 'd/x')}${create('d', '')}${create('f', '')}${create('f/y', '')}`
    expect(results(reply).map((result) => result?.summary)).toEqual([
      "Created 'd/x'",
      "Edited 'd/x' lines 1-1",
      "Deleted 'd/x'",
      "File 'd/x' not found",
      "Path 'd' is a folder after the commands before",
      "Created 'f'",
      "Path 'f/y' cannot be: 'f' is a file",
    ])
  })

  it('skips what the operator leaves out, and uses his text instead of the reply’s', () => {
    const reply = `${create('a', '1\n')}${edit(1, 1, 'X\n')}[RUN_COMMAND]\nls\n[/RUN_COMMAND]`
    expect(results(reply, { choices: { 1: { apply: false } } }).map((result) => result?.summary)).toEqual([
      'Not applied: the operator left it out',
      "File 'a' not found",
      undefined,
    ])
    const choices = { 1: { body: 'mine\n' }, 2: { body: '' }, 3: { body: ' ls -l\r\npwd\n' } }
    expect(plan(reply, { choices }).map(({ row, effect }) => [row.isEdited, effect])).toEqual([
      [true, { kind: 'write', path: 'a', after: 'mine\n' }],
      [true, { kind: 'write', path: 'a', before: 'mine\n', after: '' }],
      [true, { kind: 'run', text: 'ls -l\npwd' }],
    ])
    expect(
      rows(reply, { choices: { 1: { body: null }, 2: { body: 'X\n' }, 3: { body: ' ' } } }).map((row) => [row.isEdited, row.state]),
    ).toEqual([
      [false, 'ready'],
      [false, 'ready'],
      [true, 'refused'],
    ])
  })

  it('shows hidden characters of paths, commands and files', () => {
    const reply = `[RUN_COMMAND]\nls \u001b[8m\u202e\n[/RUN_COMMAND]\n[READ_FILE path="a\u200b"]\n${create('b', 'x\u202ey\n')}`
    expect(rows(reply).map((row) => [row.hidden, row.notes])).toEqual([
      [['ESC', 'U+202E'], []],
      [['U+200B'], ["File 'a\u200b' not found"]],
      [['U+202E'], []],
    ])
    expect(rows(create('b', '\ufeffx\n'))[0]?.hidden).toEqual([])
    expect(rows('[RUN_COMMAND]\nls\n[/RUN_COMMAND]', { choices: { 1: { body: 'ls\u202e' } } })[0]?.hidden).toEqual(['U+202E'])
  })

  it('treats spellings as one file where the system does, and not elsewhere', () => {
    const reply = `${create('Read.me', '1\n')}${edit(1, 1, '2\n', 'READ.ME')}`
    expect(written(reply, { caseInsensitive: true })).toEqual(['1\n', '2\n'])
    expect(results(reply)[1]?.summary).toBe("File 'READ.ME' not found")
    for (const caseInsensitive of [true, false]) {
      expect(rows(reply, { caseInsensitive })[1]?.notes[0]).toBe("Differs from 'Read.me' only in upper and lower case.")
    }
  })

  it('warns where tags are suspicious', () => {
    expect(rows(`${create('a', 'x\n')}[/CREATE_FILE]\n`)[0]?.notes).toEqual([
      'There is another [/CREATE_FILE] on line 4: the text may have been meant to continue to there.',
    ])
  })

  it('builds and searches no more text than the limit (F18)', () => {
    const most = Math.floor(limits.planChars / 3)
    for (const [size, state] of [
      [most, 'ready'],
      [most + 1, 'refused'],
    ] as const) {
      const [row] = rows(edit(2, 2, ''), { files: { a: `${'x'.repeat(size - 3)}\n1\n` } })
      expect([row?.state, row?.notes]).toEqual([
        state,
        state === 'ready' ? [] : ['The files of this reply are too large to change together; send fewer changes in one reply'],
      ])
    }
  })
})
