import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { halt } from '../src/cli/halt.ts'
import { resume, type Surroundings } from '../src/cli/resume.ts'
import { ok } from '../src/core/fault.ts'
import type { Halt } from '../src/core/halt.ts'
import { readHalts, writeHalts, type FiledHalt } from '../src/io/halt-file.ts'
import { lockInstance } from '../src/io/instance.ts'
import type { EngineRequest } from '../src/engine/gate/gate.ts'
import { openHalts } from '../src/engine/halts/halts.ts'
import { keepBackup } from '../src/io/journal/backups.ts'
import { openOrThrow, tempFolder, workspace as workspaceOf } from './fakes/journal.ts'
import { processParents } from '../src/io/process-parents.ts'
import { answerResume, readResumeAsk, takeResumeAnswer } from '../src/io/resume-file.ts'
import { runMark } from '../src/io/runner/runner-tree.ts'
import { chatProtocol } from '../src/protocols/chat/index.ts'
import { runCommand, type Ran } from './fakes/command-line.ts'
import { launcher } from './launcher.ts'
import { follow, testEngine, type Followed, type TestEngine } from './fakes/engine.ts'
import { Halting } from './fakes/halting.ts'
import { faultyIrcd } from './fakes/ircd.ts'
import { valueOf } from './fakes/value-of.ts'

/** `patchbay halt` and `resume`, and programs of ours that act without an engine. */
let home: string
let dataDir: string
let folder: string

beforeEach(() => {
  home = tempFolder()
  for (const name of ['XDG_DATA_HOME', 'APPDATA', 'HOME']) vi.stubEnv(name, home)
  onTestFinished(() => void vi.unstubAllEnvs())
  dataDir = path.join(home, process.platform === 'win32' ? 'Patchbay' : 'patchbay')
  folder = path.join(tempFolder(), 'my project')
  mkdirSync(path.join(folder, '.workplace'), { recursive: true })
  writeFileSync(path.join(folder, '.workplace', 'chat.md'), '[coder-to-reviewer]: hello\n')
})

const run = (args: readonly string[], input = ''): Promise<Ran> => runCommand(args, { cwd: folder, input })
const chat = (): string => readFileSync(path.join(folder, '.workplace', 'chat.md'), 'utf8')
const tableOf = ({ out }: Ran): Halt & { isRunning: boolean } => JSON.parse(out) as Halt & { isRunning: boolean }
const terminal: Surroundings = {
  hasTerminal: true,
  parents: [{ pid: 7, name: 'bash', isOurs: false }],
  ended: new Promise(() => undefined),
}

