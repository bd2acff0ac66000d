import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { fail, ok, reasonOf } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'

/** One request to a server. */
export interface Question {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Path below the base address, with its query: `/api/projects`. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** The value of the `Authorization` header: `Bearer …`. */
  readonly authorization?: string
  /** Maximum bytes of the answer that are read. */
  readonly mostBytes: number
  readonly signal?: AbortSignal
}

/** A server's answer, whatever its status. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** Where it redirects to, for 3xx. */
  readonly location?: string
  /** When to retry, s, if it says so. */
  readonly retryAfter?: number
}

/** Sends requests to one server over few connections. Redirects are not followed. */
export interface Exchange {
  /** @returns the answer; `unavailable` if none arrived, `timeout`, `cancelled`, `too-large`. */
  ask(question: Question): Promise<Result<Answer>>
  /** Ends all running requests. */
  close(): void
}

const connections = 4

/** Prepares requests to a server; nothing is sent yet. `timeoutMs` covers one whole answer. */
export function openExchange(base: string, timeoutMs: number): Exchange {
  const isSecure = base.startsWith('https:')
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: connections })
  const closing = new AbortController()

  async function ask(question: Question): Promise<Result<Answer>> {
    const signals = [closing.signal, AbortSignal.timeout(timeoutMs), ...(question.signal === undefined ? [] : [question.signal])]
    const signal = AbortSignal.any(signals)
    if (signal.aborted) return cancelled
    const body = question.body === undefined ? undefined : JSON.stringify(question.body)
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = (isSecure ? httpsRequest : httpRequest)(
          `${base}${question.path}`,
          {
            method: question.method,
            agent,
            signal,
            headers: {
              accept: 'application/json',
              ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
              ...(question.authorization !== undefined && { authorization: question.authorization }),
            },
          },
          resolve,
        )
        sent.once('error', reject)
        // A change to another protocol causes no other event.
        sent.once('close', () => reject(new Error('The connection was closed without an answer.')))
        sent.end(body)
      })
      return await read(response, question.mostBytes)
    } catch (thrown) {
      if (closing.signal.aborted || question.signal?.aborted === true) return cancelled
      if (signal.aborted) return fail('timeout', `${new URL(base).host} did not respond within ${timeoutMs / 1_000} s.`)
      return fail('unavailable', `${new URL(base).host} cannot be reached.`, { detail: reasonOf(thrown) })
    }
  }

  return {
    ask,
    close() {
      closing.abort()
      agent.destroy()
    },
  }
}

const cancelled = fail('cancelled', 'This was stopped before the server responded.')

async function read(response: IncomingMessage, mostBytes: number): Promise<Result<Answer>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) {
      response.destroy()
      return fail('too-large', `The server’s response is larger than ${mostBytes.toLocaleString('en-US')} bytes.`)
    }
    parts.push(part)
  }
  const retryAfter = Number(response.headers['retry-after'])
  return ok({
    status: response.statusCode ?? 0,
    text: Buffer.concat(parts).toString('utf8'),
    ...(response.headers.location !== undefined && { location: response.headers.location }),
    ...(Number.isFinite(retryAfter) && retryAfter >= 0 && { retryAfter }),
  })
}
