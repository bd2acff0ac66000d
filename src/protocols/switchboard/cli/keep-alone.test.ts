import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeLinkContext, openGate } from '../../../../test/fakes/link-context.ts'
import { call } from '../../../../test/suites/mcp-world.ts'
import type { Doubt } from '../../../core/doubt.ts'
import type { NewEvent } from '../../../core/event.ts'
import { SwitchboardLink } from '../driver.ts'
import { notFromItsSession } from '../pure/claim.ts'
import { keepAlone } from './keep-alone.ts'
import type { KeptAlone } from './keep-alone.ts'

let root: string
let kept: KeptAlone
let clients: Client[]
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'patchbay-kept-'))
  clients = []
  const opened = await keepAlone({
    root,
    gate: openGate,
    ownFolder: path.join(root, 'own'),
    operator: 'operator',
    version: '1',
    log: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.fault.message)
  kept = opened.value
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await kept.close()
  await rm(root, { recursive: true, force: true })
})

async function connect(): Promise<Client> {
  const token = (await readFile(path.join(root, '.switchboard', 'auth_token'), 'utf8')).trim()
  const client = new Client({ name: 'test', version: '1' }, { capabilities: {} })
  const url = new URL(`http://127.0.0.1:${kept.server.port}/mcp`)
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }) as Transport,
  )
  clients.push(client)
  // The client checks every answer against the schema that the tool declares.
  await client.listTools()
  return client
}

/** The data of a call that has to work. */
async function done(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { data, error } = await call(client, name, args)
  expect(error, name).toBeUndefined()
  return data as Record<string, unknown>
}

it('every tool does on real files what it says, and its answers match its schema', async () => {
  const [lead, coder] = [await connect(), await connect()]
  const registered = await done(lead, 'register_chat_agent', { name: 'boss', interface: 'test', capabilities: ['plan'], role: 'lead' })
  expect(registered['note']).toContain('without the role lead')
  await done(coder, 'register_chat_agent', { name: 'coder', interface: 'test', capabilities: [], role: 'coder 1' })
  await done(coder, 'register_terminal', { name: 'shell', pid: process.pid, purpose: 'tests', color: 'red' })
  expect((await call(lead, 'assign_role', { name: 'coder', role: 'tester' })).error).toContain('Only the lead can assign roles')
  await done(coder, 'set_agent_status', { name: 'coder', status: 'busy', message: 'parsing' })
  await done(lead, 'create_team', { name: 'all', members: ['boss', 'coder'] })
  expect(await done(coder, 'get_team_roster')).toMatchObject({ teams: [{ name: 'all', members: ['boss', 'coder'] }] })
  // As create_team and change_team say of themselves.
  expect(await done(lead, 'create_team', { name: 'all', members: ['boss', 'coder'] })).toMatchObject({ members: ['boss', 'coder'] })
  expect((await call(lead, 'create_team', { name: 'all', members: ['boss'] })).error).toContain('change_team')
  const { id: team } = await done(lead, 'create_team', { name: 'few', members: ['boss'] })
  expect((await call(coder, 'change_team', { team: 'few', members: ['coder'] })).error).toContain('Only the lead or a member')
  expect(await done(lead, 'change_team', { team: 'FEW', members: ['Coder', 'coder'] })).toEqual({
    id: team,
    name: 'few',
    members: ['coder'],
    isComposite: false,
  })

  const { id } = await done(lead, 'send_message', { action: 'delegate_task', recipient: 'Coder', payload: 'find the bug' })
  expect(await done(lead, 'send_team_message', { team: 'all', action: 'status_update', payload: 'hello all' })).toMatchObject({
    failed: [],
  })
  expect(await done(lead, 'check_inbox', { agent: 'coder', verbose: true })).toMatchObject({ total: 2 })
  expect(await done(lead, 'read_message', { id })).toMatchObject({ state: 'new', payload: 'find the bug' })
  await done(coder, 'read_message', { id })
  expect((await done(coder, 'check_inbox', { agent: 'coder', filter: 'delegate_task' }))['messages']).toMatchObject([{ state: 'read' }])
  await done(coder, 'acknowledge_message', { id, note: 'on it' })
  await done(coder, 'send_message', { action: 'submit_result', recipient: 'boss', payload: 'found', replyTo: id, metadata: { line: 3 } })
  await done(coder, 'archive_message', { id })
  expect(await done(coder, 'check_inbox', { agent: 'coder', box: 'archive' })).toMatchObject({ total: 1 })
  expect(await done(lead, 'check_inbox', { agent: 'boss', box: 'outbox' })).toMatchObject({ box: 'outbox' })
  expect(await done(lead, 'search_messages', { query: 'bug' })).toMatchObject({ total: 1, messages: [{ id }] })

  const { available } = await done(lead, 'get_workflow_state')
  expect(available).toContain('handoff')
  await done(lead, 'start_workflow', { name: 'handoff', initialContext: 'the bug' })
  await writeFile(path.join(root, 'plan.md'), 'plan')
  await done(lead, 'complete_workflow_phase', { workflow: 'handoff', phase: 1, artifacts: [{ path: 'plan.md' }] })
  expect((await done(lead, 'get_workflow_state'))['active']).toMatchObject({ name: 'handoff', phase: 2 })
  // As start_workflow and stop_workflow say of themselves.
  await done(lead, 'start_workflow', { name: 'chat', force: true })
  expect((await done(lead, 'stop_workflow', { reason: 'enough' }))['active']).toMatchObject({ name: 'handoff', phase: 2 })
  await done(lead, 'start_workflow', { name: 'chat', force: true })
  expect((await done(lead, 'start_workflow', { name: 'handoff', force: true }))['active']).toMatchObject({ name: 'handoff', phase: 2 })
  await done(lead, 'start_workflow', { name: 'accuracy', targetAgent: 'coder' })
  expect((await done(lead, 'get_workflow_state'))['ofAgents']).toMatchObject([{ agent: 'coder', name: 'accuracy', phase: 1 }])
  await done(lead, 'stop_workflow', { reason: 'enough' })

  expect((await call(lead, 'run_in_terminal', { name: 'shell', input: 'ls' })).error).toContain('Only the lead')
  expect((await call(lead, 'handoff_clipboard', { file: 'plan.md' })).error).toContain('No Patchbay window is open')
  expect((await call(lead, 'handoff_clipboard', { file: '../plan.md' })).error).toContain('“..”')
  await done(coder, 'unregister_agent', { name: 'coder' })
  for (const { uri } of (await lead.listResources()).resources) expect((await lead.readResource({ uri })).contents).toHaveLength(1)
  for (const { name } of (await lead.listPrompts()).prompts) expect((await lead.getPrompt({ name })).messages).toHaveLength(1)
})