describe.runIf(process.platform === 'linux')('where no Patchbay runs', () => {
  test('a halt that reaches nobody says so: a data folder that does not exist, is empty text, or has no Patchbay running (F28)', async () => {
    const wrong = path.join(home, 'patchby')
    expect(await run(['halt', '--yes', '--data', wrong])).toMatchObject({ code: 1, out: '', err: expect.stringContaining(wrong) as string })
    expect(existsSync(wrong)).toBe(false)
    for (const data of [wrong, path.join(folder, '.workplace', 'chat.md')])
      expect(await run(['resume', '--data', data])).toMatchObject({ code: 1, out: '', err: expect.stringContaining(data) as string })
    for (const args of [
      ['halt', '--yes', '--data', ''],
      ['owed', ''],
      ['export', '--workspace', ''],
    ])
      expect(await run(args), args.join(' ')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('empty') as string })
    expect(existsSync(path.join(folder, 'halt.json'))).toBe(false)
    const halted = await run(['halt', '--yes'])
    expect(halted).toMatchObject({ code: 0, err: expect.stringContaining(dataDir) as string })
    expect(halted.err).toContain('No Patchbay is running')
  })

  test('a table without room for all links is no success, and what that means is said (F28)', async () => {
    const beyond = { links: 88, workspaces: 1, named: ['yard\u001b[2J'] }
    const halted = { id: 'AB12', at: 1, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [], beyond } as const
    valueOf(writeHalts(dataDir, { halts: [{ halt: { ...halted, rows: [] } }], ended: [] }))
    const done = await run(['halt', '--yes'])
    expect(done.code).toBe(1)
    expect(tableOf(done).beyond).toEqual(beyond)
    expect(done.err).toMatch(/88 links in .*yard.* are not in this table.*nobody is told\. Tell them yourself/)
    expect(done.err).not.toContain('\u001b')
    // One that cannot be read takes no halt with it.
    const damaged = { v: 1, halts: [{ halt: { ...halted, beyond: { links: 'many' } } }], ended: [] }
    writeFileSync(path.join(dataDir, 'halt.json'), JSON.stringify(damaged))
    expect(readHalts(dataDir).halts).toMatchObject([{ halt: { id: 'AB12' } }])
  })

  test('the halt stands as a file, and each program of ours refuses before its effect (F28)', async () => {
    const halted = await run(['halt', '--reason', 'wrong branch', '--yes'])
    expect(halted.code).toBe(0)
    expect(tableOf(halted)).toMatchObject({ level: 'stop', reason: 'wrong branch', isRunning: false, rows: [] })
    const { id } = tableOf(halted)
    const before = chat()

    expect(await run(['send', '.', '--from', 'coder', '--to', 'reviewer', 'hi'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(id),
    })
    expect(chat()).toBe(before)
    expect(await run(['agent', 'new', 'a task', '--home', 'home', '--once'])).toMatchObject({ code: 1, err: expect.stringContaining(id) })
    writeFileSync(path.join(folder, 'reply.txt'), '[DONE]\nThere.\n[/DONE]\n')
    expect(await run(['agent', 'apply', 'reply.txt', '--home', 'home', '--yes', 'files'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(id),
    })
    expect(existsSync(path.join(folder, 'home'))).toBe(false)

    const ircd = await faultyIrcd()
    onTestFinished(() => ircd.close())
    const sent = await run(['irc', 'send', '--server', `127.0.0.1:${ircd.port}`, '--channel', '#general', 'hi'])
    expect(sent).toMatchObject({ code: 1, err: expect.stringContaining(id) })

    expect(await resume({ yes: true }, terminal)).toBe(0)
    expect(await run(['send', '.', '--from', 'coder', '--to', 'reviewer', 'hi'])).toMatchObject({ code: 0 })
    expect(chat()).toContain('hi')
  })

  test('a server of `patchbay mcp` answers reads and refuses the rest with the words of the halt (F28)', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const env = { PATH: process.env['PATH'] ?? '', XDG_DATA_HOME: home, HOME: home }
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [launcher, 'mcp', '--workspace', folder, '--agent', 'coder'],
        env,
        stderr: 'ignore',
      }),
    )
    onTestFinished(() => client.close())
    const send = (): ReturnType<Client['callTool']> =>
      client.callTool({ name: 'send_message', arguments: { recipient: 'coder', action: 'status_update', payload: 'to myself' } })
    expect((await send()).isError).not.toBe(true)
    const { id } = tableOf(await run(['halt', '--yes']))
    const refused = await send()
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(new RegExp(`^Halted by the operator at \\d\\d:\\d\\d \\(${id}\\)\\. Nothing was done\\.`)) }],
    })
    expect(await client.callTool({ name: 'check_inbox', arguments: { agent: 'coder' } })).not.toMatchObject({ isError: true })
    expect(await resume({ yes: true }, terminal)).toBe(0)
    expect((await send()).isError).not.toBe(true)
  })

  test('--yes is needed; Ask needs somebody who says it; a second halt raises the level of the first, and never lowers it', async () => {
    expect(await run(['halt'])).toMatchObject({ code: 2 })
    expect(await run(['halt', '--level', 'ask', '--yes'])).toMatchObject({ code: 1 })
    expect(await run(['halt', '--reason', 'two\nlines', '--yes'])).toMatchObject({ code: 2 })
    expect(readHalts(dataDir).halts).toEqual([])
    const first = tableOf(await run(['halt', '--yes']))
    expect(tableOf(await run(['halt', '--level', 'cut', '--yes']))).toMatchObject({ id: first.id, level: 'cut' })
    expect(tableOf(await run(['halt', '--yes']))).toMatchObject({ id: first.id, level: 'cut' })
    expect(readHalts(dataDir).halts).toMatchObject([{ halt: { id: first.id, level: 'cut' } }])
  })

  test('resume without Patchbay counts from a terminal only, with --yes only, and from nothing that Patchbay started', async () => {
    await run(['halt', '--yes'])
    expect(await resume({}, terminal)).toBe(1)
    expect(await resume({ yes: true }, { ...terminal, hasTerminal: false })).toBe(1)
    expect(await resume({ yes: true }, { ...terminal, parents: [...terminal.parents, { pid: 3, name: 'sh', isOurs: true }] })).toBe(1)
    expect(readHalts(dataDir).halts).toHaveLength(1)
    expect(await resume({ yes: true }, terminal)).toBe(0)
    expect(readHalts(dataDir)).toMatchObject({ halts: [], ended: [expect.any(String)] })
  })
})

