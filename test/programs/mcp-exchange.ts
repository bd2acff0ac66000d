/**
 * A client that exchanges mail with another while its server is killed: `node mcp-exchange.ts DIR NAME PEER COUNT`. It repeats every unanswered call with the
 * same id, and ends when everything it sent was acknowledged and it has received everything.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { repeatKey } from '../../src/protocols/switchboard/mcp/answer-calls.ts'

const [root = '', name = '', peer = '', count = '0'] = process.argv.slice(2)
const total = Number(count)
let connected: Promise<Client> | undefined
/** Ends every call of a broken connection: the SDK would let them wait for their timeout. */
let broken = Promise.withResolvers<never>()
let resumeSecret: string | undefined
let reconnects = -1

// A parent that died does not read its result.
process.stdin.once('end', () => process.exit(1)).resume()

/** Until it tries or looks again; a server takes longer to start. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))
const fileOf = (file: string): Promise<string> => readFile(path.join(root, '.switchboard', file), 'utf8')

async function connect(): Promise<Client> {
  const { port } = JSON.parse(await fileOf('server_info.json')) as { port: number }
  const headers = { Authorization: `Bearer ${(await fileOf('auth_token')).trim()}` }
  const client = new Client({ name: 'exchange', version: '1' }, { capabilities: {} })
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers },
    reconnectionOptions: { maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1 },
  })
  await client.connect(transport as Transport, { timeout: 2_000 })
  const mine = Promise.withResolvers<never>()
  mine.promise.catch(() => undefined)
  broken = mine
  Object.assign(client, { onerror: (error: Error) => mine.reject(error) })
  const args = { name, interface: 'exchange', capabilities: [], ...(resumeSecret === undefined ? {} : { resumeSecret }) }
  const registered = await client.callTool({ name: 'register_chat_agent', arguments: args }, undefined, { timeout: 2_000 })
  if (registered.isError === true) throw new Error(JSON.stringify(registered.content))
  resumeSecret = (registered.structuredContent as { resumeSecret: string }).resumeSecret
  reconnects += 1
  return client
}

/** Calls a tool until it is answered. */
async function callUntilAnswered(tool: string, args: Record<string, unknown>, mark?: string): Promise<unknown> {
  for (;;) {
    const mine = (connected ??= connect())
    try {
      const client = await mine
      const _meta = mark === undefined ? {} : { [repeatKey]: mark }
      const answer = client.callTool({ name: tool, arguments: args, _meta }, undefined, { timeout: 2_000 })
      answer.catch(() => undefined)
      const result = await Promise.race([answer, broken.promise])
      if (result.isError !== true) return result.structuredContent
      throw new Error(JSON.stringify(result.content))
    } catch {
      if (connected === mine) connected = undefined
      await pause()
    }
  }
}

let next = 0
async function work(): Promise<void> {
  while (next < total) {
    const index = next++
    const mark = `msg_${Date.now()}_${name}${index}`
    await callUntilAnswered('send_message', { action: 'status_update', recipient: peer, payload: `${name} ${index}` }, mark)
  }
}
await Promise.all([1, 2, 3, 4].map(work))
let seen = 0
while (seen < total) {
  seen = ((await callUntilAnswered('check_inbox', { agent: name, limit: 1 })) as { total: number }).total
  if (seen < total) await pause()
}
process.stdout.write(`${JSON.stringify({ answered: total, seen, reconnects })}\n`)
process.exit(0)
