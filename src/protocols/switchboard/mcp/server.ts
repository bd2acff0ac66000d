import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { fail, ok, reasonOf } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { neverHalted } from '../../../core/halt.ts'
import type { LinkHalt } from '../../../core/halt.ts'
import { guardConnections } from '../../../io/connection-guard.ts'
import type { SwitchboardService } from '../service/contract.ts'
import { recordCalls } from './call-log.ts'
import type { CallLog } from './call-log.ts'
import { answerHttp } from './http.ts'
import { mcpLimits } from './mcp-limits.ts'
import type { McpLimits } from './mcp-limits.ts'
import type { Offer } from './offer.ts'
import { refuse } from './refuse.ts'
import type { Session, SessionWorld } from './session.ts'
import { openSessions } from './sessions.ts'
import { switchboardOffer } from './switchboard-offer.ts'

export interface McpServerOptions {
  readonly service: SwitchboardService
  /** Absent: the first free one of 3100–3104, else any. */
  readonly port?: number
  /** 256 random bits, base64url or hex; new for each life of a server. */
  readonly token: string
  /** Version of Patchbay, for clients. */
  readonly version: string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  readonly now: () => number
  /** Whether tool calls are refused. Absent: never. */
  readonly halt?: LinkHalt
  readonly limits?: Partial<McpLimits>
  readonly offer?: Offer
}

/** One connected client. */
export type ClientInfo = Pick<Session, 'via' | 'since' | 'lastSeen' | 'name' | 'client' | 'calls'> & {
  readonly session: string
  /** It has a stream open, so it is notified of changes immediately. */
  readonly isListening: boolean
}

export interface McpServer {
  readonly port: number
  clients(): readonly ClientInfo[]
  /** Calls `listener` when a client connects or disconnects; returns a function that unsubscribes. */
  onClients(listener: () => void): () => void
  readonly calls: CallLog
  /** Ends a client's session; false if there is none. */
  disconnect(session: string): boolean
  /** Serves a client in this process, over a transport that has not been started. */
  attach(transport: Transport): Promise<Result<{ readonly session: string }>>
  /** Lets calls finish for `limits.grace`, then ends every session; resolves when the port is free. */
  close(): Promise<void>
}

/** Specification: the ports that clients try if there is no server_info.json. */
const usualPorts = [3100, 3101, 3102, 3103, 3104]
/** Maximum simultaneous connections that have shown the token. */
const mostConnections = 512

/**
 * Serves the service to MCP clients on 127.0.0.1: Streamable HTTP at `/mcp`, HTTP+SSE at `/sse` and `/messages`, `/health` without a token.
 * @returns the running server, or `conflict` if the given port is taken, or `unavailable`.
 */
export async function startMcpServer(options: McpServerOptions): Promise<Result<McpServer>> {
  const { service, token, now, log } = options
  const limits = { ...mcpLimits, ...options.limits }
  const calls = recordCalls(limits.callLog)
  const world: SessionWorld = {
    service,
    offer: options.offer ?? switchboardOffer,
    limits,
    calls,
    version: options.version,
    halt: options.halt ?? neverHalted,
    now,
    log,
  }
  const listeners = new Set<() => void>()
  const sessions = openSessions(world, () => {
    for (const listener of listeners) listener()
  })
  let port = 0
  let isClosing = false
  const startedAt = now()
  const answer = answerHttp({
    sessions,
    limits,
    rules: () => ({ port, token }),
    health: () => ({ server: 'patchbay', version: options.version, sessions: sessions.list().length, upMs: now() - startedAt }),
    newSessionId: randomUUID,
    now,
    log,
    trust: (socket) => guard.trust(socket),
  })
  const http = createServer({ requestTimeout: 30_000, keepAliveTimeout: 30_000 })
  const guard = guardConnections(http, mostConnections)
  http.on('request', (request, response) => {
    if (isClosing) return refuse(response, 503, 'The server is shutting down.')
    answer(request, response).catch((thrown: unknown) => {
      log('a request failed', { level: 'error', reason: reasonOf(thrown) })
      refuse(response, 500, 'The request failed inside Patchbay. See its log for the reason.')
    })
  })
  const listening = await listen(http, options.port)
  if (!listening.ok) return listening
  port = listening.value

  const sweep = setInterval(() => sessions.sweep(), limits.sweep)
  const off = service.on((change) => {
    for (const session of sessions.list()) session.changed(change)
  })

  return ok({
    port,
    calls,
    clients: () => sessions.list().map(clientOf),
    onClients(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    disconnect(id) {
      const session = sessions.get(id)
      void session?.end('stopped')
      return session !== undefined
    },
    async attach(transport) {
      const opened = await sessions.open(randomUUID(), 'stdio', transport, 'this process')
      if (!opened.ok) return opened
      opened.value.streams += 1 // it lasts as long as its process
      return ok({ session: opened.value.id })
    },
    async close() {
      isClosing = true
      clearInterval(sweep)
      off()
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      await quiet(() => sessions.list().every((session) => session.inFlight === 0), limits.grace)
      await sessions.endAll()
      http.closeAllConnections()
      await closed
    },
  })
}

function clientOf(session: Session): ClientInfo {
  const { id, via, since, lastSeen, name, client, calls } = session
  return { session: id, isListening: session.streams > 0, via, since, lastSeen, name, client, calls }
}

async function listen(http: HttpServer, port: number | undefined): Promise<Result<number>> {
  for (const candidate of port === undefined ? [...usualPorts, 0] : [port]) {
    const taken = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      http.once('error', resolve)
      http.listen(candidate, '127.0.0.1', () => {
        http.off('error', resolve)
        resolve(undefined)
      })
    })
    if (taken === undefined) return ok((http.address() as AddressInfo).port)
    if (taken.code !== 'EADDRINUSE')
      return fail('unavailable', `The MCP server cannot listen on 127.0.0.1:${candidate}.`, { detail: taken.message })
  }
  return fail('conflict', `Port ${port ?? ''} is in use. Choose another one.`, { field: 'port' })
}

/** Waits until nothing is in flight, at most `grace` ms. */
async function quiet(isQuiet: () => boolean, grace: number): Promise<void> {
  const end = performance.now() + grace
  while (!isQuiet() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}
