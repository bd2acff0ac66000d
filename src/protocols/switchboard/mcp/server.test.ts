import { LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeService } from '../../../../test/fakes/switchboard-service.ts'
import type { FakeService } from '../../../../test/fakes/switchboard-service.ts'
import { call, openMcpWorld, registerAs, ways } from '../../../../test/suites/mcp-world.ts'
import type { McpWorld } from '../../../../test/suites/mcp-world.ts'
import { messageContent } from '../pure/message.ts'
import { repeatKey } from './answer-calls.ts'
import type { McpServerOptions } from './server.ts'

let service: FakeService
let world: McpWorld
async function open(options?: Partial<McpServerOptions>): Promise<void> {
  service = fakeService()
  world = await openMcpWorld(service, options)
}
afterEach(() => world.close())

const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { interval: 5 })

describe('what a client gets', () => {
  it.each(ways)('over %s: the tools of the specification, each with descriptions, schemas and hints', async (way) => {
    await open()
    const client = await world.connect(way)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name).toSorted()).toEqual(
      (
        'acknowledge_message archive_message assign_role change_team check_inbox complete_workflow_phase create_team get_team_roster get_workflow_state ' +
        'handoff_clipboard read_message register_chat_agent register_terminal run_in_terminal search_messages send_message send_team_message ' +
        'set_agent_status start_workflow stop_workflow unregister_agent'
      ).split(' '),
    )
    for (const tool of tools) {
      expect(tool.description?.length, tool.name).toBeGreaterThan(40)
      expect(tool.inputSchema['additionalProperties'], tool.name).toBe(false)
      expect(tool.outputSchema?.type, tool.name).toBe('object')
      expect(tool.annotations, tool.name).toMatchObject({ openWorldHint: false, destructiveHint: expect.any(Boolean) })
    }
    const parameters = new Map(tools.map((tool) => [tool.name, Object.keys(tool.inputSchema.properties ?? {}).join(' ')]))
    const more = Object.keys(messageContent).filter((field) => field !== 'action' && field !== 'payload')
    expect(parameters.get('send_message')).toBe(['action recipient payload', ...more].join(' '))
    const moreForTeams = more.filter((field) => field !== 'replyTo')
    expect(parameters.get('send_team_message')).toBe(['team action payload role_filter', ...moreForTeams].join(' '))
    expect(parameters.get('check_inbox')).toBe('agent box filter limit verbose since')
    expect(parameters.get('register_chat_agent')).toBe('name interface capabilities role resumeSecret')
    expect(parameters.get('register_terminal')).toBe('name pid purpose color icon resumeSecret')
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} })
  })

  it('sends, lists and reads; the answer is data and text', async () => {
    await open()
    const [lead, coder] = [await world.connect(), await world.connect('sse')]
    await registerAs(lead, 'lead-1')
    await registerAs(coder, 'coder-1')
    const sent = await call(lead, 'send_message', { action: 'delegate_task', recipient: 'coder-1', payload: 'do it' })
    expect(sent).toEqual({ data: { id: 'msg_1_1', recipient: 'coder-1', receipt: 'receipt_msg_1_1', isNew: true, warnings: [] } })
    const inbox = await coder.callTool({ name: 'check_inbox', arguments: { agent: 'coder-1' } })
    expect(inbox.structuredContent).toMatchObject({ total: 1, messages: [{ sender: 'lead-1', payload: 'do it' }] })
    expect(JSON.parse((inbox.content as [{ text: string }])[0].text)).toEqual(inbox.structuredContent)
  })

  it('refuses with a message that says what to do', async () => {
    await open()
    const client = await world.connect()
    await registerAs(client, 'a')
    expect((await call(client, 'read_message', { id: 'msg_2' })).error).toBe('There is no message msg_2.\nUse “msg_1_1” instead.')
    expect((await call(client, 'send_message', { action: 'shout', recipient: 'b', payload: 'x' })).error).toContain('delegate_task')
    expect((await call(client, 'send_message', { action: 'execute', recipient: 'b' })).error).toContain('payload')
    await expect(client.callTool({ name: 'no_tool' })).rejects.toThrow(/^MCP error -32602: There is no tool no_tool\.$/)
  })

  it('calls repeated with the same id are one message; an id of another form is ignored', async () => {
    await open()
    const client = await world.connect()
    await registerAs(client, 'a')
    const send = (id: string): Promise<unknown> =>
      client.callTool({
        name: 'send_message',
        arguments: { action: 'status_update', recipient: 'b', payload: 'x' },
        _meta: { [repeatKey]: id },
      })
    await send('msg_5_abc')
    expect(await send('msg_5_abc')).toMatchObject({ structuredContent: { id: 'msg_5_abc', isNew: false } })
    await send('../../x')
    expect(service.sent.map((one) => one.id)).toEqual(['msg_5_abc', 'msg_1_1'])
  })
})

