import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { faultyIrcd } from '../../test/fakes/ircd.ts'
import { runCommand } from '../../test/fakes/command-line.ts'
import { outsideFiles } from '../core/invite/clients.ts'
import { directGate } from '../engine/gate/direct-gate.ts'
import { tempFolder } from '../../test/fakes/journal.ts'
import { invite } from './invite.ts'

let home = ''
let cwd = ''
beforeEach(() => {
  home = tempFolder()
  cwd = path.join(tempFolder(), 'my project')
  mkdirSync(cwd)
  for (const name of ['HOME', 'USERPROFILE', 'XDG_DATA_HOME', 'APPDATA']) vi.stubEnv(name, home)
  return () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
})
const run = (...args: string[]): ReturnType<typeof runCommand> => runCommand(['invite', ...args], { cwd })
const codex = ['codex', '--agent', 'coder', '--tell-me'] as const
const desktop = ['claude-desktop', '--agent', 'coder'] as const
const system = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
/** The settings of Claude Desktop. */
const settings = (): string => path.join(home, ...outsideFiles(system).slice(0, 1))
function writeSettings(text: string, mode = 0o600): void {
  mkdirSync(path.dirname(settings()), { recursive: true })
  writeFileSync(settings(), text)
  chmodSync(settings(), mode)
}

