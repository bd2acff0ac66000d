import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkHalt } from '../../../core/halt.ts'
import type { Gate } from '../../../core/protocol.ts'
import type { SwitchboardService } from '../service/contract.ts'
import { newServerToken, removeServerFiles, writeServerFiles } from '../files/server-files.ts'
import type { McpLimits } from './mcp-limits.ts'
import { startMcpServer } from './server.ts'
import type { McpServer } from './server.ts'

export interface ServeOptions {
  /** The folder that contains `.switchboard/`; this process keeps it. */
  readonly root: string
  readonly gate: Gate
  readonly service: SwitchboardService
  readonly version: string
  readonly now: () => number
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  readonly halt?: LinkHalt | undefined
  readonly port?: number | undefined
  readonly limits?: Partial<McpLimits> | undefined
}

/** A server that clients can find. */
export interface Served {
  readonly server: McpServer
  /** For the operator, who passes it to clients; never logged. */
  readonly token: string
  /** Ends the server, then removes its files. */
  close(): Promise<void>
}

/** Starts the MCP server of a folder with a new token, then publishes its address (specification: Discovery, Authentication). */
export async function serveMcp(options: ServeOptions): Promise<Result<Served>> {
  const { root, gate, now, log } = options
  const token = newServerToken()
  const { service, version, port, halt, limits = {} } = options
  const started = await startMcpServer({
    service,
    token,
    version,
    now,
    log,
    limits,
    ...(halt !== undefined && { halt }),
    ...(port === undefined ? {} : { port }),
  })
  if (!started.ok) return started
  const server = started.value
  const written = await writeServerFiles(
    { root, gate },
    {
      port: server.port,
      host: '127.0.0.1',
      transport: 'sse',
      sseEndpoint: '/sse',
      messagesEndpoint: '/messages',
      healthEndpoint: '/health',
      mcpEndpoint: '/mcp',
      pid: process.pid,
      startedAt: new Date(now()).toISOString(),
    },
    token,
    // Whoever wrote an old file: we hold the lock, so nobody else serves this folder.
    () => false,
  )
  if (!written.ok) {
    await server.close()
    return written
  }
  return ok({
    server,
    token,
    async close() {
      await server.close()
      const removed = await removeServerFiles({ root, gate }, process.pid)
      if (!removed.ok) log('server_info.json was left behind', { level: 'warn', fault: removed.fault })
    },
  })
}
