import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { readBoardFile } from './pages/inboxes-page.ts'

/** An agent that is registered over MCP, as any client of this machine connects. The caller closes it. */
export async function connectAgent(workspace: string, name: string, role?: string): Promise<Client> {
  const { port } = (await readBoardFile(workspace, 'server_info.json')) ?? {}
  const token = (await readFile(path.join(workspace, '.switchboard', 'auth_token'), 'utf8')).trim()
  const client = new Client({ name: 'e2e-client', version: '1' }, { capabilities: {} })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${String(port)}/mcp`), { requestInit }))
  await callTool(client, 'register_chat_agent', { name, interface: 'test', capabilities: [], ...(role === undefined ? {} : { role }) })
  return client
}

/** What a tool answers. Throws its words when it refuses. */
export async function callTool(client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: { ...args } })
  if (result.isError === true) throw new Error(JSON.stringify(result.content))
  return result.structuredContent as Record<string, unknown>
}