it('a window that only follows doubts files in the name of agents that are registered here, and no longer once they are not (F27)', async () => {
  const coder = await connect()
  await done(coder, 'register_chat_agent', { name: 'coder', interface: 'test', capabilities: [] })
  const events: NewEvent[] = []
  const context = fakeLinkContext({ workspacePath: root, ownFolder: path.join(root, 'own'), emit: (batch) => void events.push(...batch) })
  const link = new SwitchboardLink(context, { folder: '.', personas: '.agent/personas', poll: false })
  link.start()
  const doubtsOf = async (sender: string, id: string): Promise<readonly Doubt[]> => {
    await mkdir(path.join(root, '.switchboard', 'inbox', 'boss'), { recursive: true })
    const message = { id, action: 'submit_result', sender, recipient: 'boss', payload: id, createdAt: '' }
    await writeFile(path.join(root, '.switchboard', 'inbox', 'boss', `${id}.json`), JSON.stringify(message))
    const found = await vi.waitFor(() => {
      const [body] = events.flatMap((event) => (event.body.kind === 'message' && event.body.text === id ? [event.body] : []))
      expect(body).toBeDefined()
      return body
    })
    return found?.doubts ?? []
  }
  const doubted = expect.arrayContaining([{ severity: 'warning', text: notFromItsSession }]) as unknown
  try {
    expect(await doubtsOf('Coder', 'forged')).toEqual(doubted)
    expect(await doubtsOf('docs', 'of-files')).not.toEqual(doubted)
    await done(coder, 'unregister_agent', { name: 'coder' })
    expect(await doubtsOf('coder', 'by-files-now')).not.toEqual(doubted)
  } finally {
    await link.stop()
  }
})

it('what a session sent while no window was open is proven to the one that opens later', async () => {
  const [lead] = [await connect()]
  await done(lead, 'register_chat_agent', { name: 'boss', interface: 'test', capabilities: [], role: 'lead' })
  await done(lead, 'send_message', { action: 'delegate_task', recipient: 'coder', payload: 'go' })
  await kept.close()
  const events: NewEvent[] = []
  const context = fakeLinkContext({ workspacePath: root, ownFolder: path.join(root, 'own'), emit: (batch) => void events.push(...batch) })
  const link = new SwitchboardLink(context, { folder: '.', personas: '.agent/personas', poll: false })
  link.start()
  try {
    const messages = await vi.waitFor(
      () => {
        const found = events.flatMap(({ body }) => (body.kind === 'message' ? [body] : []))
        expect(found).toHaveLength(1)
        return found
      },
      { interval: 20 },
    )
    expect(messages).toMatchObject([{ from: 'boss', text: 'go' }])
    expect(messages[0]?.doubts).toBeUndefined()
  } finally {
    await link.stop()
  }
})
