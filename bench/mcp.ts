import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { writeBare, writeBareDurably } from './bare-write.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const messages = 300
const sessions = 100
const payload = 'Take the failing test in src/parser apart and say which of the two changes broke it. '.repeat(5)

/** `send_message` over both transports to a server in another process, alternating with bare writes of the same bytes; memory with many sessions. */
export async function mcpBench(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
  const clients: Client[] = []
  const connect = async (transport: Transport): Promise<Client> => {
    const client = new Client({ name: 'bench', version: '1' }, { capabilities: {} })
    await client.connect(transport)
    clients.push(client)
    return client
  }
  try {
    const server = new StdioClientTransport({ command: process.execPath, args: [join(import.meta.dirname, 'mcp-server.ts'), root, 'lead'] })
    const stdio = await connect(server)
    const http = await connect(overHttp(root))
    await http.callTool({ name: 'register_chat_agent', arguments: { name: 'other', interface: 'bench', capabilities: [] } })
    const bare = join(root, 'bare')
    mkdirSync(bare)
    const bareStdio = await connect(
      new StdioClientTransport({ command: process.execPath, args: [join(import.meta.dirname, 'mcp-bare-server.ts'), bare] }),
    )
    const bareHttp = await connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${readFileSync(join(bare, 'bare-port'), 'utf8')}`)) as Transport,
    )
    const rows = [...(await compare('stdio', stdio, bareStdio, root, bare)), ...(await compare('HTTP', http, bareHttp, root, bare))]
    const before = memoryOf(server.pid)
    for (let index = clients.length; index < sessions; index++) await (await connect(overHttp(root))).listTools()
    rows.push({
      name: `mcp: memory of a server with ${sessions} sessions`,
      value: memoryOf(server.pid),
      unit: 'MB',
      against: `with 2 sessions, ${before.toFixed(0)} MB`,
    })
    return rows
  } finally {
    await Promise.all(clients.map((client) => client.close().catch(() => undefined)))
    rmSync(root, { recursive: true, force: true })
  }
}

/** Alternating, so that a slow moment of the machine affects both. */
async function compare(way: string, client: Client, bareClient: Client, root: string, bare: string): Promise<BenchRow[]> {
  const ids: string[] = []
  for (let warm = 0; warm < 20; warm++) {
    ids.push(await send(client))
    await send(bareClient)
  }
  const text = readFileSync(join(root, '.switchboard', 'inbox', 'coder', `${ids[0]}.json`), 'utf8')
  const [ours, sdk, theirs, durable]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < messages; round++) {
    ours.push(await timed(() => send(client)))
    sdk.push(await timed(() => send(bareClient)))
    theirs.push(await timed(() => writeBare(bare, `${way}-${round}.json`, text)))
    durable.push(await timed(() => writeBareDurably(bare, `${way}-durable-${round}.json`, text)))
  }
  const row = (other: number, what: string): BenchRow => ({
    name: `mcp: send_message over ${way}, one after the other`,
    value: rate(ours),
    unit: 'messages/s',
    against: `${what} of the same bytes, ${Math.round(other)}/s`,
    ratio: rate(ours) / other,
  })
  return [
    { ...row(rate(durable), 'temporary name + fsync + rename + fsync of the folder'), goal: '≥ 0.5' },
    row(rate(theirs), 'temporary name + fsync + rename'),
    row(rate(sdk), 'the SDK’s own server with one tool that makes this durable write'),
    {
      name: `mcp: the SDK’s own server with one durable write, over ${way}`,
      value: rate(sdk),
      unit: 'messages/s',
      against: `the durable write alone, ${Math.round(rate(durable))}/s`,
      ratio: rate(sdk) / rate(durable),
    },
    {
      name: `mcp: send_message over ${way}, p99`,
      value: percentile(ours, 99),
      unit: 'ms',
      against: `the same, ${percentile(theirs, 99).toFixed(2)} ms`,
      ratio: percentile(theirs, 99) / percentile(ours, 99),
    },
  ]
}

async function send(to: Client): Promise<string> {
  const args = { action: 'delegate_task', recipient: 'coder', payload }
  const result = await to.callTool({ name: 'send_message', arguments: args })
  if (result.isError === true) throw new Error(JSON.stringify(result.content))
  return (result.structuredContent as { id: string }).id
}

const rate = (times: readonly number[]): number => times.length / (times.reduce((sum, time) => sum + time, 0) / 1_000)

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

function overHttp(root: string): Transport {
  const { port } = JSON.parse(readFileSync(join(root, '.switchboard', 'server_info.json'), 'utf8')) as { port: number }
  const token = readFileSync(join(root, '.switchboard', 'auth_token'), 'utf8').trim()
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  }) as Transport
}

/** Resident memory of a process, MB; 0 where the system does not report it. */
function memoryOf(pid: number | null): number {
  try {
    const kB = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kB ?? 0) / 1024
  } catch {
    return 0
  }
}
