import { appendFileSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ask, type AskOptions } from '../src/cli/ask.ts'
import type { Approval, Decision } from '../src/core/approval.ts'
import { readMs } from '../src/core/read-time.ts'
import { ok } from '../src/core/fault.ts'
import { limits } from '../src/core/limits.ts'
import { readHalts, writeHalts } from '../src/io/halt-file.ts'
import { tempFolder } from './fakes/journal.ts'
import { chatProtocol } from '../src/protocols/chat/index.ts'
import { runCommand, startProgram } from './fakes/command-line.ts'
import { follow, testEngine, type Followed, type TestEngine } from './fakes/engine.ts'
import { valueOf } from './fakes/value-of.ts'

/** `patchbay ask`, with what Claude Code 2.1.330 gives its hook. */
let core: TestEngine
let workspace: string
let followed: Followed

beforeEach(async () => {
  core = await testEngine({ protocols: [chatProtocol] })
  workspace = valueOf(await core.client.call('workspaces.open', { path: core.folder })).id
  followed = follow(core.client, workspace)
  await vi.waitFor(() => expect(existsSync(path.join(core.dataDir, 'ask.json'))).toBe(true))
})
afterEach(() => core.stop())

const request = (change: object = {}): object => ({
  session_id: '422e575b-62e0-4823-9dd3-f8a8cbd84ba3',
  transcript_path: path.join(core.folder, 'transcript.jsonl'),
  cwd: core.folder,
  permission_mode: 'default',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'npm test', description: 'Run the tests' },
  permission_suggestions: [{ type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow', destination: 'localSettings' }],
  ...change,
})
const command = (text: string): object => request({ tool_input: { command: text } })

interface Hook {
  /** What it printed until its end. */
  readonly printed: Promise<string>
  /** Ends it as a signal does. */
  end(): void
}

/** Runs the hook in this process. */
function hook(input: object | string = request(), change: Partial<AskOptions> = {}): Hook {
  let out = ''
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const options = { agent: 'coder', workspace: core.folder, data: core.dataDir, ...change }
  const printed = ask(options, {
    input: () => Promise.resolve(Buffer.from(typeof input === 'string' ? input : JSON.stringify(input))),
    print: (text) => Promise.resolve(void (out += text)),
    ended,
  }).then(() => out)
  return { printed, end }
}
const behaviour = (printed: string): { readonly behavior: string; readonly message?: string } =>
  (JSON.parse(printed) as { hookSpecificOutput: { decision: { behavior: string } } }).hookSpecificOutput.decision

async function waiting(count = 1): Promise<Approval[]> {
  return (await followed.state(({ approvals }) => approvals.length === count)).approvals
}
async function only(): Promise<Approval> {
  const [approval] = await waiting()
  if (approval === undefined) throw new Error('nothing waits')
  return approval
}
function decide({ id, digest }: Approval, decision: Decision): ReturnType<typeof core.client.call<'gate.decide'>> {
  core.skip(readMs)
  return core.client.call('gate.decide', { id, digest, decision })
}
const once = { allow: true, scope: 'once' } as const
/** The newest version of each stored question, with its raw text. */
async function stored(): Promise<string[]> {
  const page = valueOf(await core.client.call('feed.page', { workspace, filter: {}, limit: 100 }))
  return page.events.flatMap(({ body, raw }) => (body.kind === 'marker' && body.marker === 'asked' ? [`${body.text}\n${raw.text}`] : []))
}

describe('the operator', () => {
  test('sees the exact command in the approvals and in Needs me; an approval is an allow for this request (F24)', async () => {
    const { printed } = hook()
    const approval = await only()
    expect(approval).toMatchObject({
      actor: { kind: 'agent', name: 'coder' },
      effect: { kind: 'spawn', exact: 'npm test', why: 'Run the tests', terminal: { client: 'Claude Code', folder: core.folder } },
      hidden: [],
    })
    expect((approval.expiresAt ?? 0) - approval.at).toBe(10 * 60_000)
    const { desk } = await followed.state((state) => state.desk.needs.length > 0)
    expect(desk.needs).toMatchObject([{ source: 'approve', who: 'coder', about: approval.id }])
    expect(await core.client.call('gate.decide', { id: approval.id, digest: approval.digest, decision: once })).toMatchObject({
      fault: { code: 'not-allowed' },
    })
    valueOf(await decide(approval, once))
    expect(behaviour(await printed)).toEqual({ behavior: 'allow' })
    await vi.waitFor(async () => expect(await stored()).toEqual([expect.stringMatching(/approved here/)]))
    expect((await stored())[0]).toMatch(/session: 422e575b[^]*npm test/)
  })

  test('refuses with a reason, which the agent hears', async () => {
    const { printed } = hook()
    valueOf(await decide(await only(), { allow: false, reason: 'Use the build script.' }))
    expect(behaviour(await printed)).toEqual({ behavior: 'deny', message: expect.stringContaining('Use the build script.') as string })
    await vi.waitFor(async () => expect(await stored()).toEqual([expect.stringMatching(/refused here/)]))
  })

  test('cannot make it last, whatever the program suggests, and hidden characters are named', async () => {
    const { printed } = hook(command('psql -f \u202E0042.sql'))
    const approval = await only()
    expect(approval.hidden).toEqual(['U+202E'])
    for (const scope of ['session', 'always'] as const)
      expect(await decide(approval, { allow: true, scope })).toMatchObject({ fault: { code: 'not-allowed' } })
    const { desk } = await followed.state((state) => state.desk.needs.length > 0)
    expect(desk.needs[0]?.warning).toMatch(/U\+202E/)
    valueOf(await decide(approval, once))
    expect(await printed).not.toMatch(/Permissions|always|rules/i)
    const again = hook(command('psql -f \u202E0042.sql'))
    await only()
    again.end()
    expect(await again.printed).toBe('')
  })
})

describe('several terminals', () => {
  test('of one agent ask the same: each is answered by itself', async () => {
    const one = hook()
    const two = hook(request({ session_id: 'second' }))
    const three = hook(request({ session_id: 'second' }))
    const all = await waiting(3)
    expect(new Set(all.map(({ digest }) => digest)).size).toBe(3)
    expect(all.map(({ effect }) => effect.terminal?.session ?? '').toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual([
      '422e575b-62e0-4823-9dd3-f8a8cbd84ba3',
      'second',
      'second',
    ])
    for (const approval of all) {
      const isFirst = approval.effect.terminal?.session !== 'second'
      valueOf(await decide(approval, isFirst ? once : { allow: false }))
    }
    expect(behaviour(await one.printed).behavior).toBe('allow')
    for (const { printed } of [two, three]) expect(behaviour(await printed).behavior).toBe('deny')
  })

  test('of one agent have a few places, and all of them leave places for others (F24)', async () => {
    const { questionsOfOne, questionsOfTerminals } = limits
    const hooks = Array.from({ length: questionsOfTerminals }, (_, at) =>
      hook(command(`step ${at}`), { agent: `agent${Math.floor(at / questionsOfOne)}` }),
    )
    await waiting(questionsOfTerminals)
    expect(await hook(command('one more'), { agent: 'agent0' }).printed).toBe('')
    expect(await hook(command('one more'), { agent: 'another' }).printed).toBe('')
    const actor = { kind: 'agent', name: 'elsewhere', registration: 'r' } as const
    const effect = { kind: 'spawn', target: 'build', exact: 'make' } as const
    const other = core.engine.gate.perform({ actor, effect, question: 'q', workspace }, () => Promise.resolve(ok(undefined)))
    const all = await waiting(questionsOfTerminals + 1)
    for (const each of hooks) each.end()
    for (const each of hooks) expect(await each.printed).toBe('')
    const last = all.find(({ actor: { name } }) => name === 'elsewhere')
    if (last !== undefined) await decide(last, { allow: false })
    expect(await other).toMatchObject({ fault: { code: 'refused' } })
  })
})

const transcriptLine = (content: object): string => `${JSON.stringify({ type: 'x', message: { content: [content] } })}\n`

describe('nothing is printed', () => {
  test('when nobody answers in time', async () => {
    valueOf(await core.client.call('settings.set', { terminalWait: 1 }))
    const { setTimeout: real } = globalThis
    const timers: (() => void)[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
      if (ms > 50_000 && ms <= 60_000) timers.push(run)
      return real(run, ms)
    }) as never)
    onTestFinished(() => void vi.restoreAllMocks())
    const { printed } = hook()
    const approval = await only()
    expect((approval.expiresAt ?? 0) - approval.at).toBe(60_000)
    for (const run of timers) run()
    expect(await printed).toBe('')
    await vi.waitFor(async () => expect(await stored()).toEqual([expect.stringMatching(/left to its terminal/)]))
  })

  test('when Patchbay ends while it waits, and the question is not there after a restart', async () => {
    const { printed } = hook()
    await only()
    core = await core.restart()
    expect(await printed).toBe('')
    valueOf(await core.client.call('workspaces.open', { path: core.folder }))
    expect((await follow(core.client, workspace).state()).approvals).toEqual([])
  })

  test('when its terminal was faster: the question goes, and says so', async () => {
    const file = path.join(core.folder, 'transcript.jsonl')
    writeFileSync(
      file,
      transcriptLine({ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test', description: 'Run the tests' } }),
    )
    const { printed } = hook()
    await only()
    appendFileSync(file, transcriptLine({ type: 'tool_result', tool_use_id: 't1', content: 'passed' }))
    expect(await printed).toBe('')
    await waiting(0)
    await vi.waitFor(async () => expect(await stored()).toEqual([expect.stringMatching(/answered in its terminal/)]))
  })

  test('when it is killed', async () => {
    const run = startProgram(['ask', '--agent', 'coder', '--workspace', core.folder, '--data', core.dataDir], { cwd: core.folder })
    run.child.stdin.end(JSON.stringify(request()))
    await only()
    run.child.kill('SIGTERM')
    await run.ended
    expect(run.out).toBe('')
    await waiting(0)
  })

  test('when anything is unclear; the exit code is never that of an answer', async () => {
    const unclear: readonly (readonly [object | string, Partial<AskOptions>])[] = [
      ['not JSON', {}],
      ['', {}],
      ['['.repeat(100_000), {}],
      [request({ hook_event_name: 'PreToolUse' }), {}],
      [request({ tool_name: 'AskUserQuestion' }), {}],
      [request(), { client: 'another' }],
      [request(), { client: 'gemini-cli' }],
      [request(), { workspace: tempFolder() }],
      [request(), { data: tempFolder() }],
      [request(), { agent: 'x'.repeat(5_000) }],
    ]
    for (const [input, change] of unclear) expect(await hook(input, change).printed).toBe('')
    expect((await followed.state()).approvals).toEqual([])
    for (const args of [
      ['ask'],
      ['ask', '--agent'],
      ['ask', '--what', 'x', 'y'],
      ['ask', '--agent', 'a', '--workspace', '.', '--data', 'no'],
    ])
      expect(await runCommand(args, { cwd: core.folder, input: JSON.stringify(request()) })).toMatchObject({ code: 0, out: '' })
  })

  test('to a caller that breaks the form, and a reply never reaches another one', async () => {
    const socket = path.join(core.dataDir, 'ask.sock')
    if (process.platform !== 'win32') expect(statSync(socket).mode & 0o777).toBe(0o600)
    const { printed, end } = hook()
    const approval = await only()
    const heard: string[] = []
    const send = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const each = createConnection(socket, () => void each.write(text))
        each.on('data', (data: Buffer) => heard.push(data.toString('utf8')))
        each.on('error', () => undefined)
        each.on('close', () => resolve())
      })
    const line = { v: 1, client: 'claude-code', agent: 'coder', folder: core.folder, hook: request() }
    await send('{"method":"gate.decide"}\n')
    await send(`${JSON.stringify({ v: 1, call: 'gate.decide', input: { id: approval.id, digest: approval.digest, decision: once } })}\n`)
    await send(`${JSON.stringify({ ...line, allow: true })}\n`)
    await send('x'.repeat(2 * 1024 * 1024))
    expect(heard.join('')).not.toMatch(/decided/)
    expect((await followed.state()).approvals).toMatchObject([{ id: approval.id }])
    end()
    expect(await printed).toBe('')
  })
})