test('a halt while RESUME is being said is filed for the running Patchbay, at no lower level (F28)', async () => {
  const data = tempFolder()
  const lock = valueOf(lockInstance(data))
  onTestFinished(() => lock.release())
  const present: Halt = { id: 'AB12', at: 1, scope: { kind: 'all' }, level: 'cut', by: 'operator', rows: [], resuming: true }
  valueOf(writeHalts(data, { halts: [{ halt: present }], ended: [] }))
  expect(await halt({ level: 'stop', data }, 0)).toBe(1) // nobody takes it here
  expect(readHalts(data).halts).toMatchObject([{ halt: { id: 'AB12', level: 'cut' }, isAsked: true }])
})

test('a halt that the running Patchbay overwrote with what it knew is filed again, and so is a level (F28)', async () => {
  const data = tempFolder()
  const lock = valueOf(lockInstance(data))
  onTestFinished(() => lock.release())
  const asked = (): FiledHalt[] => readHalts(data).halts.filter(({ isAsked }) => isAsked === true)
  for (const level of ['stop', 'cut'] as const) {
    const known = readHalts(data)
    const halting = halt({ level, data })
    for (let overwritten = 0; overwritten < 2; overwritten++) {
      await vi.waitFor(() => expect(asked()).toMatchObject([{ halt: { level } }]))
      valueOf(writeHalts(data, known))
    }
    await vi.waitFor(() => expect(asked()).toMatchObject([{ halt: { level } }]))
    valueOf(writeHalts(data, { halts: asked().map(({ halt: said }) => ({ halt: said })), ended: [] }))
    expect(await halting).toBe(0)
  }
  expect(readHalts(data).halts).toMatchObject([{ halt: { level: 'cut' } }])
})

test('a halt while RESUME is being said that the running Patchbay ended in that moment is filed again (F28)', async () => {
  const data = tempFolder()
  const lock = valueOf(lockInstance(data))
  onTestFinished(() => lock.release())
  const present: Halt = { id: 'AB12', at: 1, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [], resuming: true }
  const over = { halts: [], ended: ['AB12'] }
  valueOf(writeHalts(data, { halts: [{ halt: present }], ended: [] }))
  const halting = halt({ level: 'stop', data })
  valueOf(writeHalts(data, over))
  await vi.waitFor(() => expect(readHalts(data)).toMatchObject({ halts: [{ halt: { id: 'AB12' }, isAsked: true }], ended: [] }))
  valueOf(writeHalts(data, { halts: [{ halt: { ...present, resuming: false } }], ended: [] }))
  expect(await halting).toBe(0)
  // Patchbay does so each time.
  valueOf(writeHalts(data, { halts: [{ halt: present }], ended: [] }))
  const overwriting = setInterval(() => valueOf(writeHalts(data, over)), 5)
  onTestFinished(() => clearInterval(overwriting))
  expect(await halt({ level: 'stop', data }, 500)).toBe(1)
})

