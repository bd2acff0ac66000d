import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { hostsOf } from '../../../io/loopback.ts'
import { decideMcpAccess } from './access.ts'
import type { McpAccess, McpRules } from './access.ts'
import { readBody } from './body.ts'
import type { McpLimits } from './mcp-limits.ts'
import { refuse } from './refuse.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

interface HttpParts {
  readonly sessions: Sessions
  readonly limits: McpLimits
  readonly rules: () => McpRules
  /** Additional fields of the `/health` response. */
  readonly health: () => Readonly<Record<string, unknown>>
  readonly newSessionId: () => string
  readonly now: () => number
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  /** Counts a connection that showed the token separately; false: there are too many. */
  readonly trust: (socket: Duplex) => boolean
}

type Granted = Extract<McpAccess, { status: 200 }>

/** Answers the specification's routes (Endpoints) and Streamable HTTP at `/mcp`. `access.ts` decides who gets in. */
export function answerHttp(parts: HttpParts): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { sessions, limits } = parts
  const streamable = new WeakMap<Session, StreamableHTTPServerTransport>()
  const streams = new WeakMap<Session, { readonly transport: SSEServerTransport; readonly response: ServerResponse }>()

  function seen(session: Session): void {
    session.lastSeen = parts.now()
  }

  /** The session counts as present while the response is open. If its client reads nothing more, it ends: what it is told would wait here without end. */
  function holdStream(session: Session, response: ServerResponse): void {
    session.streams += 1
    session.hadStream = true
    let isStuck = false
    response.on('drain', () => (isStuck = false))
    const look = setInterval(() => {
      if (isStuck) void session.end().then(() => response.destroy())
      isStuck = response.writableNeedDrain || response.writableEnded
    }, limits.ping)
    response.on('close', () => {
      clearInterval(look)
      session.streams -= 1
      seen(session)
    })
  }

  async function openSse(access: Granted, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that can only use the address needs the token there again: its POSTs carry no header.
    const token = access.tokenFrom === 'query' ? `?token=${parts.rules().token}` : ''
    const transport = new SSEServerTransport(`/messages${token}`, response)
    const opened = await sessions.open(transport.sessionId, 'sse', transport, request.headers['user-agent'] ?? '')
    if (!opened.ok) return refuse(response, 503, opened.fault.message)
    const ping = setInterval(() => {
      if (!response.writableEnded) response.write(': ping\n\n') // a session that has ended may still wait for its client to read
    }, limits.ping)
    streams.set(opened.value, { transport, response })
    holdStream(opened.value, response)
    response.on('close', () => clearInterval(ping))
  }

  async function answerMessages(access: Granted, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = access.query.get('sessionId') ?? ''
    const session = sessions.get(id)
    const stream = session && streams.get(session)
    if (session === undefined || stream === undefined) return refuse(response, 404, noSession)
    if (stream.response.writableLength > limits.unread) {
      await session.end()
      return refuse(response, 404, 'This session was ended because its stream was not read.')
    }
    const body = await readBody(request, limits.body)
    if (!body.ok) return refuse(response, statusOf(body.fault.code), body.fault.message)
    seen(session)
    await stream.transport.handlePostMessage(request, response, body.value)
  }

  async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id']
    let body: unknown
    if (request.method === 'POST') {
      const read = await readBody(request, limits.body)
      if (!read.ok) return refuse(response, statusOf(read.fault.code), read.fault.message)
      body = read.value
    }
    if (typeof id !== 'string') return beginMcp(request, response, body)
    const session = sessions.get(id)
    const transport = session && streamable.get(session)
    if (session === undefined || transport === undefined) return refuse(response, 404, noSession)
    seen(session)
    // Only the long-lived stream counts: the answer to a POST ends by itself.
    if (request.method === 'GET') holdStream(session, response)
    await transport.handleRequest(request, response, body)
  }

  async function beginMcp(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if (request.method !== 'POST' || !isInitialize(body)) return refuse(response, 400, noSessionId)
    const id = parts.newSessionId()
    let isReady = false
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      keepAliveMs: limits.ping,
      maxRequestBodySize: limits.body,
      onsessioninitialized: () => void (isReady = true),
      onsessionclosed: () => sessions.get(id)?.goodbye(),
    })
    const opened = await sessions.open(id, 'http', transport as Parameters<Sessions['open']>[2], clientOf(body))
    if (!opened.ok) return refuse(response, 503, opened.fault.message)
    streamable.set(opened.value, transport)
    await transport.handleRequest(request, response, body)
    if (!isReady) await opened.value.end()
  }

  return async (request, response) => {
    const access = decideMcpAccess(
      {
        method: request.method ?? '',
        target: request.url ?? '',
        hosts: hostsOf(request),
        origin: request.headers.origin,
        authorization: request.headers.authorization,
      },
      parts.rules(),
    )
    if (access.status !== 200) {
      parts.log('refused a request', { status: access.status, method: request.method })
      return refuse(response, access.status, access.words, access.status === 405 ? { Allow: access.allow } : {})
    }
    if (access.tokenFrom !== 'nowhere' && !parts.trust(request.socket)) return refuse(response, 503, tooMany)
    switch (access.route) {
      case 'health': {
        const text = JSON.stringify({ status: 'ok', ...parts.health() })
        response.writeHead(200, {
          'Content-Type': 'application/json',
          'Cache-Control': 'no-store',
          'Content-Length': Buffer.byteLength(text),
        })
        response.end(request.method === 'HEAD' ? undefined : text)
        return
      }
      case 'sse':
        return openSse(access, request, response)
      case 'messages':
        return answerMessages(access, request, response)
      case 'mcp':
        return answerMcp(request, response)
    }
  }
}

/** The client's name for itself in its first request. */
function clientOf(body: unknown): string {
  const request: unknown = Array.isArray(body) ? body[0] : body
  return isInitializeRequest(request) ? request.params.clientInfo.name : ''
}

const tooMany = 'Too many connections are open. Close some of them.'
const noSession = 'This session does not exist. It has ended, or the server was restarted: initialize again.'
const noSessionId = 'A session starts with an initialize request by POST; later requests must send its mcp-session-id.'

function isInitialize(body: unknown): boolean {
  return Array.isArray(body) ? body.length === 1 && isInitializeRequest(body[0] as JSONRPCMessage) : isInitializeRequest(body)
}

function statusOf(code: string): number {
  return code === 'too-large' ? 413 : 400
}
