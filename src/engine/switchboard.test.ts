import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ulid } from 'ulid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerIn } from '../../test/fakes/answer.ts'
import { follow, testEngine, texts, type Followed, type TestEngine } from '../../test/fakes/engine.ts'
import { call } from '../../test/suites/mcp-world.ts'
import type { WorkspaceState } from '../api/contract.ts'
import type { Approval } from '../core/approval.ts'
import type { EventBody } from '../core/event.ts'
import { neverCounts } from '../protocols/switchboard/pure/claim.ts'
import type { SwitchboardView } from '../protocols/switchboard/pure/view.ts'
import { switchboardProtocol } from '../protocols/switchboard/index.ts'
import { valueOf } from '../../test/fakes/value-of.ts'

let running: TestEngine
let workspace: string
let followed: Followed
const agents: McpClient[] = []

beforeEach(async () => {
  running = await testEngine({ protocols: [switchboardProtocol] })
  await open()
})
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close().catch(() => undefined)))
  await running.stop()
})

async function open(): Promise<void> {
  workspace = valueOf(await running.client.call('workspaces.open', { path: running.folder })).id
  followed = follow(running.client, workspace, 0)
}
async function restart(): Promise<void> {
  running = await running.restart()
  await open()
}
const inFolder = (...parts: string[]): string => path.join(running.folder, '.switchboard', ...parts)
const viewIn = (state: { views: readonly { view: unknown }[] }): SwitchboardView | undefined =>
  state.views[0]?.view as SwitchboardView | undefined

/** Waits until the screen shows it. */
async function view(isDone: (view: SwitchboardView) => boolean): Promise<SwitchboardView> {
  const state = await followed.state((each) => {
    const shown = viewIn(each)
    return shown !== undefined && isDone(shown)
  })
  return viewIn(state) as SwitchboardView
}
/** True for a state in which the agent “coder” matches. */
const isSo =
  (word: string, said: string) =>
  ({ agents: known }: WorkspaceState): boolean =>
    known.some(({ name, status }) => name === 'coder' && status.word === word && status.said === said)
const isOneFailed = (shown: SwitchboardView): boolean =>
  shown.mailboxes.some((box) => box.name === 'coder' && box.failed === 1 && box.new + box.done === 0)
/** The waiting question; not the one `before`. */
async function question(before?: Approval): Promise<Approval> {
  const isNew = ({ id }: Approval): boolean => id !== before?.id
  const { approvals } = await followed.state((state) => state.approvals.some(isNew))
  return approvals.find(isNew) as Approval
}
async function ask(method: string, input: unknown = {}): Promise<Record<string, unknown>> {
  const { links } = await followed.state((state) => state.links.length > 0)
  const answered = await running.client.call('links.call', { link: links[0]?.id ?? '', method, input })
  return valueOf(answered).output as Record<string, unknown>
}
/** Reported events of this kind, in order. */
function bodies<K extends EventBody['kind']>(kind: K): Extract<EventBody, { kind: K }>[] {
  const events = followed.pushes.flatMap((push) => (push.type === 'events' ? push.events : []))
  return events.flatMap(({ body }) => (body.kind === kind ? [body as Extract<EventBody, { kind: K }>] : []))
}
/** Another program's agent, which finds the server as they do. */
async function connect(name: string, role?: string): Promise<McpClient> {
  const { port } = JSON.parse(await readFile(inFolder('server_info.json'), 'utf8')) as { port: number }
  const token = (await readFile(inFolder('auth_token'), 'utf8')).trim()
  const client = new McpClient({ name: 'ide', version: '1' }, { capabilities: {} })
  agents.push(client)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } }))
  const registered = await call(client, 'register_chat_agent', {
    name,
    interface: 'test',
    capabilities: [],
  })
  expect(registered.error).toBeUndefined()
  if (role !== undefined) await ask('assignRole', { name, role })
  return client
}
const payloads = async (agent: McpClient, name: string): Promise<string[]> => {
  const { data } = await call(agent, 'check_inbox', { agent: name, verbose: true })
  return (data as { messages: { payload: string }[] }).messages.map((message) => message.payload)
}
const results = (agent: McpClient): Promise<string[]> =>
  vi.waitFor(
    async () => {
      const found = await payloads(agent, 'boss')
      expect(found).not.toEqual([])
      return found
    },
    { interval: 20 },
  )

