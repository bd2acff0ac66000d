import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProgram } from '../src/cli/program.ts'
import { effectKinds, type EffectKind } from '../src/core/approval.ts'
import { duringHalt, type DuringHalt, type Halt } from '../src/core/halt.ts'
import { writeHalts } from '../src/io/halt-file.ts'
import { tempFolder } from './fakes/journal.ts'
import { switchboardOffer } from '../src/protocols/switchboard/mcp/switchboard-offer.ts'
import { runCommand } from './fakes/command-line.ts'
import { faultyIrcd } from './fakes/ircd.ts'
import { valueOf } from './fakes/value-of.ts'

/**
 * Everything that can act, and what a halt does to it: whatever is new is not in these lists, and fails until somebody has decided what a halt does to it (F28).
 */

/** All kinds of effects are refused (`src/engine/halts/halts.test.ts` does it); the compiler knows a new one. */
const refusedKinds: Readonly<Record<EffectKind, 'refused'>> = {
  append: 'refused',
  write: 'refused',
  move: 'refused',
  delete: 'refused',
  spawn: 'refused',
  publish: 'refused',
  open: 'refused',
  copy: 'refused',
  read: 'refused',
  assign: 'refused',
  configure: 'refused',
  tool: 'refused',
}

/** Where in the sources an effect names the reason for which a halt lets it through. */
const allowed: Readonly<Record<DuringHalt, readonly string[]>> = {
  receipt: ['protocols/switchboard/files/mailboxes.ts', 'protocols/switchboard/files/marks.ts'],
  lock: ['protocols/switchboard/files/keeper.ts'],
  server: [
    'protocols/switchboard/files/server-files.ts',
    'protocols/switchboard/files/server-files.ts',
    'protocols/switchboard/link/bridge-file.ts',
    'protocols/switchboard/link/bridge-file.ts',
  ],
  leave: ['protocols/scuttlebot/network/network.ts', 'protocols/scuttlebot/network/publisher.ts'],
  cut: ['protocols/jaibber/agents/local-agents.ts'],
}

test('each kind of effect is refused, and each reason to let one through stands at these places', () => {
  expect(Object.keys(refusedKinds).toSorted()).toEqual([...effectKinds].toSorted())
  const src = path.join(import.meta.dirname, '..', 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (each) => each.endsWith('.ts') && !/\.(test|prop)\.ts$/.test(each),
  )
  const found = files.flatMap((each) =>
    [...readFileSync(path.join(src, each), 'utf8').matchAll(/duringHalt: '(\w+)'|'(leave)' : undefined/g)].map(
      ([, word, other]) => `${word ?? other ?? ''} ${each.split(path.sep).join('/')}`,
    ),
  )
  expect(found.toSorted()).toEqual(duringHalt.flatMap((why) => allowed[why].map((file) => `${why} ${file}`)).toSorted())
})

/**
 * core: its gate refuses, or that of the core it talks to · own: the operator's own journal and halts, in the data folder · reads: changes nothing that
 * others see · else: the arguments with which it is refused.
 */
const commands: Readonly<Record<string, 'core' | 'own' | 'reads' | readonly string[]>> = {
  serve: 'core',
  mcp: 'core', // test/halt-commands.test.ts
  doctor: 'reads',
  backup: 'own',
  'case export': 'reads',
  'case verify': 'reads',
  simulate: 'own', // in a throw-away folder, to servers of its own
  restore: 'own',
  repair: 'own',
  archive: 'own',
  export: 'reads',
  owed: 'reads',
  import: 'own',
  halt: 'own',
  ask: 'core', // and the file of halts: test/ask-command.test.ts
  resume: 'own',
  tail: 'reads',
  send: ['.', '--from', 'coder', '--to', 'reviewer', 'hi'],
  'report-state': ['.', '--agent', 'coder', '--state', 'idle'],
  invite: ['codex', '--agent', 'coder', '--yes'],
  'irc tail': 'reads',
  'irc send': ['--server', 'SERVER', '--channel', '#general', 'hi'],
  'agent new': ['a task', '--home', 'home', '--once'],
  'agent resume': ['--home', 'home', '--once'],
  'agent status': 'reads',
  'agent apply': ['reply.txt', '--home', 'home', '--yes', 'all'],
  'lint chat': 'reads',
  'lint codingagent': 'reads',
  'lint jaibber': 'reads',
  'lint scuttlebot': 'reads',
  'lint switchboard': 'reads',
}

function leaves(command: Command, above: readonly string[] = []): string[] {
  return command.commands.flatMap((each) => {
    const name = [...above, each.name()]
    return each.commands.length === 0 ? [name.join(' ')] : leaves(each, name)
  })
}

describe('the command line', () => {
  test('each command is in the list', () => {
    expect(leaves(createProgram()).toSorted()).toEqual(Object.keys(commands).toSorted())
  })

  test.runIf(process.platform === 'linux')('each one that acts is refused with the name of the halt, and nothing has changed', async () => {
    const home = tempFolder()
    for (const name of ['XDG_DATA_HOME', 'APPDATA', 'HOME']) vi.stubEnv(name, home)
    onTestFinished(() => void vi.unstubAllEnvs())
    const cwd = path.join(tempFolder(), 'project')
    mkdirSync(path.join(cwd, '.workplace'), { recursive: true })
    writeFileSync(path.join(cwd, '.workplace', 'chat.md'), '[coder-to-reviewer]: hello\n')
    expect(await runCommand(['agent', 'new', 'a task', '--home', 'home', '--once'], { cwd })).toMatchObject({ code: 0 })
    writeFileSync(path.join(cwd, 'reply.txt'), '[CREATE_FILE]\npath: a.txt\n---\nthere\n[/CREATE_FILE]\n')
    const ircd = await faultyIrcd()
    onTestFinished(() => ircd.close())
    const halt: Halt = { id: '7F3K', at: Date.now(), scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }
    valueOf(writeHalts(path.join(home, 'patchbay'), { halts: [{ halt }], ended: [] }))
    const before = contents(cwd)
    for (const [name, args] of Object.entries(commands)) {
      if (typeof args === 'string') continue
      const given = args.map((each) => (each === 'SERVER' ? `127.0.0.1:${ircd.port}` : each))
      expect(await runCommand([...name.split(' '), ...given], { cwd }), name).toMatchObject({
        code: 1,
        err: expect.stringContaining('7F3K'),
      })
    }
    expect(contents(cwd)).toEqual(before)
    expect(ircd.lines).toEqual([])
  })
})

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [path.join(parentPath, name), readFileSync(path.join(parentPath, name), 'utf8')]),
  )
}

test('of the tools, only those that read go on', () => {
  expect(
    switchboardOffer.tools
      .filter(({ isReading }) => isReading)
      .map(({ definition }) => definition.name)
      .toSorted(),
  ).toEqual(['check_inbox', 'get_team_roster', 'get_workflow_state', 'read_message', 'search_messages'])
})