/** The first command with these words that the instructions teach, without its program. */
function taught(...words: readonly string[]): string[] {
  const lines = readFileSync(path.join(cwd, 'AGENTS.md'), 'utf8').split('\n')
  const found = lines.find((line) => line.includes(` ${words.join(' ')} `)) ?? ''
  const [program = '', , ...rest] = [...found.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  expect(path.isAbsolute(program)).toBe(true)
  return rest
}

describe('patchbay invite', () => {
  test('shows what would change, and changes nothing without a yes', async () => {
    writeSettings('{ "theme": "dark" }\n')
    for (const more of [['--dry-run'], []])
      for (const [client, file, line] of [
        [desktop, settings(), /^\+.*"mcpServers"/m],
        [codex, path.join(cwd, '.codex', 'hooks.json'), /^\+.*report-state/m],
      ] as const) {
        const ran = await run(...client, ...more)
        expect(ran.code).toBe(more.length === 0 ? 1 : 0)
        expect(ran.out).toMatch(line)
        expect(ran.out).toContain(file)
      }
    expect(readdirSync(cwd)).toEqual([])
    expect(readFileSync(settings(), 'utf8')).toBe('{ "theme": "dark" }\n')
  })

  test('changes files in the project, keeps permissions, and takes its part out again', async () => {
    writeFileSync(path.join(cwd, 'AGENTS.md'), '# Project\n', { mode: 0o600 })
    expect(await run(...codex, '--yes')).toMatchObject({ code: 0 })
    expect(readFileSync(path.join(cwd, '.codex', 'config.toml'), 'utf8')).toMatch(/^command = "\//m)
    expect(readFileSync(path.join(cwd, '.codex', 'hooks.json'), 'utf8')).toContain('report-state')
    expect(statSync(path.join(cwd, 'AGENTS.md')).mode & 0o777).toBe(0o600)
    writeFileSync(path.join(cwd, 'AGENTS.md'), `${readFileSync(path.join(cwd, 'AGENTS.md'), 'utf8')}\nAdded later.\n`)
    expect(await run(...codex, '--remove', '--yes')).toMatchObject({ code: 0 })
    expect(readFileSync(path.join(cwd, 'AGENTS.md'), 'utf8')).toBe('# Project\n\nAdded later.\n')
    expect(existsSync(path.join(cwd, '.codex'))).toBe(false)
  })

  test('changes a file at home, keeps permissions, leaves a copy there, and takes its part out again', async () => {
    writeSettings('// mine\n{ "theme": "dark" }\n', 0o640)
    expect(await run(...desktop, '--yes')).toMatchObject({ code: 0 })
    expect(readFileSync(settings(), 'utf8')).toContain('"--agent"')
    expect(statSync(settings()).mode & 0o777).toBe(0o640)
    const folder = path.dirname(settings())
    const [copy = ''] = readdirSync(folder).filter((name) => name.includes('before-patchbay'))
    expect(readFileSync(path.join(folder, copy), 'utf8')).toBe('// mine\n{ "theme": "dark" }\n')
    expect(statSync(path.join(folder, copy)).mode & 0o777).toBe(0o640)
    expect(await run(...desktop, '--remove', '--yes')).toMatchObject({ code: 0 })
    expect(readFileSync(settings(), 'utf8')).toBe('// mine\n{ "theme": "dark" }\n')
  })

  test.skipIf(process.platform === 'win32')('refuses links, and then changes nothing', async () => {
    // Also one that stays at home.
    const elsewhere = path.join(home, 'dotfiles')
    const file = path.join(elsewhere, path.basename(settings()))
    mkdirSync(elsewhere)
    writeFileSync(file, '')
    mkdirSync(path.dirname(path.dirname(settings())), { recursive: true })
    symlinkSync(elsewhere, path.dirname(settings()))
    // What is shown is what would be replaced: a link is not even read.
    for (const more of ['--dry-run', '--yes']) expect(await run(...desktop, more)).toMatchObject({ code: 1 })
    expect(await run(...desktop, '--remove', '--yes')).toMatchObject({ code: 0, err: expect.stringContaining('left as it is') })
    symlinkSync(file, path.join(cwd, 'CLAUDE.md'))
    expect(await run('claude-code', '--agent', 'coder', '--yes')).toMatchObject({ code: 1 })
    expect(readFileSync(file, 'utf8')).toBe('')
    expect(readdirSync(cwd)).toEqual(['CLAUDE.md'])
  })

  test('asks about each file outside the project, and a no leaves everything', async () => {
    const asked: string[] = []
    const answer = (no: RegExp) => ({
      canAsk: true,
      ask: (question: string) => (asked.push(question), Promise.resolve(!no.test(question))),
    })
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((_text, done: unknown) => {
        if (typeof done === 'function') (done as () => void)()
        return true
      })
    const options = { agent: 'coder', workspace: cwd, by: 'mcp', operator: 'operator' } as const
    expect(await invite('claude-desktop', options, directGate, answer(/outside/))).toBe(1)
    expect(existsSync(settings())).toBe(false)
    expect(await invite('claude-desktop', options, directGate, answer(/nothing/))).toBe(0)
    expect(asked.filter((question) => question.includes(settings()))).toHaveLength(2)
    expect(existsSync(settings())).toBe(true)
  })

  test('refuses a wrong name, client and way', async () => {
    expect(await run('codex', '--agent', 'a b')).toMatchObject({ code: 2, err: expect.stringContaining('--agent') })
    expect(await run('other', '--agent', 'coder')).toMatchObject({ code: 2 })
    expect(await run('claude-desktop', '--agent', 'coder', '--by', 'chat')).toMatchObject({ code: 2, err: expect.stringContaining('--by') })
    expect(await run('codex', '--agent', 'coder', '--by', 'irc')).toMatchObject({ code: 2, err: expect.stringContaining('--server') })
  })

  test('teaches commands that run: chat', async () => {
    expect(await run('codex', '--agent', 'coder', '--by', 'chat', '--yes')).toMatchObject({ code: 0 })
    mkdirSync(path.join(cwd, '.workplace'))
    writeFileSync(path.join(cwd, '.workplace', 'chat.md'), '')
    expect(await runCommand(taught('send'), { cwd: home })).toMatchObject({ code: 0 })
    expect(readFileSync(path.join(cwd, '.workplace', 'chat.md'), 'utf8')).toContain('[coder-to-operator]: Question: May I')
    expect(await runCommand(taught('tail'), { cwd: home })).toMatchObject({ code: 0, out: expect.stringContaining('May I') })
  })

  test('teaches commands that run: IRC', async () => {
    const ircd = await faultyIrcd()
    onTestFinished(() => ircd.close())
    expect(
      await run('codex', '--agent', 'coder', '--by', 'irc', '--server', `127.0.0.1:${ircd.port}`, '--channel', '#general', '--yes'),
    ).toMatchObject({ code: 0 })
    expect(await runCommand(taught('irc', 'send'), { cwd: home })).toMatchObject({ code: 0 })
    expect(ircd.lines).toContainEqual({ nick: 'coder', line: expect.stringMatching(/PRIVMSG #general operator: Question: May I/) })
  })
})