/** Payload of the result that a terminal sent to an agent. */
async function resultFor(agent: string): Promise<string> {
  const names = await readdir(inFolder('inbox', agent)).catch(() => [])
  const file = names.find((name) => name.endsWith('_result.json')) ?? ''
  return (JSON.parse(await readFile(inFolder('inbox', agent, file), 'utf8')) as { payload: string }).payload
}

describe('a workspace without .switchboard', () => {
  test('is unchanged until the operator switches the server on, which is saved', async () => {
    expect(await view((each) => !each.exists)).toMatchObject({ server: { state: 'off' }, keeper: { is: 'nobody' } })
    expect(await readdir(running.folder)).toEqual([])
    await ask('serverOn')
    expect(await view((each) => each.server.state === 'on')).toMatchObject({ exists: true, keeper: { is: 'us', pid: process.pid } })
    await ask('serverOff')
    await view((each) => each.server.state === 'off')
    await expect(readFile(inFolder('server_info.json'))).rejects.toThrow('ENOENT')
    await restart()
    expect(await view((each) => each.keeper.is === 'us')).toMatchObject({ server: { state: 'off' } })
    await ask('serverOn')
    await restart()
    await view((each) => each.server.state === 'on')
  })

  test('a folder created by somebody else is kept and served', async () => {
    await view((each) => !each.exists)
    await mkdir(inFolder())
    await view((each) => each.server.state === 'on')
  })
})