test('a halt that the running Patchbay takes while RESUME is being said is filed and said once (F28)', async () => {
  const t = await Halting.open()
  const lock = valueOf(lockInstance(t.core.dataDir))
  onTestFinished(() => lock.release())
  const id = await t.halted('stop', { kind: 'all' })
  const release = t.hold(`resume file a ${id}`)
  const resumed = t.resume(id)
  await t.until(`resume net b ${id}`)
  t.said = []
  const halting = halt({ level: 'stop', data: t.core.dataDir })
  // The command sees that it is taken before the text is through.
  await vi.waitFor(() => {
    const [filed] = readHalts(t.core.dataDir).halts
    expect([filed?.halt.id, filed?.isAsked, filed?.halt.resuming]).toEqual([id, undefined, undefined])
  })
  release()
  expect(await resumed).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  expect(await halting).toBe(0)
  expect(t.said.toSorted()).toEqual(t.texts('halt', id))
})

test('a halt that the running Patchbay never takes is not reported as done (F28)', async () => {
  const data = tempFolder()
  const lock = valueOf(lockInstance(data))
  onTestFinished(() => lock.release())
  // More often than the command looks.
  const overwriting = setInterval(() => valueOf(writeHalts(data, { halts: [], ended: [] })), 5)
  onTestFinished(() => clearInterval(overwriting))
  expect(await halt({ level: 'stop', data }, 500)).toBe(1)
})

test('a halt that a Patchbay reads nothing of is not reported as done (F28)', async () => {
  const data = tempFolder()
  const lock = valueOf(lockInstance(data))
  onTestFinished(() => lock.release())
  expect(await halt({ level: 'stop', data }, 500)).toBe(1)
  expect(readHalts(data).halts).toMatchObject([{ isAsked: true }])
})

test('two halts at once are one: the level asked for counts in the halt that was begun elsewhere (F28)', async () => {
  const data = tempFolder()
  const lock = valueOf(lockInstance(data))
  onTestFinished(() => lock.release())
  const asked = (): FiledHalt[] => readHalts(data).halts.filter(({ isAsked }) => isAsked === true)
  const present: Halt = { id: 'AB12', at: 1, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }
  const one = halt({ level: 'stop', data })
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  valueOf(writeHalts(data, { halts: [{ halt: present }], ended: [] }))
  expect(await one).toBe(0)
  expect(readHalts(data).halts).toMatchObject([{ halt: { id: 'AB12' } }])
  valueOf(writeHalts(data, { halts: [], ended: [] }))
  const other = halt({ level: 'cut', data })
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  valueOf(writeHalts(data, { halts: [{ halt: present }], ended: [] }))
  await vi.waitFor(() => expect(asked()).toMatchObject([{ halt: { id: 'AB12', level: 'cut' } }]))
  valueOf(writeHalts(data, { halts: [{ halt: { ...present, level: 'cut' } }], ended: [] }))
  expect(await other).toBe(0)
})

test('a second halt waits until the first one is said, and prints its table (F28)', async () => {
  const data = tempFolder()
  const lock = valueOf(lockInstance(data))
  onTestFinished(() => lock.release())
  const of = { workspace: 'w', link: 'l', protocol: 'chat', name: 'chat.md' }
  const nothing = { ends: [], refuses: [], says: [], hears: [], cannot: { names: [] }, starts: [], lost: [] }
  const saying = (step: 'sending' | 'done'): Halt => ({
    id: 'AB12',
    at: 1,
    scope: { kind: 'all' },
    level: 'cut',
    by: 'operator',
    rows: [{ ...of, ...nothing, leaves: { step } }],
  })
  valueOf(writeHalts(data, { halts: [{ halt: saying('sending') }], ended: [] }))
  const second = halt({ level: 'stop', data })
  expect(await Promise.race([second, wait(300, 'waits')])).toBe('waits')
  valueOf(writeHalts(data, { halts: [{ halt: saying('done') }], ended: [] }))
  expect(await second).toBe(0)
})

