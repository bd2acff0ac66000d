import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeService } from '../../../../test/fakes/switchboard-service.ts'
import type { FakeService } from '../../../../test/fakes/switchboard-service.ts'
import { call, openMcpWorld, registerAs, testToken, ways } from '../../../../test/suites/mcp-world.ts'
import type { McpWorld } from '../../../../test/suites/mcp-world.ts'
import type { ServiceChange } from '../service/contract.ts'
import { mcpLimits } from './mcp-limits.ts'
import type { McpServerOptions } from './server.ts'
import { startMcpServer } from './server.ts'

let service: FakeService
let world: McpWorld
async function open(options?: Partial<McpServerOptions>): Promise<void> {
  service = fakeService()
  world = await openMcpWorld(service, options)
}
afterEach(() => world.close())

const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { interval: 5 })
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}

const initializeAs = (name: string): string =>
  JSON.stringify({ ...initialize, params: { ...initialize.params, clientInfo: { name, version: '1' } } })
const padded = (bytes: number): string => JSON.stringify(initialize).padEnd(bytes, ' ')

/** One POST to /mcp without a client. */
function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${world.server.port}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${testToken}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
}

describe('identity (F12)', () => {
  it.each(ways)('over %s a client without a name has read-only access', async (way) => {
    await open()
    const client = await world.connect(way)
    const refused: string[] = []
    for (const { name } of (await client.listTools()).tools) {
      const { error } = await call(client, name, { agent: 'a', id: 'msg_1_1', query: 'x' })
      if (error?.includes('has no name yet') === true) refused.push(name)
    }
    expect(refused.toSorted()).toEqual(
      (
        'acknowledge_message archive_message assign_role change_team complete_workflow_phase create_team handoff_clipboard run_in_terminal ' +
        'send_message send_team_message set_agent_status start_workflow stop_workflow unregister_agent'
      ).split(' '),
    )
    expect(service.sent).toEqual([])
  })

  it.each(ways)('over %s a client cannot send as another agent', async (way) => {
    await open()
    const [ann, bob] = [await world.connect(), await world.connect(way)]
    await registerAs(ann, 'ann')
    await registerAs(bob, 'bob')
    const message = { action: 'status_update', recipient: 'ann', payload: 'x' }
    for (const forged of [{ sender: 'ann' }, { from: 'ann' }, { agent: 'ann' }, { name: 'ann' }, { caller: { name: 'ann' } }])
      expect((await call(bob, 'send_message', { ...message, ...forged })).error).toContain('Unrecognized key')
    expect(service.sent).toEqual([])
    await bob.callTool({ name: 'send_message', arguments: message, _meta: { sender: 'ann', caller: { name: 'ann' } } })
    expect(service.sent.map((one) => [one.by.name, one.by.via])).toEqual([['bob', way]])
  })

  it.each(ways)('over %s a name has one live session; the resume secret takes it over, and the old session has none', async (way) => {
    await open()
    const [first, second] = [await world.connect(way), await world.connect(way)]
    const { data } = await registerAs(first, 'ann')
    expect((await registerAs(second, 'ann')).error).toContain('held by another live session')
    expect((await registerAs(first, 'bob')).error).toContain('already ann')
    const { resumeSecret } = data as { resumeSecret: string }
    await call(second, 'register_chat_agent', { name: 'ann', interface: 'test', capabilities: [], resumeSecret })
    expect((await call(first, 'send_message', { action: 'status_update', recipient: 'b', payload: 'x' })).error).toContain('no name yet')
    expect(world.server.clients().map((one) => one.name)).toEqual([undefined, 'ann'])
  })

  it('a terminal registered by an agent does not become its name', async () => {
    await open()
    const client = await world.connect()
    await registerAs(client, 'lead')
    await call(client, 'register_terminal', { name: 'shell', pid: 1, purpose: 'x' })
    expect(world.server.clients().map((one) => one.name)).toEqual(['lead'])
    await call(client, 'unregister_agent', { name: 'lead' })
    expect(world.server.clients().map((one) => one.name)).toEqual([undefined])
  })

  it('a session is valid on its own transport only', async () => {
    await open()
    await world.connect('http')
    await world.connect('sse')
    const [http, sse] = world.server.clients()
    const list = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/list' })
    expect((await post(list, { 'mcp-session-id': sse?.session ?? '' })).status).toBe(404)
    const other = await fetch(`http://127.0.0.1:${world.server.port}/messages?sessionId=${http?.session}&token=${testToken}`, {
      method: 'POST',
      body: list,
    })
    expect(other.status).toBe(404)
  })
})

