import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { repeatKey } from './answer-calls.ts'
import { openBridge } from './bridge.ts'
import type { Bridge } from './bridge.ts'
import type { UpstreamEvents } from './upstream.ts'

/** One run of a server: the requests that reached it, and ways to answer or to die. */
interface Life {
  readonly got: JSONRPCRequest[]
  answer(id: string | number, result: Record<string, unknown>): void
  die(): void
  readonly isClosed: () => boolean
}

let bridge: Bridge
afterEach(() => bridge.close())
const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { interval: 5 })
const secret = { structuredContent: { name: 'ann', resumeSecret: 's1' }, content: [] }

/** A bridge to servers in memory that answer handshake and registration by themselves, and hold everything else. */
function open(options: { refuse?: () => string | undefined; register?: () => Record<string, unknown>; now?: () => number } = {}) {
  const lives: Life[] = []
  const toClient: JSONRPCMessage[] = []
  const said: string[] = []
  const kept: string[] = []
  let ids = 0
  const connect = (events: UpstreamEvents): ReturnType<Parameters<typeof openBridge>[0]['connect']> => {
    const refusal = options.refuse?.()
    if (refusal !== undefined) return Promise.resolve(fail('unavailable', refusal))
    const got: JSONRPCRequest[] = []
    const answer: Life['answer'] = (id, result) => events.message({ jsonrpc: '2.0', id, result })
    let isClosed = false
    lives.push({ got, answer, die: () => events.lost('killed'), isClosed: () => isClosed })
    return Promise.resolve(
      ok({
        send(message) {
          if (!('method' in message) || !('id' in message)) return
          got.push(message)
          if (message.method === 'initialize') answer(message.id, { protocolVersion: '2025-06-18' })
          if (message.params?.['name'] === 'register_chat_agent') answer(message.id, options.register?.() ?? secret)
          if (message.method.startsWith('resources/')) answer(message.id, {})
        },
        listen: () => undefined,
        close: async () => void (isClosed = true),
      }),
    )
  }
  bridge = openBridge({
    agent: 'ann',
    role: 'lead',
    resumeSecret: undefined,
    keepSecret: (one) => void kept.push(one),
    connect,
    toClient: (message) => void toClient.push(message),
    say: (line) => void said.push(line),
    newMessageId: () => `msg_1_${++ids}`,
    now: options.now ?? (() => 0),
  })
  return { lives, toClient, said, kept }
}

const ask = (id: number, method: string, params: Record<string, unknown> = {}): void =>
  bridge.receive({ jsonrpc: '2.0', id, method, params })
const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'ide', version: '1' } }
const tool = (id: number, name: string): void => ask(id, 'tools/call', { name, arguments: {} })
const toolsOf = (life: Life | undefined): unknown[] =>
  (life?.got ?? []).filter((one) => one.method === 'tools/call').map((one) => one.params?.['name'])

