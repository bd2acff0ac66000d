import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeLinkContext } from '../../../test/fakes/link-context.ts'
import { launcher } from '../../../test/launcher.ts'
import type { NewEvent } from '../../core/event.ts'
import type { Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Confirmation, LinkContext } from '../../core/protocol.ts'
import { directGate } from '../../engine/gate/direct-gate.ts'
import { SwitchboardLink } from './driver.ts'
import { fitView } from './link/fit-view.ts'
import type { SwitchboardConfig } from './pure/config.ts'
import { switchboardMethods } from './pure/api.ts'
import { switchboardViewSchema } from './pure/view.ts'
import type { SwitchboardView } from './pure/view.ts'

const config: SwitchboardConfig = { folder: '.', personas: '.agent/personas', poll: false }
const by = { actor: { kind: 'operator', name: 'operator' }, confirmed: {} as Confirmation } as const

interface Running {
  readonly link: SwitchboardLink
  readonly events: NewEvent[]
  readonly views: SwitchboardView[]
  readonly statuses: Parameters<LinkContext['status']>[0][]
  saved: unknown
}

let root: string
let links: Running[]
let children: ChildProcess[]
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'patchbay-switchboard-')))
  links = []
  children = []
})
afterEach(async () => {
  await Promise.all(links.map(({ link }) => link.stop()))
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await rm(root, { recursive: true, force: true })
})

const inFolder = (...parts: string[]): string => path.join(root, '.switchboard', ...parts)
const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { interval: 10 })

function start(given: Partial<LinkContext> = {}, own: Partial<SwitchboardConfig> = {}): Running {
  const events: NewEvent[] = []
  const views: SwitchboardView[] = []
  const statuses: Running['statuses'] = []
  const context = fakeLinkContext({
    workspacePath: root,
    gate: directGate,
    emit(batch, state) {
      events.push(...batch)
      if (state !== undefined) running.saved = JSON.parse(JSON.stringify(state))
    },
    show: (view) => void views.push(switchboardViewSchema.parse(view)),
    status: (status) => void statuses.push(status),
    ...given,
  })
  const running: Running = { link: new SwitchboardLink(context, { ...config, ...own }), events, views, statuses, saved: undefined }
  links.push(running)
  running.link.start()
  return running
}

/** Calls a method as the engine does: input and output pass their schemas. */
async function ask(
  running: Running,
  method: keyof typeof switchboardMethods,
  input: unknown = {},
): Promise<Result<Record<string, unknown>>> {
  const { input: given, output } = switchboardMethods[method]
  const answer = await running.link.call(method, given.parse(input), by)
  if (answer.ok) output.parse(answer.value)
  return answer as Result<Record<string, unknown>>
}
async function valueOf(answer: Promise<Result<Record<string, unknown>>>): Promise<Record<string, unknown>> {
  const done = await answer
  if (!done.ok) throw new Error(done.fault.message)
  return done.value
}
const shows = (running: Running, isWanted: (view: SwitchboardView) => boolean): Promise<SwitchboardView> =>
  until(() => {
    const view = running.views.at(-1)
    expect(view !== undefined && isWanted(view), JSON.stringify(view?.keeper)).toBe(true)
    return view as SwitchboardView
  })
async function drop(mailbox: string, id: string, more: Record<string, unknown> = {}): Promise<void> {
  await mkdir(inFolder('inbox', mailbox), { recursive: true })
  const message = { id, action: 'status_update', sender: 'docs', recipient: mailbox, payload: `text of ${id}`, createdAt: '', ...more }
  await writeFile(inFolder('inbox', mailbox, `${id}.json`), JSON.stringify(message))
}

/** `patchbay mcp` of another program of the operator. */
async function otherKeeper(): Promise<ChildProcess> {
  const args = [launcher, 'mcp', '--workspace', root, '--agent', 'ide', '--data', path.join(root, 'data')]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'] })
  children.push(child)
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'ide', version: '1' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await until(async () => expect(JSON.parse(await readFile(inFolder('server_info.json'), 'utf8'))).toMatchObject({ pid: child.pid }))
  return child
}