describe('limits (F18)', () => {
  it('a body at the limit works, one byte more is refused, and a hundred times as much is not read', async () => {
    await open()
    const size = mcpLimits.body
    expect((await post(padded(size))).status).toBe(200)
    const over = await post(padded(size + 1))
    expect([over.status, await over.text()]).toEqual([413, expect.stringContaining('1,048,576 bytes')])
    const socket = connectSocket(world.server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${world.server.port}\r\nAuthorization: Bearer ${testToken}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    let [answer, written] = ['', 0]
    socket.on('data', (part) => (answer += part.toString()))
    await until(() => {
      if (!socket.destroyed && written < 100 * size) written += socket.write(chunk) ? chunk.length : 0
      expect(answer).toContain('413 Payload Too Large')
    })
    expect(written).toBeLessThan(20 * size)
    socket.destroy()
  })

  it('refuses what is not JSON, is nested too deep, or does not open a session', async () => {
    await open()
    expect((await post('{')).status).toBe(400)
    expect((await post('['.repeat(65) + ']'.repeat(65))).status).toBe(413)
    expect((await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).status).toBe(400)
    expect((await post(JSON.stringify(initialize), { Accept: 'text/plain' })).status).toBe(406)
    await until(() => expect(world.server.clients()).toEqual([]))
  })

  it('when the sessions are used up, the one silent longest is replaced, but never a live one', async () => {
    let now = 1_000_000
    await open({ limits: { sessions: 2 }, now: () => now })
    expect((await post(JSON.stringify(initialize))).status).toBe(200)
    await world.connect()
    const full = await post(JSON.stringify(initialize))
    expect([full.status, await full.text()]).toEqual([503, expect.stringContaining('2 clients are already connected')])
    now += 61_000
    expect((await post(JSON.stringify(initialize))).status).toBe(200)
    expect(world.server.clients()).toHaveLength(2)
    expect(service.ended).toHaveLength(1)
  })

  it('one client cannot take the others’ places, and sessions that never register are replaced when all places are taken', async () => {
    let now = 1_000_000
    await open({ limits: { sessions: 3, perClient: 2 }, now: () => now })
    const statuses: number[] = []
    for (const name of ['greedy', 'greedy', 'greedy', 'other']) statuses.push((await post(initializeAs(name))).status)
    expect(statuses).toEqual([200, 200, 503, 200])
    expect((await post(initializeAs('third'))).status).toBe(503)
    const named = world.server.clients().find(({ client }) => client?.name === 'other')
    now += 10_001
    // None of them has registered: the one silent longest is replaced, although none was silent for a minute.
    expect((await post(initializeAs('third'))).status).toBe(200)
    expect(world.server.clients()).toHaveLength(3)
    expect(world.server.clients().map(({ session }) => session)).toContain(named?.session)
  })

  it('a session with a name keeps its place while it has a stream', async () => {
    let now = 1_000_000
    await open({ limits: { sessions: 1 }, now: () => now })
    await registerAs(await world.connect(), 'a')
    now += 61_000
    expect((await post(JSON.stringify(initialize))).status).toBe(503)
  })

  it('a session that calls too fast is told to wait, and can continue after that', async () => {
    let now = 1_000_000
    await open({ limits: { callBurst: 3, callsPerSecond: 1 }, now: () => now })
    const client = await world.connect()
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(client, 'get_workflow_state')))
    expect(answers.map((answer) => answer.error)).toEqual([undefined, undefined, undefined, expect.stringContaining('Wait a second')])
    await expect(client.listResources()).rejects.toThrow('Too many requests')
    now += 1_000
    expect((await call(client, 'get_workflow_state')).error).toBeUndefined()
  })

  it('a session has a bounded number of unanswered calls and of followed resources', async () => {
    await open({ limits: { callsInFlight: 2, subscriptions: 1, grace: 20 } })
    const client = await world.connect()
    await registerAs(client, 'a')
    const waiting = [1, 2].map(() => call(client, 'run_in_terminal', { name: 't', input: 'x' }).catch(() => undefined))
    await until(() => expect(world.server.calls.list().filter((one) => one.outcome === 'running')).toHaveLength(2))
    expect((await call(client, 'get_workflow_state')).error).toContain('still running')
    await client.subscribeResource({ uri: 'switchboard://roster' })
    await client.subscribeResource({ uri: 'switchboard://roster' })
    await expect(client.subscribeResource({ uri: 'switchboard://inbox/a' })).rejects.toThrow('at most 1')
    await client.close()
    await world.server.close()
    await Promise.all(waiting)
  })

  it('keeps a bounded log of calls', async () => {
    await open({ limits: { callLog: 5 } })
    const client = await world.connect()
    for (let round = 0; round < 12; round++) await call(client, 'get_workflow_state')
    expect(world.server.calls.list().map((one) => one.id)).toEqual([8, 9, 10, 11, 12])
  })
})