describe('resources, prompts, completion', () => {
  it('lists and reads them, and notifies of changes to subscribed ones', async () => {
    await open()
    const client = await world.connect()
    await registerAs(client, 'Ann B')
    const { resources } = await client.listResources()
    expect(resources.map((one) => one.uri)).toEqual(['switchboard://active-rules', 'switchboard://roster', 'switchboard://inbox/Ann%20B'])
    expect((await client.readResource({ uri: 'switchboard://active-rules' })).contents).toEqual([
      { uri: 'switchboard://active-rules', mimeType: 'text/markdown', text: '# Rules' },
    ])
    for (const uri of ['switchboard://inbox/..%2fx', 'switchboard://inbox/%', 'switchboard://other', 'file:///etc/passwd'])
      await expect(client.readResource({ uri })).rejects.toThrow('There is no resource')

    const updated: string[] = []
    const told: unknown[] = []
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri))
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void told.push(params.data))
    await client.subscribeResource({ uri: 'switchboard://inbox/ann%20b' })
    await registerAs(await world.connect(), 'b')
    for (let round = 0; round < 20; round++) service.tell({ kind: 'mailbox', agent: 'Ann B' })
    await call(client, 'send_message', { action: 'status_update', recipient: 'Ann B', payload: 'x' })
    await until(() => expect(new Set(updated)).toEqual(new Set(['switchboard://inbox/ann%20b'])))
    expect(told).toEqual(['New message msg_1_1 from Ann B: status_update.'])
    await client.unsubscribeResource({ uri: 'switchboard://inbox/Ann%20B' })
    await client.subscribeResource({ uri: 'switchboard://roster' })
    service.tell({ kind: 'mailbox', agent: 'Ann B' })
    service.tell({ kind: 'roster' })
    await until(() => expect(new Set(updated)).toEqual(new Set(['switchboard://inbox/ann%20b', 'switchboard://roster'])))
    // Changes at the same time are one notification; on a busy machine they may arrive in a few parts.
    expect(updated.length).toBeLessThan(10)
  })

  it('has a prompt for every role and completes names', async () => {
    await open()
    const client = await world.connect()
    await registerAs(client, 'coder-7')
    const { prompts } = await client.listPrompts()
    expect(prompts.map((prompt) => prompt.name)).toEqual(
      ['lead', 'coder-1', 'coder-2', 'reviewer', 'tester', 'researcher', 'execution'].map((role) => `role-${role}`),
    )
    const { messages } = await client.getPrompt({ name: 'role-coder-1', arguments: { agent: 'Zed', task: 'the parser' } })
    const [message] = messages
    const text = message?.content.type === 'text' ? message.content.text : ''
    for (const part of ['“coder 1”', 'Duties of coder 1.', '“Zed”', 'the parser']) expect(text).toContain(part)
    await expect(client.getPrompt({ name: 'role-king' })).rejects.toThrow('There is no prompt')
    const ref = { type: 'ref/resource', uri: 'switchboard://inbox/{agent}' } as const
    expect((await client.complete({ ref, argument: { name: 'agent', value: 'CO' } })).completion.values).toEqual(['coder-7'])
  })
})

describe('what the operator sees', () => {
  it('lists clients and calls, and disconnects one', async () => {
    await open()
    const client = await world.connect()
    let changes = 0
    world.server.onClients(() => (changes += 1))
    await registerAs(client, 'a')
    await call(client, 'read_message', { id: 'none' })
    const [info] = world.server.clients()
    expect(info).toMatchObject({ via: 'http', name: 'a', client: { name: 'test-client', version: '9' }, calls: 2 })
    expect(world.server.calls.list()).toMatchObject([
      { tool: 'register_chat_agent', outcome: 'done', ms: expect.any(Number) },
      { tool: 'read_message', agent: 'a', outcome: 'refused', words: expect.stringContaining('no message') },
    ])
    expect(world.server.disconnect('nobody')).toBe(false)
    expect(world.server.disconnect(info?.session ?? '')).toBe(true)
    await until(() => expect(service.ended).toEqual([info?.session]))
    expect(changes).toBe(1)
    await expect(client.listTools()).rejects.toThrow('session does not exist')
  })

  it('withdraws the question a call waits for when the client cancels or the server ends', async () => {
    await open({ limits: { grace: 50 } })
    const client = await world.connect()
    await registerAs(client, 'a')
    const progress: (string | undefined)[] = []
    const abort = new AbortController()
    const args = { name: 'run_in_terminal', arguments: { name: 't', input: 'ls' } }
    const cancelled = client.callTool(args, undefined, { signal: abort.signal, onprogress: ({ message }) => void progress.push(message) })
    await until(() => expect(progress).toEqual(['Waiting for the operator to approve the command for t.']))
    abort.abort('enough')
    await expect(cancelled).rejects.toThrow('enough')
    await until(() => expect(world.server.calls.list().at(-1)).toMatchObject({ outcome: 'refused', words: 'The question was withdrawn.' }))
    const lost = client.callTool(args).catch((error: unknown) => error)
    await until(() => expect(world.server.calls.list().at(-1)?.outcome).toBe('running'))
    await world.server.close()
    expect(service.ended).toHaveLength(1)
    await client.close()
    expect(await lost).toBeInstanceOf(Error)
  })
})