describe('a bridge', () => {
  it('does the handshake, registers the client and passes answers on', async () => {
    const { lives, toClient, kept } = open()
    ask(1, 'initialize', hello)
    tool(2, 'get_team_roster')
    await until(() => expect(toolsOf(lives[0])).toEqual(['register_chat_agent', 'get_team_roster']))
    expect(lives[0]?.got[1]?.params?.['arguments']).toEqual({ name: 'ann', role: 'lead', interface: 'ide', capabilities: [] })
    lives[0]?.answer(2, { content: [] })
    expect(toClient).toEqual([
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } },
      { jsonrpc: '2.0', id: 2, result: { content: [] } },
    ])
    expect(kept).toEqual(['s1'])
  })

  it('closes its connection if it is closed while it connects or shakes hands', async () => {
    const { lives } = open()
    ask(1, 'initialize', hello)
    await bridge.close()
    await until(() => expect(lives[0]?.isClosed()).toBe(true))
    expect(lives[0]?.got).toEqual([])
    const second = open({ register: () => (void bridge.close(), secret) })
    ask(1, 'initialize', hello)
    await until(() => expect(second.lives[0]?.isClosed()).toBe(true))
  })

  it('keeps the secret of a registration that the client makes itself, under its name only', async () => {
    const secrets = ['s1', 's2', 's3']
    const { toClient, kept } = open({ register: () => ({ ...secret, structuredContent: { resumeSecret: secrets.shift() } }) })
    const register = (id: number, name: string): void =>
      ask(id, 'tools/call', { name: 'register_chat_agent', arguments: { name, interface: 'ide', capabilities: [] } })
    ask(1, 'initialize', hello)
    await until(() => expect(kept).toEqual(['s1']))
    register(2, 'Ann')
    await until(() => expect(toClient).toHaveLength(2))
    expect(kept).toEqual(['s1', 's2'])
    register(3, 'ben')
    await until(() => expect(toClient).toHaveLength(3))
    expect(kept).toEqual(['s1', 's2'])
  })

  it('continues with another server: resumes the name, subscribes again, repeats unanswered requests with the same id', async () => {
    const { lives, toClient } = open()
    ask(1, 'initialize', hello)
    ask(2, 'resources/subscribe', { uri: 'switchboard://roster' })
    ask(3, 'resources/subscribe', { uri: 'switchboard://inbox/x' })
    ask(4, 'resources/unsubscribe', { uri: 'switchboard://inbox/x' })
    await until(() => expect(toClient).toHaveLength(4))
    tool(5, 'send_message')
    tool(6, 'check_inbox')
    tool(7, 'check_inbox')
    lives[0]?.answer(7, { content: [] })
    lives[0]?.die()
    tool(8, 'acknowledge_message')
    await until(() => expect(lives[1]?.got).toHaveLength(6))
    expect(lives[1]?.got.map((one) => one.params?.['name'] ?? one.params?.['uri'] ?? one.method)).toEqual([
      'initialize',
      'register_chat_agent',
      'switchboard://roster',
      'send_message',
      'check_inbox',
      'acknowledge_message',
    ])
    expect(lives[1]?.got[1]?.params?.['arguments']).toMatchObject({ name: 'ann', resumeSecret: 's1' })
    const marks = [lives[0], lives[1]].map((life) => life?.got.find((one) => one.params?.['name'] === 'send_message')?.params?._meta)
    expect(marks).toEqual([{ [repeatKey]: 'msg_1_1' }, { [repeatKey]: 'msg_1_1' }])
    lives[1]?.answer(5, { content: [] })
    lives[0]?.answer(5, { content: [] })
    expect(toClient.filter((one) => 'id' in one && one.id === 5)).toHaveLength(1)
  })

  it.each(['run_in_terminal', 'start_workflow', 'complete_workflow_phase', 'stop_workflow'])('never repeats %s', async (name) => {
    const { lives, toClient } = open()
    ask(1, 'initialize', hello)
    tool(2, name)
    await until(() => expect(toolsOf(lives[0])).toContain(name))
    lives[0]?.die()
    tool(3, 'get_team_roster')
    await until(() => expect(toolsOf(lives[1])).toEqual(['register_chat_agent', 'get_team_roster']))
    expect(toClient.at(-1)).toMatchObject({ id: 2, error: { message: expect.stringContaining('outcome is unknown') } })
  })

  it('does not repeat what the client cancelled', async () => {
    const { lives } = open()
    ask(1, 'initialize', hello)
    tool(2, 'check_inbox')
    await until(() => expect(toolsOf(lives[0])).toContain('check_inbox'))
    bridge.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
    lives[0]?.die()
    tool(3, 'get_team_roster')
    await until(() => expect(toolsOf(lives[1])).toEqual(['register_chat_agent', 'get_team_roster']))
  })

  it('answers with the reason after a while without a server, and works again when there is one', async () => {
    let [refusal, now]: [string | undefined, number] = ['Process 7 keeps .switchboard.', 0]
    const { lives, toClient, said } = open({ refuse: () => refusal, now: () => (now += 15_000) })
    ask(1, 'initialize', hello)
    await until(() => expect(toClient).toMatchObject([{ id: 1, error: { message: expect.stringContaining('Process 7 keeps') } }]))
    expect(said).toEqual(['Process 7 keeps .switchboard.'])
    refusal = undefined
    tool(2, 'check_inbox')
    await until(() => expect(toolsOf(lives[0])).toContain('check_inbox'))
  })

  it('retries a name that another session holds', async () => {
    vi.useFakeTimers()
    try {
      let isFree = false
      const { lives, said } = open({ register: () => (isFree ? secret : { isError: true, content: [{ type: 'text', text: 'held' }] }) })
      ask(1, 'initialize', hello)
      await vi.advanceTimersByTimeAsync(2_100)
      expect(toolsOf(lives[0])).toEqual(['register_chat_agent', 'register_chat_agent'])
      expect(said).toEqual(['ann is not registered yet: held'])
      isFree = true
      await vi.advanceTimersByTimeAsync(20_000)
      expect(toolsOf(lives[0])).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