/** A session named ann over raw HTTP, whose stream is read until `stop`. Who reads nothing learns by writing that it was cut. */
async function streamOfAnn(way: 'http' | 'sse'): Promise<{ stop(): void; read(): number; isClosed(): boolean }> {
  const address = `http://127.0.0.1:${world.server.port}`
  const register = { name: 'register_chat_agent', arguments: { name: 'ann', interface: 'test', capabilities: [] } }
  const registration = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: register })
  const started = way === 'http' ? await post(JSON.stringify(initialize)) : undefined
  const session = { 'mcp-session-id': started?.headers.get('mcp-session-id') ?? '' }
  const headers = { Authorization: `Bearer ${testToken}`, Accept: 'text/event-stream', ...(way === 'http' && session) }
  const request = get(`${address}/${way === 'http' ? 'mcp' : 'sse'}`, { headers })
  const [stream] = (await once(request, 'response')) as [IncomingMessage]
  for (const each of [request, stream]) each.on('error', () => undefined) // it is cut
  const isClosed = (): boolean => {
    stream.socket.write('\r\n')
    return stream.socket.destroyed
  }
  let [read, bytes] = ['', 0]
  stream.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes < 10_000) read += part.toString()
  })
  if (way === 'http') await post(registration, session)
  else {
    await until(() => expect(read).toContain('/messages'))
    const to = new URL(/data: (.*)/.exec(read)?.[1] ?? '', address)
    const rest = { method: 'POST', headers: { Authorization: `Bearer ${testToken}`, 'Content-Type': 'application/json' } }
    for (const body of [JSON.stringify(initialize), registration]) await fetch(to, { ...rest, body })
  }
  await until(() => expect(world.server.clients().map((one) => [one.name, one.isListening])).toEqual([['ann', true]]))
  return { stop: () => stream.pause(), read: () => bytes, isClosed }
}

/** @param megabytes 24 are more than the system holds for a client that does not read. */
function tellAnn(megabytes: number): void {
  const delivered = { id: 'x'.repeat(1_000_000), action: 'status_update', sender: 'bob', recipient: 'ann', isClaim: false }
  for (let round = 0; round < megabytes; round++) service.tell({ kind: 'mailbox', agent: 'ann', delivered } as ServiceChange)
}

