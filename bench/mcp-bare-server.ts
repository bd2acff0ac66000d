/**
 * The minimum that answers `send_message`, over stdio and HTTP: the SDK's server with one tool that makes one durable write. Started as `node mcp-bare-server.ts DIR`; its port is
 * in `DIR/bare-port`.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { writeBareDurably } from './bare-write.ts'

const [folder = ''] = process.argv.slice(2)

async function serve(transport: Transport): Promise<void> {
  const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const id = `msg_${Date.now()}_${randomUUID().slice(0, 8)}`
    const message = { id, sender: 'lead', createdAt: new Date().toISOString(), ...params.arguments }
    await writeBareDurably(folder, `${id}.json`, JSON.stringify(message, undefined, 2))
    return { content: [{ type: 'text', text: id }], structuredContent: { id } }
  })
  await server.connect(transport)
}

const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID })
await serve(transport as Transport)
const http = createServer((request, response) => void transport.handleRequest(request, response))
http.listen(0, '127.0.0.1', () => {
  writeFileSync(join(folder, 'bare-port'), String((http.address() as AddressInfo).port))
  void serve(new StdioServerTransport())
})
process.stdin.once('end', () => process.exit(0))
