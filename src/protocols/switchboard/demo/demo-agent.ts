import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A scripted agent that is connected to the MCP server of its workspace. */
export interface DemoAgent {
  /** Calls a tool; a refusal is an answer too. */
  call(tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Connects like any other program's agent, using server_info.json and auth_token. Undefined: no server within the time limit. */
export async function connectAgent(folder: string, name: string, patienceMs: number): Promise<DemoAgent | undefined> {
  for (const ends = performance.now() + patienceMs; performance.now() < ends; await sleep(100)) {
    try {
      const read = (file: string): string => readFileSync(join(folder, '.switchboard', file), 'utf8')
      const { port } = JSON.parse(read('server_info.json')) as { port: number }
      const client = new Client({ name: `demo-${name}`, version: '1' }, { capabilities: {} })
      const headers = { authorization: `Bearer ${read('auth_token').trim()}` }
      await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } }))
      return agentOf(client)
    } catch {
      // The server is not there yet.
    }
  }
  return undefined
}

function agentOf(client: Client): DemoAgent {
  return {
    async call(tool, input) {
      const answer = await client.callTool({ name: tool, arguments: input })
      return (answer.structuredContent ?? {}) as Record<string, unknown>
    },
    close: () => client.close(),
  }
}
