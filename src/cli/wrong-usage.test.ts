import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../test/fakes/command-line.ts'
import { tempFolder } from '../../test/fakes/journal.ts'

let cwd = ''
beforeEach(() => {
  cwd = tempFolder()
  for (const name of ['HOME', 'USERPROFILE', 'XDG_DATA_HOME', 'APPDATA']) vi.stubEnv(name, cwd)
  vi.stubEnv('PATCHBAY_IRC_PASSWORD', '')
  mkdirSync(path.join(cwd, '.workplace'))
  return () => void vi.unstubAllEnvs()
})

const irc = ['--server', '127.0.0.1:9', '--channel', '#work'] as const
const mail = ['--from', 'coder', '--to', 'reviewer'] as const

describe('what an option was given cannot be used: a wrong command line, exit code 2', () => {
  test.each([
    ['--from', 'export', '--from', 'nonsense'],
    ['--to', 'export', '--to', 'nonsense'],
    ['--from', 'case', 'export', '--from', 'nonsense'],
    ['--to', 'case', 'export', '--from', '2d', '--to', 'nonsense'],
    ['--from', 'case', 'export', '--from', '2d', '--to', '3d'],
    ['--term', 'case', 'export', '--from', '2d', '--term', '/(/'],
    ['--reason', 'halt', '--yes', '--reason', 'two\nlines'],
    ['--agent', 'invite', 'codex', '--agent', 'a b'],
    ['--agent', 'invite', 'codex', '--agent', 'mira', '--operator', 'mira'],
    ['--by', 'invite', 'claude-desktop', '--agent', 'coder', '--by', 'chat'],
    ['--server', 'invite', 'codex', '--agent', 'coder', '--by', 'irc'],
    ['--server', 'invite', 'codex', '--agent', 'coder', '--server', 'a:1'],
    ['--channel', 'invite', 'codex', '--agent', 'coder', '--by', 'chat', '--channel', '#work'],
    ['--channel', 'invite', 'codex', '--agent', 'coder', '--by', 'irc', '--server', 'a:1', '--channel', 'x'],
    ['--links', 'simulate', 'deadlock', '--links', 'ch,zz'],
    ['--from', 'send', '.', '--from', 'Ann Lee', '--to', 'b', 'x'],
    ['--to', 'send', '.', '--from', 'a', '--to', 'n'.repeat(200), 'x'],
    ['--cc', 'send', '.', ...mail, '--cc', 'x y', 'x'],
    ['--agent', 'report-state', '.', '--state', 'idle', '--agent', 'server'],
    ['--for', 'report-state', '.', '--state', 'waiting', '--agent', 'coder', '--for', 'a b'],
    ['--nick', 'irc', 'tail', ...irc, '--nick', '9x'],
    ['--server', 'irc', 'send', '--server', 'a b', '--channel', '#work', 'x'],
    ['--payload', 'irc', 'send', ...irc, '--payload', '{}'],
    ['--payload', 'irc', 'send', ...irc, '--type', 'x.y', '--payload', '[1]'],
    ['--agent', 'mcp', '--workspace', '.', '--agent', '../x'],
    ['--agent', 'owed', '.', '--agent', ''],
    ['--data', 'owed', '.', '--data', '.'],
  ])('%s of %j', async (option, ...args) => {
    expect(await runCommand(args, { cwd })).toMatchObject({ code: 2, out: '', err: expect.stringContaining(option) as string })
  })
})

describe('what is not on the command line is a fault, exit code 1', () => {
  test.each([
    ['a folder that is not there', 'invite', 'codex', '--agent', 'coder', '--workspace', 'gone'],
    ['a scenario that is not there', 'simulate', 'gone'],
    ['an empty message', 'send', '.', ...mail, ' '],
    ['a password that is not in the environment', 'irc', 'send', ...irc, '--account', 'mira', 'x'],
    [
      'a name in the command of a hook, whose program takes 2 for an answer',
      'report-state',
      '.',
      '--state',
      'idle',
      '--agent',
      'server',
      '--hook',
      '{}',
    ],
  ])('%s', async (_what, ...args) => {
    expect(await runCommand(args, { cwd })).toMatchObject({ code: 1, out: '' })
  })

  test('a payload on standard input', async () => {
    const args = ['irc', 'send', ...irc, '--type', 'x.y', '--payload', '-']
    expect(await runCommand(args, { cwd, input: '[1]' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('not a JSON object') as string,
    })
  })
})