const halt = async (): Promise<string> => {
  const scope = { kind: 'all' } as const
  const { id, digest } = valueOf(await core.client.call('halt.preview', { scope, level: 'stop' }))
  valueOf(await core.client.call('halt.start', { id, scope, level: 'stop', digest, links: [] }))
  return id
}
const denied = async ({ printed }: Hook, id: string): Promise<void> => {
  const { behavior, message } = behaviour(await printed)
  expect(behavior).toBe('deny')
  expect(message).toMatch(new RegExp(`^Halted by the operator at \\d\\d:\\d\\d \\(${id}\\)\\. Nothing was done\\.`))
}

const gemini = (event: string): Hook => hook(request({ hook_event_name: event }), { client: 'gemini-cli' })

describe('while halted', () => {
  test('the answer is deny, also to what waited before, and where no Patchbay runs (F28)', async () => {
    const before = hook()
    await only()
    const id = await halt()
    await denied(before, id)
    await denied(hook(), id)
    // The engine itself refuses as well, to a hook that did not look at the file.
    const { halts } = readHalts(core.dataDir)
    const elsewhere = tempFolder()
    valueOf(writeHalts(elsewhere, { halts, ended: [] }))
    await denied(hook(request(), { data: elsewhere }), id)
    expect(await hook(request({ hook_event_name: 'PreToolUse' })).printed).toBe('')
  })

  test('tools of Gemini CLI are refused in its own words, and its hook says nothing otherwise (F28)', async () => {
    expect(await gemini('BeforeTool').printed).toBe('')
    expect((await followed.state()).approvals).toEqual([])
    await halt()
    expect(JSON.parse(await gemini('BeforeTool').printed)).toEqual({
      decision: 'deny',
      reason: expect.stringMatching(/^Halted by the operator/) as string,
    })
    expect(await gemini('AfterTool').printed).toBe('')
  })
})

test('opencode asks with its own event, and hears the answer (F24)', async () => {
  const properties = { id: 'per_1', sessionID: 'ses_1', permission: 'bash', patterns: ['npm test'], metadata: {} }
  const call = { tool: 'bash', args: { command: 'npm test', description: 'Run the tests' } }
  const { printed } = hook({ type: 'permission.asked', cwd: core.folder, properties, call }, { client: 'opencode' })
  const approval = await only()
  expect(approval.effect).toMatchObject({ kind: 'spawn', exact: 'npm test', terminal: { client: 'opencode', session: 'ses_1' } })
  valueOf(await decide(approval, { allow: false, reason: 'Not now.' }))
  expect(behaviour(await printed)).toEqual({ behavior: 'deny', message: expect.stringContaining('Not now.') as string })
})