test('another command that uses the data folder is no running Patchbay: nobody is asked, and Resume waits for its end (F28)', async () => {
  mkdirSync(dataDir, { recursive: true })
  const lock = valueOf(lockInstance(dataDir, 'command'))
  const halted = await run(['halt', '--yes'])
  expect(halted).toMatchObject({ code: 0, err: expect.stringContaining('No Patchbay is running') as string })
  expect(tableOf(halted).isRunning).toBe(false)
  expect(tableOf(await run(['halt', '--yes'])).isRunning).toBe(false)
  expect(readHalts(dataDir).halts.map(({ isAsked }) => isAsked)).toEqual([undefined])
  expect(await run(['halt', '--level', 'ask', '--yes', '--data', tempFolder()])).toMatchObject({ code: 1 })
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => told.mockRestore())
  const resumed = resume({ yes: true }, terminal)
  expect(await Promise.race([resumed, wait(500, 'waits')])).toBe('waits')
  expect(told.mock.calls.filter(([text]) => text.toString().includes('Waiting for it to end'))).toHaveLength(1)
  expect(readResumeAsk(dataDir)).toBeUndefined()
  lock.release()
  expect(await resumed).toBe(0)
  expect(readHalts(dataDir).halts).toEqual([])
})

test('a Patchbay that ends while it is asked does not let a command wait (F28)', async () => {
  const data = tempFolder()
  const program = path.join(import.meta.dirname, 'programs', 'hold-instance.ts')
  const child = spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const halting = halt({ level: 'stop', data })
  await vi.waitFor(() => expect(readHalts(data).halts).toMatchObject([{ isAsked: true }]))
  const resuming = resume({ data }, terminal)
  await vi.waitFor(() => expect(readResumeAsk(data)).toBeDefined())
  child.kill('SIGKILL')
  expect(await resuming).toBe(1)
  expect(readResumeAsk(data)).toBeUndefined()
  expect(await halting).toBe(0)
  expect(readHalts(data).halts).toHaveLength(1)
})

test('an answer to another question stays for whoever asked it', () => {
  valueOf(answerResume(dataDir, 'theirs', 'Not now.'))
  expect(takeResumeAnswer(dataDir, 'ours')).toBeUndefined()
  expect([takeResumeAnswer(dataDir, 'theirs'), takeResumeAnswer(dataDir, 'theirs')]).toEqual(['Not now.', undefined])
})

test('a program knows what is above it, and that Patchbay started it', () => {
  const [own, parent] = processParents()
  expect(own).toMatchObject({ pid: process.pid, isOurs: false })
  if (process.platform !== 'win32') expect(parent?.pid).toBe(process.ppid)
  expect(processParents(process.pid, { [runMark]: 'x' })[0]?.isOurs).toBe(true)
})