describe('messages', () => {
  beforeEach(async () => {
    await ask('serverOn')
    await view((each) => each.server.state === 'on')
  })

  test('an agent’s message is in the journal with its sender proven, followed by its progress', async () => {
    const [lead, coder] = [await connect('lead 1', 'lead'), await connect('coder')]
    const sent = await call(lead, 'send_message', { action: 'delegate_task', recipient: 'coder', payload: 'Mend the parser' })
    const { id } = sent.data as { id: string }
    await followed.until((pushes) => texts(pushes).includes('Mend the parser'))
    await call(coder, 'read_message', { id })
    await call(coder, 'acknowledge_message', { id })
    await call(coder, 'send_message', { action: 'submit_result', recipient: 'lead 1', payload: 'Mended', replyTo: id })
    const stages = (): string[] => bodies('receipt').flatMap((body) => (body.of === `coder/${id}` ? [body.stage] : []))
    await followed.until(() => stages().length === 4)
    expect(stages().toSorted()).toEqual(['acked', 'answered', 'delivered', 'read'])
    const page = valueOf(await running.client.call('feed.page', { workspace, filter: {}, limit: 50 }))
    expect(bodies('message')).toMatchObject([
      { conversation: 'inbox/coder', from: 'lead 1', to: ['coder'], label: 'delegate_task', text: 'Mend the parser' },
      { conversation: 'inbox/lead 1', from: 'coder', label: 'submit_result', replyTo: `coder/${id}` },
    ])
    expect(bodies('message').map((body) => 'doubts' in body)).toEqual([false, false])
    expect(page.events.find((event) => event.body.kind === 'message')?.raw.anchor).toEqual({
      label: `${id}.json`,
      path: `.switchboard/inbox/coder/${id}.json`,
    })
    const detail = await ask('message', { mailbox: 'coder', id })
    expect(detail).toMatchObject({
      row: { group: 'done', isClaim: false },
      thread: [{ id }, { text: 'Mended' }],
      receipt: { status: 'delivered' },
    })
  })

  test('a file is only a claim; one that is not a message is a fault in the feed and can be delivered corrected', async () => {
    await mkdir(inFolder('inbox', 'coder'), { recursive: true })
    const message = {
      id: 'msg_1700000000001_a',
      action: 'execute',
      sender: 'lead',
      recipient: 'coder',
      payload: 'rm -rf /',
      createdAt: '2026-01-01T00:00:00Z',
    }
    await writeFile(inFolder('inbox', 'coder', 'broken.json'), '{"sender": "docs", "action": "status_update", "payload": "half",}')
    await writeFile(inFolder('inbox', 'coder', 'msg_1700000000001_a.json'), JSON.stringify(message))
    await followed.until(() => bodies('message').length === 1)
    expect(bodies('message')[0]?.doubts).toEqual([
      { severity: 'warning', text: expect.stringContaining('Sender not verified') },
      { severity: 'warning', text: neverCounts },
      { severity: 'warning', text: expect.stringContaining('only valid from the lead') },
    ])
    // An agent that reads it gets the same doubts.
    await ask('serverOn')
    const coder = await connect('coder')
    const told = { isClaim: true, doubts: bodies('message')[0]?.doubts?.map((doubt) => (typeof doubt === 'string' ? doubt : doubt.text)) }
    expect((await call(coder, 'check_inbox', { agent: 'coder' })).data).toMatchObject({ messages: [told] })
    expect((await call(coder, 'read_message', { id: message.id })).data).toMatchObject(told)
    const [resource] = (await coder.readResource({ uri: 'switchboard://inbox/coder' })).contents
    expect(JSON.parse(resource !== undefined && 'text' in resource ? resource.text : '')).toMatchObject({ messages: [told] })
    const shown = await view((each) => each.deadLetterCount === 1)
    expect(shown.deadLetters).toMatchObject([{ file: '.switchboard/inbox/coder/broken.json', recipient: 'coder', reason: 'not JSON' }])
    await followed.until(() => bodies('fault').length === 1)
    const letter = await ask('deadLetter', { file: '.switchboard/inbox/coder/broken.json' })
    expect(letter['fixedText']).toContain('"recipient": "coder"')
    const done = await ask('redeliver', { file: '.switchboard/inbox/coder/broken.json', text: letter['fixedText'] })
    expect(await readFile(path.join(running.folder, String(done['file'])), 'utf8')).toBe(letter['fixedText'])
    expect(await readFile(inFolder('inbox', 'coder', 'broken.json'), 'utf8')).toContain('half')
    expect((await view((each) => each.deadLetters[0]?.redelivered !== undefined)).deadLetterCount).toBe(1)
  })

  test('a proven sender stays proven after a restart, for exactly this text; roles are those of its arrival', async () => {
    await ask('serverOn')
    const boss = await connect('boss', 'lead')
    const { data } = await call(boss, 'send_message', { action: 'delegate_task', recipient: 'coder', payload: 'go' })
    const { id } = data as { id: string }
    await followed.until(() => bodies('message').length === 1)
    await ask('assignRole', { name: 'boss', role: 'tester' })
    await restart()
    const seen = await ask('message', { mailbox: 'coder', id })
    expect(seen).toMatchObject({ row: { isClaim: false, doubts: [] }, lint: [] })
    const file = inFolder('inbox', 'coder', `${id}.json`)
    await writeFile(file, (await readFile(file, 'utf8')).replace('"go"', '"rm -rf /"'))
    expect(await ask('message', { mailbox: 'coder', id })).toMatchObject({ payload: 'rm -rf /', row: { isClaim: true } })
  })

  test('a program that deletes work and says why has refused it: the message stays, with the reason, in mailbox and feed', async () => {
    await ask('serverOn')
    await writeFile(inFolder('housekeeping.policy.json'), '{}')
    const { links } = await followed.state((state) => state.links.length > 0)
    const draft = { from: 'operator', to: ['coder'], observers: [], text: 'go\u00a0on' }
    const command = { id: ulid(), source: links[0]?.id ?? '', draft }
    const sent = valueOf(await running.client.call('messages.send', command))
    const { id } = JSON.parse(sent.wire) as { id: string }
    await followed.until(() => bodies('message').length === 1)
    const why = 'Missing session token (strict auth)'
    const answer = { id, inReplyTo: id, status: 'error', processedAt: '2026-01-01T00:00:00Z', error: why }
    await writeFile(inFolder('inbox', 'coder', `${id}.result.json`), JSON.stringify(answer))
    await rm(inFolder('inbox', 'coder', `${id}.json`))
    await view(isOneFailed)
    expect(await ask('message', { mailbox: 'coder', id })).toMatchObject({
      payload: 'go\u00a0on',
      row: { text: 'go\u00a0on', group: 'failed', isGone: true, failure: { why }, doubts: [], ledger: { delivered: {} } },
    })
    await followed.until(() => bodies('message').length === 2)
    expect(bodies('message')[1]?.doubts?.at(-1)).toMatch(why)
    expect(bodies('receipt').find(({ stage }) => stage === 'failed')).toMatchObject({ text: why, by: 'coder' })
    expect(bodies('receipt').map(({ stage }) => stage)).not.toContain('answered')
    await restart()
    await view(isOneFailed)
    expect(await ask('messages', { mailbox: 'coder', group: 'failed', limit: 10 })).toMatchObject({ rows: [{ id, failure: { why } }] })
    // If such a program is present, both composers say so before anything is sent.
    const preview = await running.client.call('messages.preview', { source: links[0]?.id ?? '', draft })
    expect(valueOf(preview).warnings).toEqual([expect.stringMatching(/extension/)])
    const written = await ask('preview', { action: 'delegate_task', target: { kind: 'agent', name: 'coder' }, payload: 'x' })
    expect(written['warnings']).toContainEqual(expect.stringMatching(/extension/))
    const told = await ask('preview', { action: 'status_update', target: { kind: 'agent', name: 'coder' }, payload: 'x' })
    expect(told['warnings']).not.toContainEqual(expect.stringMatching(/extension/))
  })

  test('an agent’s status is valid as long as its session', async () => {
    await ask('serverOn')
    const coder = await connect('coder')
    await followed.state(isSo('idle', 'connected'))
    await call(coder, 'set_agent_status', { name: 'coder', status: 'compiling' })
    await followed.state(isSo('working', 'compiling'))
    await (coder.transport as StreamableHTTPClientTransport).terminateSession()
    await followed.state(isSo('ended', 'disconnected'))
  })

  test('the operator’s message is a file, confirmed by reading it back; an answer names what it answers', async () => {
    const coder = await connect('coder')
    const { data } = await call(coder, 'send_message', { action: 'request_review', recipient: 'operator', payload: 'Please look' })
    const { links } = await followed.state((state) => state.messages === 1)
    const page = valueOf(await running.client.call('feed.page', { workspace, filter: {}, limit: 5 }))
    const event = page.events.find((each) => each.body.kind === 'message')?.id ?? ''
    const draft = valueOf(await running.client.call('messages.draft', { event, intent: 'reply' }))
    valueOf(await running.client.call('messages.send', { id: ulid(), source: links[0]?.id ?? '', draft: { ...draft, text: 'Looks good' } }))
    const state = await followed.state((each) => each.commands[0]?.state === 'confirmed')
    const [file = ''] = (await readdir(inFolder('inbox', 'coder'))).filter((name) => name.endsWith('.json'))
    expect(JSON.parse(await readFile(inFolder('inbox', 'coder', file), 'utf8'))).toMatchObject({
      sender: 'operator',
      payload: 'Looks good',
      action: 'status_update',
      replyTo: (data as { id: string }).id,
    })
    expect(state.commands[0]?.wire).toBe(await readFile(inFolder('inbox', 'coder', file), 'utf8'))
  })

  test('a restart repeats nothing and loses nothing that arrived meanwhile', async () => {
    const coder = await connect('coder')
    await call(coder, 'send_message', { action: 'status_update', recipient: 'operator', payload: 'before' })
    await followed.state((state) => state.messages === 1)
    await Promise.all(agents.splice(0).map((agent) => agent.close()))
    await running.engine.close()
    const late = {
      id: 'msg_1700000000009_b',
      action: 'status_update',
      sender: 'coder',
      recipient: 'operator',
      payload: 'meanwhile',
      createdAt: '',
    }
    await writeFile(inFolder('inbox', 'operator', 'msg_1700000000009_b.json'), JSON.stringify(late))
    await restart()
    await followed.until((pushes) => texts(pushes).includes('meanwhile'))
    expect(texts(followed.pushes)).toEqual(['before', 'meanwhile'])
  })
})

