import { Agent, request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isInitializeRequest, isJSONRPCRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { parseJsonText } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import { parseSse } from './sse-parser.ts'
import type { Upstream, UpstreamEvents } from './upstream.ts'

export interface HttpAddress {
  readonly port: number
  readonly token: string
}

/** Maximum characters of one message from the server: a tool's answer with the JSON around it. */
const mostAnswer = 16 * 1024 * 1024
/** Pause before asking again when the server is full or just ending, ms. */
const busyPause = 250
const mostSockets = 64

const refusalSchema = z.object({ error: z.object({ message: z.string().max(limits.line) }) })

/** The words of a server that refuses a request before it reads it. */
function refusalIn(text: string): string | undefined {
  const json = parseJsonText(text, 'The answer')
  return json.ok ? refusalSchema.safeParse(json.value).data?.error.message : undefined
}

/**
 * A session with another process's server over Streamable HTTP. It knows for every request whether the answer arrived: if a connection breaks earlier, or the
 * server no longer knows the session, the session is lost and the caller starts over.
 */
export function httpUpstream({ port, token }: HttpAddress, events: UpstreamEvents): Upstream {
  const agent = new Agent({ keepAlive: true, maxSockets: mostSockets })
  const open = new Set<ClientRequest>()
  let session: string | undefined
  let version: string | undefined
  let isOver = false

  function lose(reason: string): void {
    if (isOver) return
    end()
    events.lost(reason)
  }

  function end(): void {
    isOver = true
    for (const call of open) call.destroy()
    agent.destroy()
  }

  function start(method: string, headers: Readonly<Record<string, string>>, onAnswer: (answer: IncomingMessage) => void): ClientRequest {
    const call = request({
      host: '127.0.0.1',
      port,
      path: '/mcp',
      method,
      agent,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
        ...(version === undefined ? {} : { 'Mcp-Protocol-Version': version }),
        ...headers,
      },
    })
    let isAnswered = false
    open.add(call)
    call.on('response', (answer) => {
      isAnswered = true
      onAnswer(answer)
    })
    call.on('error', (error) => lose(error.message))
    call.on('close', () => {
      open.delete(call)
      // A change to another protocol causes no other event.
      if (!isAnswered) lose('the connection was closed without an answer')
    })
    return call
  }

  function take(text: string, answered: (message: JSONRPCMessage) => void): void {
    const json = parseJsonText(text, 'The answer')
    const message = json.ok ? JSONRPCMessageSchema.safeParse(json.value) : undefined
    if (message?.success !== true) return lose('the server’s response is not a valid message')
    answered(message.data)
    if (!isOver) events.message(message.data)
  }

  function post(message: JSONRPCMessage): void {
    if (isOver) return
    const id = isJSONRPCRequest(message) ? message.id : undefined
    const body = JSON.stringify(message)
    let isAnswered = id === undefined
    const answered = (one: JSONRPCMessage): void => {
      if ('id' in one && one.id === id && !('method' in one)) isAnswered = true
    }
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': String(Buffer.byteLength(body)),
    }
    const call = start('POST', headers, (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode === 503) {
        answer.resume()
        setTimeout(() => post(message), busyPause)
        return
      }
      if (statusCode === 401 || statusCode === 403 || statusCode === 404) return lose(`the server answered ${statusCode}`)
      const given = answer.headers['mcp-session-id']
      if (isInitializeRequest(message) && typeof given === 'string') session = given
      readAll(answer, answered, (text) => {
        if (isAnswered) return
        if (statusCode < 400 || id === undefined) return lose('a stream ended before its answer')
        const words = refusalIn(text) ?? `The server refused the request (${statusCode}).`
        events.message({ jsonrpc: '2.0', id, error: { code: -32_000, message: words } })
      })
    })
    call.end(body)
  }

  function readAll(answer: IncomingMessage, answered: (message: JSONRPCMessage) => void, done: (text: string) => void): void {
    const seen = (message: JSONRPCMessage): void => {
      if (version === undefined && 'result' in message && typeof message.result['protocolVersion'] === 'string')
        version = message.result['protocolVersion']
      answered(message)
    }
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true
    const parts: Buffer[] = []
    const sse = parseSse((data) => take(data, seen), mostAnswer)
    answer.on('data', (part: Buffer) => {
      if (!isStream) parts.push(part)
      else if (!sse.push(part)) lose('the server’s response is too large')
    })
    answer.on('error', () => lose('the connection broke'))
    answer.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      if (!isStream && text.startsWith('{') && answer.statusCode === 200) take(text, seen)
      if (!isOver) done(text)
    })
  }

  return {
    send: post,
    listen() {
      const call = start('GET', { Accept: 'text/event-stream' }, (answer) => {
        if (answer.statusCode !== 200) return lose(`the server answered ${answer.statusCode}`)
        readAll(
          answer,
          () => undefined,
          () => lose('the server ended the session'),
        )
      })
      call.end()
    },
    async close() {
      if (isOver) return
      isOver = true
      await new Promise<void>((resolve) => {
        const call = start('DELETE', {}, (answer) => answer.resume().on('end', resolve))
        call.on('close', resolve)
        call.setTimeout(1_000, () => call.destroy())
        call.end()
      })
      end()
    },
  }
}
