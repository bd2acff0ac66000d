import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { SwitchboardService } from '../../src/protocols/switchboard/service/contract.ts'
import { startMcpServer } from '../../src/protocols/switchboard/mcp/server.ts'
import type { McpServer, McpServerOptions } from '../../src/protocols/switchboard/mcp/server.ts'

/** A token like those of the keeper. */
export const testToken = 'dGVzdCB0b2tlbiB3aXRoIDI1NiByYW5kb20gYml0cw'

export type Way = 'http' | 'sse' | 'stdio'
export const ways: readonly Way[] = ['http', 'sse', 'stdio']

/** A server with clients of the SDK, and its log. */
export interface McpWorld {
  readonly server: McpServer
  readonly logged: string[]
  /** A client after the handshake, without a registration. */
  connect(way?: Way): Promise<Client>
  close(): Promise<void>
}

export async function openMcpWorld(service: SwitchboardService, options: Partial<McpServerOptions> = {}): Promise<McpWorld> {
  const logged: string[] = []
  const started = await startMcpServer({
    service,
    port: 0,
    token: testToken,
    version: '1.2.3',
    now: Date.now,
    log: (message, fields = {}) => void logged.push(`${message} ${JSON.stringify(fields)}`),
    ...options,
  })
  if (!started.ok) throw new Error(started.fault.message)
  const server = started.value
  const clients: Client[] = []
  return {
    server,
    logged,
    async connect(way = 'http') {
      const client = new Client({ name: 'test-client', version: '9' }, { capabilities: {} })
      clients.push(client)
      await client.connect(await transportOf(server, way))
      return client
    },
    async close() {
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)))
      await server.close()
    },
  }
}

async function transportOf(server: McpServer, way: Way): Promise<Transport> {
  const headers = { Authorization: `Bearer ${testToken}` }
  if (way === 'http')
    return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`), { requestInit: { headers } }) as Transport
  if (way === 'sse') return new SSEClientTransport(new URL(`http://127.0.0.1:${server.port}/sse?token=${testToken}`))
  const [mine, theirs] = InMemoryTransport.createLinkedPair()
  const attached = await server.attach(theirs)
  if (!attached.ok) throw new Error(attached.fault.message)
  return mine
}

/** The result of a tool call: its data, or the text of its refusal. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<{ data?: unknown; error?: string }> {
  const result = await client.callTool({ name, arguments: args })
  const [first] = result.content as { text: string }[]
  return result.isError === true ? { error: first?.text ?? '' } : { data: result.structuredContent }
}

export const registerAs = (client: Client, name: string): Promise<{ data?: unknown; error?: string }> =>
  call(client, 'register_chat_agent', { name, interface: 'test', capabilities: [] })