describe('execute', () => {
  let boss: McpClient
  beforeEach(async () => {
    await ask('serverOn')
    await view((each) => each.server.state === 'on')
    boss = await connect('boss', 'lead')
  })
  const execute = (payload: string): ReturnType<typeof call> =>
    call(boss, 'send_message', { action: 'execute', recipient: 'build', payload })

  test('waits for the operator, shows the exact text, runs in the started shell, and its output arrives as submit_result', async () => {
    await ask('startShell', { name: 'build', purpose: 'builds' })
    await view((each) => each.roster.some((row) => row.name === 'build' && row.shell === 'running'))
    expect((await execute('cd / && X=5; echo "in $PWD"; echo $((X * 2)) >&2; false')).error).toBeUndefined()
    const asked = await question()
    expect(asked).toMatchObject({
      actor: { kind: 'agent', name: 'boss' },
      effect: { kind: 'spawn', target: 'build', exact: 'cd / && X=5; echo "in $PWD"; echo $((X * 2)) >&2; false' },
    })
    expect(await payloads(boss, 'boss')).toEqual([])
    expect((await view((each) => each.waiting.length === 1)).waiting).toMatchObject([{ from: 'boss', terminal: 'build' }])
    await answerIn(running, asked, { allow: true, scope: 'once' })
    expect((await results(boss))[0]?.split('\n').toSorted()).toEqual(['10', 'in /'])
    const { data } = await call(boss, 'check_inbox', { agent: 'boss' })
    const [result] = (data as { messages: { id: string; sender: string; action: string }[] }).messages
    expect(result).toMatchObject({ sender: 'build', action: 'submit_result' })
    expect((await call(boss, 'read_message', { id: result?.id ?? '' })).data).toMatchObject({
      metadata: { status: 'executed', exitCode: 1 },
    })
    // It is the same shell: its folder and its variables last.
    const next = execute('echo "still $PWD $X"')
    const again = await question(asked)
    await answerIn(running, again, { allow: true, scope: 'once' })
    expect((await next).error).toBeUndefined()
    await vi.waitFor(async () => expect(await payloads(boss, 'boss')).toContain('still / 5'), { interval: 20 })
    expect(JSON.parse(await readFile(inFolder('bridge.json'), 'utf8'))).toMatchObject({ terminals: [{ name: 'build', takesInput: true }] })
  })

  test('a terminal without a shell accepts nothing, and nobody is asked', async () => {
    await call(boss, 'register_terminal', { name: 'build', pid: process.pid, purpose: 'elsewhere' })
    await execute('echo no')
    expect(await results(boss)).toEqual([expect.stringContaining('Not run. No Patchbay shell is running for “build”')])
    expect((await followed.state()).approvals).toEqual([])
  })

  test('a refusal is reported with its reason, and nothing runs', async () => {
    await ask('startShell', { name: 'build' })
    await execute('touch ran')
    const asked = await question()
    await answerIn(running, asked, { allow: false, reason: 'not today' })
    expect(await results(boss)).toEqual(['Not run. The operator refused: not today'])
    expect(await readdir(running.folder)).toEqual(['.switchboard'])
  })

  test('a waiting one survives a restart and runs once, in a newly started shell', async () => {
    await ask('startShell', { name: 'build' })
    await execute('echo ran >> ran.txt; cat ran.txt')
    const before = await question()
    await Promise.all(agents.splice(0).map((agent) => agent.close().catch(() => undefined)))
    await restart()
    const after = await question()
    expect(after).toMatchObject({ id: before.id, actor: before.actor, effect: { exact: before.effect.exact } })
    await answerIn(running, after, { allow: true, scope: 'once' })
    await vi.waitFor(async () => expect(await resultFor('boss')).toBe('ran'), { interval: 20 })
    await restart()
    await view((each) => each.server.state === 'on')
    expect((await followed.state()).approvals).toEqual([])
    expect(await readFile(path.join(running.folder, 'ran.txt'), 'utf8')).toBe('ran\n')
  })
})