describe('who keeps the folder', () => {
  test('after .switchboard was deleted with its server on, that is reported, and turning it on again makes everything work again', async () => {
    const running = start()
    await valueOf(ask(running, 'serverOn'))
    await shows(running, (each) => each.server.state === 'on')
    await rm(inFolder(), { recursive: true })
    const gone = await shows(running, (each) => !each.exists)
    expect(gone).toMatchObject({ isDeleted: true, server: { state: 'off' } })
    await until(() => expect(running.statuses.at(-1)).toMatchObject({ lamp: 'down', reason: { code: 'not-found' } }))
    expect(await ask(running, 'release', { name: 'bob' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    const again = start({ saved: running.saved })
    await shows(again, (each) => each.isDeleted === true)
    await again.link.stop()

    await valueOf(ask(running, 'serverOn'))
    expect(await shows(running, (each) => each.server.state === 'on')).toMatchObject({ exists: true, keeper: { is: 'us' } })
    expect(running.views.at(-1)?.isDeleted).toBeUndefined()
    await drop('bob', 'msg_2')
    await until(() => expect(running.events.map(({ raw }) => raw.text).join()).toContain('text of msg_2'))
  })

  test('a folder that never existed is not called deleted, even if it could not be created', async () => {
    const running = start()
    await shows(running, (each) => !each.exists)
    await writeFile(inFolder(), 'a file')
    expect(await ask(running, 'serverOn')).toMatchObject({ ok: false })
    expect(running.views.some((each) => each.isDeleted === true)).toBe(false)
    const again = start({ saved: running.saved })
    expect((await shows(again, (each) => !each.exists)).isDeleted).toBeUndefined()
  })

  test('another Patchbay: its files are followed, nothing is changed, its process is named; when it is killed, we take over', async () => {
    const other = await otherKeeper()
    const running = start()
    const view = await shows(running, (each) => each.keeper.is === 'other')
    expect(view).toMatchObject({
      keeper: { pid: other.pid },
      readOnly: { message: `Process ${other.pid} keeps .switchboard.` },
      server: { state: 'off' },
    })
    await drop('coder', 'msg_1700000000001_a')
    await until(() => expect(running.events.map(({ body }) => body.kind)).toContain('message'))
    for (const [method, input] of [
      ['acknowledge', { mailbox: 'coder', id: 'msg_1700000000001_a' }],
      ['send', { action: 'status_update', target: { kind: 'agent', name: 'coder' }, payload: 'x', key: 'abcdefgh' }],
      ['startShell', { name: 'build' }],
      ['serverOff', {}],
      ['serverOn', {}],
    ] as const)
      expect(await ask(running, method, input), method).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await ask(running, 'messages', { mailbox: 'coder', group: 'new', limit: 5 })).toMatchObject({ ok: true, value: { total: 1 } })
    other.kill('SIGKILL')
    await shows(running, (each) => each.keeper.is === 'us' && each.server.state === 'on')
    expect(JSON.parse(await readFile(inFolder('server_info.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    expect(await ask(running, 'acknowledge', { mailbox: 'coder', id: 'msg_1700000000001_a' })).toMatchObject({ ok: true })
  })

  test('two links on one folder: the second follows, and takes over when the first stops', async () => {
    await mkdir(inFolder())
    const first = start()
    await shows(first, (view) => view.server.state === 'on')
    const second = start()
    await shows(second, (view) => view.keeper.is === 'other')
    await first.link.stop()
    await shows(second, (view) => view.server.state === 'on')
  })

  test('a read-only folder is followed, with the reason', async () => {
    await mkdir(inFolder('keeper.lock'), { recursive: true })
    await drop('coder', 'msg_1700000000001_a')
    const running = start()
    const view = await shows(running, (each) => each.readOnly !== undefined && each.mailboxes.some((box) => box.new === 1))
    expect(view.readOnly).toMatchObject({ code: 'unavailable', message: expect.stringContaining('only reads') as string })
    await until(() => expect(running.statuses.at(-1)).toMatchObject({ lamp: 'down', text: 'read-only' }))
    expect((await readdir(inFolder())).toSorted()).toEqual(['inbox', 'keeper.lock'])
  })

  test('a folder that is removed is released, and kept again when it returns', async () => {
    await mkdir(inFolder())
    const running = start()
    await shows(running, (view) => view.server.state === 'on')
    await rm(inFolder(), { recursive: true })
    await shows(running, (view) => !view.exists && view.server.state === 'off')
    expect(await readdir(root)).toEqual([])
    await mkdir(inFolder())
    await shows(running, (view) => view.server.state === 'on')
  })
})

describe('files of others', () => {
  test('a receipt of a message that is listed changes the row of its mailbox: what is known of the message is no longer the same', async () => {
    await mkdir(inFolder())
    const running = start()
    await shows(running, (each) => each.server.state === 'on')
    await drop('coder', 'msg_1700000000001_a')
    await shows(running, (each) => each.mailboxes.some((box) => box.name === 'coder' && box.new === 1 && box.facts === 1))
    expect(await ask(running, 'messages', { mailbox: 'coder', group: 'new', limit: 5 })).toMatchObject({
      value: { rows: [{ ledger: { delivered: expect.anything() as unknown } }] },
    })
  })

  test('a state.json that cannot be understood is never overwritten; the rest works', async () => {
    await mkdir(inFolder())
    await writeFile(inFolder('state.json'), '{"session": 1')
    const running = start()
    const view = await shows(running, (each) => each.server.state === 'on' && each.problems.length === 1)
    expect(view.problems[0]?.message).toContain('state.json')
    expect(await ask(running, 'registerAgent', { name: 'coder', interface: 'x', capabilities: [] })).toMatchObject({ ok: false })
    await drop('coder', 'msg_1700000000001_a')
    await until(() => expect(running.events.map(({ body }) => body.kind)).toContain('message'))
    expect(await readFile(inFolder('state.json'), 'utf8')).toBe('{"session": 1')
    await writeFile(inFolder('state.json'), '{"chatAgents": {"coder": {"status": "working", "role": "coder 1"}}}')
    await shows(running, (each) => each.problems.length === 0 && each.roster.length === 1)
    expect(running.events.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ kind: 'presence', agent: 'coder', word: 'working', said: 'working' }),
    )
  })

  test('existing messages are reported in order of time, and a changed one replaces the first', async () => {
    await drop('coder', 'msg_1700000000003_a')
    await drop('Ann', 'msg_1700000000001_b', { createdAt: '2023-11-14T22:13:20Z' })
    await drop('coder', 'msg_1700000000002_c', { createdAt: '2023-11-14T22:13:25Z' })
    const running = start()
    const told = (): string[] => running.events.flatMap(({ body, wireId }) => (body.kind === 'message' ? [wireId] : []))
    await until(() => expect(told()).toHaveLength(3))
    expect(told()).toEqual(['ann/msg_1700000000001_b', 'coder/msg_1700000000002_c', 'coder/msg_1700000000003_a'])
    await drop('coder', 'msg_1700000000003_a', { payload: 'changed' })
    await until(() => expect(told()).toHaveLength(4))
    await drop('coder', 'msg_1700000000003_a', { payload: 'changed again' })
    await until(() => expect(told()).toHaveLength(5))
    const [, , , second, third] = running.events.filter(({ body }) => body.kind === 'message')
    expect(second).toMatchObject({ supersedes: 'coder/msg_1700000000003_a', body: { text: 'changed' } })
    expect(third).toMatchObject({ supersedes: second?.wireId, body: { text: 'changed again' } })
  })
})

describe('the screen', () => {
  let running: Running
  /** What the desk says of debts: one that is overdue, one of a message that is not there, one that is not due yet. */
  let dueTimes: Map<string, number>
  beforeEach(async () => {
    await mkdir(inFolder())
    dueTimes = new Map([
      ['coder/msg_1700000000009_z', 1_700_000_060_000],
      ['coder/msg_1700000000008_z', 1_700_000_060_000],
      ['coder/msg_1700000000001_a', Date.now() + 60_000],
    ])
    running = start({ dueTimes: () => dueTimes })
    await shows(running, (view) => view.server.state === 'on')
  })

  test('groups, pages and counts of a mailbox; viewing changes nothing', async () => {
    for (let at = 1; at <= 7; at++) await drop('coder', `msg_170000000000${at}_a`)
    await drop('coder', 'msg_1700000000009_z', { action: 'delegate_task' })
    await shows(running, (view) => view.mailboxes.some((box) => box.name === 'coder' && box.new === 8 && box.overdue === 1))
    const list = (input: object): Promise<Record<string, unknown>> =>
      valueOf(ask(running, 'messages', { mailbox: 'CODER', group: 'new', limit: 3, ...input }))
    const first = (await list({})) as { rows: { id: string; isOverdue: boolean }[] }
    expect(first).toMatchObject({
      total: 8,
      hasMore: true,
      rows: [{ id: 'msg_1700000000009_z', isOverdue: true }, {}, { id: 'msg_1700000000006_a' }],
    })
    expect(await list({ before: 'msg_1700000000003_a' })).toMatchObject({
      hasMore: false,
      rows: [{ id: 'msg_1700000000002_a' }, { id: 'msg_1700000000001_a' }],
    })
    expect(await list({ group: 'overdue' })).toMatchObject({ total: 1, hasMore: false, rows: [{ id: 'msg_1700000000009_z' }] })
    expect(await ask(running, 'message', { mailbox: 'coder', id: 'msg_1700000000001_a' })).toMatchObject({
      ok: true,
      value: { row: { group: 'new' } },
    })
    await valueOf(ask(running, 'acknowledge', { mailbox: 'coder', id: 'msg_1700000000001_a', note: 'seen' }))
    await valueOf(ask(running, 'archive', { mailbox: 'coder', id: 'msg_1700000000009_z' }))
    dueTimes.clear()
    running.link.debtsChanged()
    const after = await shows(running, (view) => view.mailboxes.some((box) => box.acked === 1 && box.done === 1 && box.overdue === 0))
    expect(after.mailboxes.find((box) => box.name === 'coder')).toMatchObject({ new: 6, read: 0, acked: 1, done: 1, overdue: 0 })
  })

  test('a message that another program superseded stays archived, and its first text stays in the journal', async () => {
    const [id, by] = ['msg_1700000000001_a', 'msg_1700000000002_b']
    await drop('coder', id, { action: 'delegate_task' })
    await shows(running, (view) => view.mailboxes.some((box) => box.name === 'coder' && box.new === 1))
    const meta = { inReplyTo: id, status: 'superseded', supersededBy: by, supersededAt: '2023-11-14T22:13:30Z' }
    await writeFile(inFolder('inbox', 'coder', `${id}.json.superseded.meta`), JSON.stringify(meta))
    await mkdir(inFolder('archive', '2023-11', 'inbox', 'coder'), { recursive: true })
    await rename(inFolder('inbox', 'coder', `${id}.json`), inFolder('archive', '2023-11', 'inbox', 'coder', `${id}.json`))
    await shows(running, (view) => view.mailboxes.some((box) => box.name === 'coder' && box.new === 0 && box.done === 1))
    const listed = await valueOf(ask(running, 'messages', { mailbox: 'coder', group: 'done', limit: 9 }))
    expect(listed).toMatchObject({ total: 1, rows: [{ id, box: 'archive', superseded: { by, at: Date.parse(meta.supersededAt) } }] })
    expect(running.events.filter(({ body }) => body.kind === 'message').map(({ wireId }) => wireId)).toEqual([`coder/${id}`])
    expect(running.events).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ kind: 'receipt', of: `coder/${id}`, stage: 'archived' }) as unknown }),
    )
  })

  test('a message of the operator: previewed, written once despite repetition, to teams and roles with their persona', async () => {
    await mkdir(path.join(root, '.agent', 'personas'), { recursive: true })
    await writeFile(path.join(root, '.agent', 'personas', 'coder.md'), '---\nrole: coder\n---\nWrite little.')
    expect(await valueOf(ask(running, 'personas'))).toMatchObject({ personas: [{ file: '.agent/personas/coder.md', role: 'coder' }] })
    for (const [name, role] of [
      ['ann', 'coder 1'],
      ['bob', 'tester'],
    ] as const)
      await valueOf(ask(running, 'registerAgent', { name, interface: 'test', capabilities: [], role }))
    await valueOf(ask(running, 'createTeam', { name: 'Core', members: ['ann', 'bob'] }))
    await shows(running, (view) => view.teams.length === 1 && view.roster.length === 2)
    const draft = { action: 'delegate_task', payload: 'Mend it', metadata: [{ label: '__proto__', value: 'x' }] }
    const preview = (await valueOf(ask(running, 'preview', { ...draft, target: { kind: 'role', name: 'coder 1' } }))) as {
      messages: { json: string }[]
    }
    expect(preview.messages).toMatchObject([{ recipient: 'ann', persona: '.agent/personas/coder.md' }])
    expect(preview.messages[0]?.json).toContain('"persona": "Write little."')
    const send = { ...draft, target: { kind: 'team', name: 'core' }, key: 'ABCDEFGH1' }
    const sent = await valueOf(ask(running, 'send', send))
    expect(await valueOf(ask(running, 'send', send))).toEqual(sent)
    expect(sent).toMatchObject({ sent: [{ recipient: 'ann' }, { recipient: 'bob' }], failed: [] })
    const [file = ''] = await readdir(inFolder('inbox', 'ann'))
    expect(JSON.parse(await readFile(inFolder('inbox', 'ann', file), 'utf8'))).toMatchObject({ sender: 'operator', team: 'team_core' })
    expect(await readdir(inFolder('inbox', 'bob'))).toHaveLength(1)
    expect(await ask(running, 'send', { ...draft, target: { kind: 'role', name: 'lead' }, key: 'ABCDEFGH2' })).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    })
    expect((await shows(running, (view) => view.roster.length === 2)).roster.map((row) => row.isForeign)).toEqual([false, false])
  })

  test('a role written by others into state.json for a registered agent does not count: it receives nothing, and no view shows it (F24)', async () => {
    for (const [name, role] of [
      ['ann', 'reviewer'],
      ['bob', 'tester'],
    ] as const)
      await valueOf(ask(running, 'registerAgent', { name, interface: 'test', capabilities: [], role }))
    const file = inFolder('state.json')
    const state = JSON.parse(await readFile(file, 'utf8')) as { chatAgents: Record<string, object> }
    const forged = { ...state.chatAgents['bob'], role: 'reviewer', statusMessage: 'forged' }
    await writeFile(file, JSON.stringify({ ...state, chatAgents: { ...state.chatAgents, bob: forged } }))
    await shows(running, (view) => view.roster.some((row) => row.statusMessage === 'forged'))
    const draft = { action: 'delegate_task', payload: 'Review it', target: { kind: 'role', name: 'reviewer' } }
    expect(await valueOf(ask(running, 'preview', draft))).toMatchObject({ messages: [{ recipient: 'ann' }] })
    const roles = running.events.flatMap(({ body }) => (body.kind === 'profile' && body.agent === 'bob' ? [body.role] : []))
    expect(roles).toEqual(['tester'])
  })

  test('a team is written to in Inboxes, not with the composer', async () => {
    await valueOf(ask(running, 'createTeam', { name: 'core', members: ['ann'] }))
    await shows(running, (view) => view.teams.length === 1)
    const wire = JSON.stringify({
      id: 'msg_1_a',
      action: 'status_update',
      sender: 'operator',
      recipient: 'core',
      payload: 'x',
      createdAt: '',
    })
    expect(await running.link.send(wire, by.actor)).toMatchObject({
      ok: false,
      fault: { field: 'to', message: expect.stringContaining('Inboxes') as string },
    })
  })

  test('workflows: started, completed with a file that exists, shown with their phases, stopped', async () => {
    await writeFile(path.join(root, 'notes.md'), 'notes')
    await valueOf(ask(running, 'startWorkflow', { name: 'accuracy', context: 'why' }))
    expect(await ask(running, 'completePhase', { workflow: 'accuracy', phase: 1, artifacts: ['../out.md'] })).toMatchObject({
      ok: false,
      fault: { field: 'artifacts' },
    })
    await valueOf(ask(running, 'completePhase', { workflow: 'accuracy', phase: 1, artifacts: ['notes.md'], notes: 'read all' }))
    const { workflows } = await shows(running, (view) => view.workflows[0]?.active?.phase === 2)
    expect(workflows[0]?.active?.phases.slice(0, 2)).toMatchObject([
      { state: 'done', artifacts: ['notes.md'], notes: 'read all' },
      { state: 'current' },
    ])
    await valueOf(ask(running, 'stopWorkflow'))
    await shows(running, (view) => view.workflows.length === 0)
  })

  test('shells: started for a new terminal, typed into, shown without our marks, closed; a chat agent is not a terminal', async () => {
    await valueOf(ask(running, 'startShell', { name: 'build', purpose: 'builds' }))
    await valueOf(ask(running, 'terminalInput', { name: 'BUILD', text: 'echo typed' }))
    await until(async () =>
      expect(await valueOf(ask(running, 'terminal', { name: 'build' }))).toMatchObject({ state: 'running', output: 'typed\n' }),
    )
    const { roster } = await shows(running, (view) => view.roster.length === 1)
    expect(roster).toMatchObject([{ name: 'build', kind: 'terminal', purpose: 'builds', shell: 'running', isForeign: false }])
    await valueOf(ask(running, 'terminalInput', { name: 'build', text: 'exit 3' }))
    await until(async () =>
      expect(await valueOf(ask(running, 'terminal', { name: 'build' }))).toMatchObject({ state: 'ended', exitCode: 3 }),
    )
    await valueOf(ask(running, 'closeShell', { name: 'build' }))
    expect(await valueOf(ask(running, 'terminal', { name: 'build' }))).toMatchObject({ state: 'none' })
    await until(() =>
      expect(running.events.map(({ body }) => body).findLast((body) => body.kind === 'presence')).toMatchObject({
        agent: 'build',
        word: 'ended',
        said: 'stopped by you',
      }),
    )
    await valueOf(ask(running, 'startShell', { name: 'build' }))
    await shows(running, (view) => view.roster[0]?.shell === 'running' && view.roster[0]?.status === 'active')
    await valueOf(ask(running, 'registerAgent', { name: 'ann', interface: 'x', capabilities: [] }))
    expect(await ask(running, 'startShell', { name: 'Ann' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await ask(running, 'startShell', { name: '../x' })).toMatchObject({ ok: false, fault: { field: 'name' } })
  })

  test('the token is the one in the file, and an unknown client cannot be disconnected', async () => {
    const token = (await readFile(inFolder('auth_token'), 'utf8')).trim()
    expect(await valueOf(ask(running, 'token'))).toEqual({ token })
    expect(await ask(running, 'disconnect', { session: 'x' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(JSON.stringify(running.views)).not.toContain(token)
    await valueOf(ask(running, 'serverOff'))
    expect(await ask(running, 'token')).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  })

  test('a view that would be too large is cut where it is largest, and counts what is missing', async () => {
    const view = await shows(running, () => true)
    const row = { name: 'x'.repeat(120), twins: [], isOperator: false, failed: 0, new: 1, read: 0, acked: 0, done: 0, overdue: 0, facts: 0 }
    const calls = Array.from({ length: 100 }, (_, at) => ({ at, session: 's'.repeat(36), tool: 'send_message', text: 'w'.repeat(200) }))
    const large = { ...view, mailboxes: Array.from({ length: 500 }, () => row), server: { ...view.server, calls } }
    const fitting = fitView(large, 64 * 1024)
    expect(JSON.stringify(fitting).length).toBeLessThanOrEqual(64 * 1024)
    expect(fitting.mailboxes.length + fitting.more).toBe(500 + view.more)
    expect(fitView(large, limits.linkView)).toBe(large)
  })
})