describe('a running Patchbay', () => {
  let core: TestEngine
  let followed: Followed
  let workspace: string

  /** Something that Patchbay itself does. */
  const own: EngineRequest = {
    actor: { kind: 'system', name: 'Patchbay' },
    effect: { kind: 'append', target: 't', exact: 'x' },
    question: '?',
  }

  async function start(): Promise<void> {
    core = await testEngine({ protocols: [chatProtocol] })
    const lock = lockInstance(core.dataDir)
    onTestFinished(async () => {
      if (lock.ok) lock.value.release()
      await core.stop()
    })
    workspace = valueOf(await core.client.call('workspaces.open', { path: folder })).id
    followed = follow(core.client, workspace)
    await followed.state(({ links, messages }) => links[0]?.status.lamp === 'up' && messages === 1)
  }

  test('is reached: it halts, says it, and the table is printed', async () => {
    await start()
    const done = await run(['halt', '--yes', '--data', core.dataDir])
    expect(done.code).toBe(0)
    expect(tableOf(done)).toMatchObject({ isRunning: true, by: 'the command line', rows: [{ name: 'chat.md', says: [{ step: 'done' }] }] })
    expect(chat()).toContain(`HALT ${tableOf(done).id}`)
    await followed.state(({ halt }) => halt?.by === 'the command line')
  })

  test('goes on from Ask to Stop as the same halt, and says it once', async () => {
    await start()
    const asked = await run(['halt', '--level', 'ask', '--yes', '--data', core.dataDir])
    expect(await core.engine.gate.perform(own, () => Promise.resolve(ok('done')))).toEqual(ok('done'))
    const done = await run(['halt', '--yes', '--data', core.dataDir])
    expect(tableOf(done)).toMatchObject({ id: tableOf(asked).id, level: 'stop', rows: [{ says: [{ step: 'done' }] }] })
    expect(await core.engine.gate.perform(own, () => Promise.resolve(ok('done')))).toMatchObject({ ok: false })
    await followed.state(({ halt }) => halt?.level === 'stop')
    expect(chat().match(/HALT/g)).toHaveLength(1)
  })

  test('is asked to resume in its window, which shows who asks; --yes does not count while a page is open', async () => {
    await start()
    const { id } = tableOf(await run(['halt', '--yes', '--data', core.dataDir]))
    for (const yes of [false, true]) {
      const code = resume({ yes, data: core.dataDir }, terminal)
      const { halt } = await followed.state((state) => state.halt?.ask !== undefined)
      expect(halt?.ask?.processes).toEqual(['7 bash'])
      valueOf(await core.client.call('halt.decline', { ask: halt?.ask?.id ?? '' }))
      expect(await code).toBe(1)
      await followed.state((state) => state.halt !== undefined && state.halt.ask === undefined)
      expect(readdirSync(core.dataDir).filter((name) => name.startsWith('resume-'))).toEqual([])
    }
    expect(readHalts(core.dataDir).halts).toMatchObject([{ halt: { id } }])
    const code = resume({ data: core.dataDir }, terminal)
    await followed.state((state) => state.halt?.ask !== undefined)
    const over = valueOf(await core.client.call('halt.resumePreview', { id }))
    valueOf(await core.client.call('halt.resume', { id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }))
    expect(await code).toBe(0)
    expect(readResumeAsk(core.dataDir)).toBeUndefined()
    expect(chat()).toContain(`RESUME ${id}`)
  })

  test('resumes by --yes when no page is open, and tells everyone', async () => {
    await start()
    const { id } = tableOf(await run(['halt', '--yes', '--data', core.dataDir]))
    followed.end()
    expect(await resume({ yes: true, data: core.dataDir }, terminal)).toBe(0)
    expect(chat()).toContain(`RESUME ${id}`)
  })
})

test('a restored journal that was halted, and an import of one, start halted (F28)', async () => {
  const halt: Halt = { id: 'AB12', at: 1, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspaceOf('w'))
  journal.putSetting('halts', [halt])
  journal.close()
  await keepBackup(dataDir, 1_000)
  const exported = await run(['export'])
  // It was resumed since.
  valueOf(writeHalts(dataDir, { halts: [], ended: ['AB12'] }))
  expect(haltsOf(dataDir)).toEqual([])
  expect(await run(['restore'])).toMatchObject({ code: 0 })
  expect(haltsOf(dataDir)).toEqual(['AB12'])

  const other = tempFolder()
  expect(await run(['import', '-', '--data', other], exported.out)).toMatchObject({ code: 0, err: expect.stringContaining('halted') })
  expect(haltsOf(other)).toHaveLength(1)
})

/** The halts of the next start. */
function haltsOf(data: string): string[] {
  const journal = openOrThrow(data)
  const halts = openHalts({ journal, dataDir: data, now: Date.now, log: () => undefined })
  halts.close()
  journal.close()
  return halts.list().map(({ id }) => id)
}