test('a halt ends the shell and its trees; the text that ran is answered after Resume, and not typed again (F28)', async () => {
  await ask('serverOn')
  await view((each) => each.server.state === 'on')
  const boss = await connect('boss', 'lead')
  await ask('startShell', { name: 'build' })
  await call(boss, 'send_message', { action: 'execute', recipient: 'build', payload: 'echo ran >> ran.txt; sleep 60' })
  await answerIn(running, await question(), { allow: true, scope: 'once' })
  await vi.waitFor(async () => expect(await readFile(path.join(running.folder, 'ran.txt'), 'utf8')).toBe('ran\n'))
  const scope = { kind: 'workspace', workspace } as const
  const { id, digest, rows } = valueOf(await running.client.call('halt.preview', { scope, level: 'stop' }))
  expect(rows[0]?.ends).toMatchObject([{ key: 'shell build' }])
  valueOf(await running.client.call('halt.start', { id, scope, level: 'stop', digest, links: rows.map(({ link }) => link) }))
  await followed.state(({ halt }) => halt?.rows[0]?.ends[0]?.step === 'done')
  await view((each) => each.roster.some((row) => row.name === 'build' && row.shell === 'ended'))
  expect((await payloads(boss, 'boss')).filter((text) => !text.startsWith('HALT'))).toEqual([])
  const over = valueOf(await running.client.call('halt.resumePreview', { id }))
  valueOf(await running.client.call('halt.resume', { id, digest: over.digest, links: over.rows.map(({ link }) => link), starts: [] }))
  await vi.waitFor(
    async () => expect(await payloads(boss, 'boss')).toContainEqual(expect.stringContaining('halted, while this was running')),
    { interval: 20 },
  )
  expect(await readFile(path.join(running.folder, 'ran.txt'), 'utf8')).toBe('ran\n')
})

test('a file that an agent hands over is copied by the operator’s click; a file outside, or without a window, is refused', async () => {
  await ask('serverOn')
  await view((each) => each.server.state === 'on')
  const coder = await connect('coder')
  await writeFile(path.join(running.folder, 'notes.md'), 'the notes\n')
  const handed = call(coder, 'handoff_clipboard', { file: 'notes.md' })
  const asked = await question()
  expect(asked).toMatchObject({ actor: { name: 'coder' }, effect: { kind: 'copy', target: 'clipboard', exact: 'the notes\n' } })
  await answerIn(running, asked, { allow: true, scope: 'once' })
  expect(await handed).toEqual({ data: { file: 'notes.md', characters: 10 } })
  expect((await call(coder, 'handoff_clipboard', { file: '../secret' })).error).toBeDefined()
  followed.end()
  expect((await call(coder, 'handoff_clipboard', { file: 'notes.md' })).error).toContain('No Patchbay window')
})