describe('streams that are not read (F18)', () => {
  it.each(['http', 'sse'] as const)('over %s end their session, also when it asks for nothing', async (way) => {
    await open({ limits: { ping: 500 } })
    const { stop, read } = await streamOfAnn(way)
    tellAnn(2)
    await until(() => expect(read()).toBeGreaterThan(2_000_000))
    expect(service.ended).toEqual([])
    stop()
    tellAnn(24)
    await until(() => expect(service.hows).toEqual(['lost']))
  })

  it.each(['http', 'sse'] as const)('over %s are cut when their session is ended, and nothing more is written to them', async (way) => {
    await open({ limits: { ping: 100 } })
    const { stop, isClosed } = await streamOfAnn(way)
    stop()
    tellAnn(24)
    world.server.disconnect(world.server.clients()[0]?.session ?? '')
    await until(() => expect(isClosed()).toBe(true))
    expect(service.hows).toEqual(['stopped'])
  })
})

describe('unused sessions', () => {
  it('end after 30 minutes without a stream, 2 minutes after a lost one, never while one is open', async () => {
    let now = 1_000_000
    await open({ limits: { sweep: 5 }, now: () => now })
    await post(JSON.stringify(initialize))
    const lost = await world.connect()
    await world.connect()
    const listening = (): boolean[] => world.server.clients().map((one) => one.isListening)
    await until(() => expect(listening()).toEqual([false, true, true]))
    await lost.close()
    await until(() => expect(listening()).toEqual([false, false, true]))
    const [silent, gone, open2] = world.server.clients().map((one) => one.session)
    now += 2 * 60_000 + 1
    await until(() => expect(service.ended).toEqual([gone]))
    now += 28 * 60_000
    await until(() => expect(service.ended).toEqual([gone, silent]))
    expect(service.hows).toEqual(['lost', 'lost'])
    now += 1e9
    expect(world.server.clients().map((one) => one.session)).toEqual([open2])
  })

  it('a client that ends its session is gone immediately', async () => {
    await open()
    await world.connect()
    const session = world.server.clients()[0]?.session ?? ''
    const ended = await fetch(`http://127.0.0.1:${world.server.port}/mcp`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${testToken}`, 'mcp-session-id': session },
    })
    expect([ended.status, service.ended, service.hows, world.server.clients()]).toEqual([200, [session], ['ended'], []])
  })

  it('a client whose connection breaks is lost, one that closes its input has ended, one that the operator disconnects is stopped', async () => {
    await open()
    const broken = await world.connect('sse')
    await broken.close()
    await until(() => expect(service.hows).toEqual(['lost']))
    const closed = await world.connect('stdio')
    await closed.close()
    await until(() => expect(service.hows).toEqual(['lost', 'ended']))
    await world.connect()
    world.server.disconnect(world.server.clients()[0]?.session ?? '')
    await until(() => expect(service.hows).toEqual(['lost', 'ended', 'stopped']))
    await world.connect()
    await world.server.close()
    expect(service.hows.at(-1)).toBe('ended')
  })
})

describe('many', () => {
  it('100 simultaneous clients, each with a stream, are each notified of their own mail', async ({ annotate }) => {
    await open()
    const clients = await Promise.all(Array.from({ length: 100 }, (_, index) => world.connect(index % 2 === 0 ? 'http' : 'sse')))
    await Promise.all(clients.map((client, index) => registerAs(client, `agent-${index}`)))
    const answers = await Promise.all(
      clients.map((client, index) =>
        call(client, 'send_message', { action: 'status_update', recipient: `agent-${(index + 1) % 100}`, payload: 'x' }),
      ),
    )
    expect(answers.filter((answer) => answer.error !== undefined)).toEqual([])
    expect(new Set(service.sent.map((one) => `${one.by.name} ${one.recipient}`)).size).toBe(100)
    await annotate('100 clients at once over both HTTP transports', 'F18')
  })

  it('uses the next of its ports if one is taken, and reports a conflict if it was asked for that one', async () => {
    await open()
    const taken = await startMcpServer({
      service,
      port: world.server.port,
      token: testToken,
      version: '1',
      now: Date.now,
      log: () => undefined,
    })
    expect(taken).toMatchObject({ ok: false, fault: { code: 'conflict', field: 'port' } })
  })
})
