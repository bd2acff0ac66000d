import type { IncomingMessage, ServerResponse } from 'node:http'
import { isError, may } from './access.ts'
import type { Access } from './access.ts'
import type { Board } from './board.ts'
import { wireError } from './wire.ts'
import type { Item, WireError } from './wire.ts'

/** What answers to HTTP requests need. */
interface RestParts {
  readonly access: Access
  readonly board: Board
  readonly now: () => number
}

const mostBody = 1024 * 1024

/** Answers a request: the time, a token for a signed request, a page of a channel's history, a message for a channel. */
export async function answerRequest(request: IncomingMessage, response: ServerResponse, { access, board, now }: RestParts): Promise<void> {
  const send = (value: object, headers: Readonly<Record<string, string>> = {}): void => {
    const error = isError(value) ? value : undefined
    response.writeHead(error?.statusCode ?? 200, {
      'content-type': 'application/json',
      connection: 'close',
      ...(error === undefined ? {} : { 'x-ably-errorcode': String(error.code) }),
      ...headers,
    })
    response.end(JSON.stringify(error === undefined ? value : { error }))
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (url.pathname === '/time') return send([now()])
  const body = await bodyOf(request)
  if (isFault(body)) return send(body)
  if (/^\/keys\/[^/]+\/requestToken$/.test(url.pathname)) return send(access.grant(body as Parameters<Access['grant']>[0]))
  const identity = access.identify(credentials(request))
  if (isError(identity)) return send(identity)
  const channel = /^\/channels\/([^/]+)\/messages$/.exec(url.pathname)?.[1]
  if (channel === undefined) return send(wireError(40_400, 'Not found', 404))
  const name = decodeURIComponent(channel)
  const operation = request.method === 'POST' ? 'publish' : 'history'
  if (!may(identity.capability, name, operation)) return send(wireError(40_160, `Unable to ${operation}: denied by the capability`, 401))
  if (operation === 'history') return history(board.channel(name).messages, url.searchParams, send)
  const messages = [body].flat() as Item[]
  const { clientId } = identity
  const author = { id: `rest${now()}-${Math.floor(performance.now() * 1_000)}`, ...(clientId === undefined ? {} : { clientId }) }
  send({ channel: name, serials: board.publish(name, messages, author) })
}

/** One page of a history; the header `Link` names the next one. */
function history(
  all: readonly Item[],
  params: URLSearchParams,
  send: (value: object, headers?: Readonly<Record<string, string>>) => void,
): void {
  const limit = Math.min(1_000, Math.max(1, Number(params.get('limit') ?? 100)))
  const until = params.get('from_serial')
  const start = Number(params.get('start') ?? 0)
  const end = Number(params.get('end') ?? Number.POSITIVE_INFINITY)
  const from = Number(params.get('skip') ?? 0)
  const chosen = all.filter(
    ({ serial = '', timestamp = 0 }) =>
      (until === null || (serial.split(':', 1)[0] ?? '') <= until) && timestamp >= start && timestamp <= end,
  )
  if (params.get('direction') !== 'forwards') chosen.reverse()
  const next = new URLSearchParams(params)
  next.set('skip', String(from + limit))
  const hasNext = from + limit < chosen.length
  send(chosen.slice(from, from + limit), hasNext ? { link: `<./messages?${next.toString()}>; rel="next"` } : {})
}

/** A key as Basic, a token as Bearer. */
function credentials(request: IncomingMessage): URLSearchParams {
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ')
  const text = Buffer.from(given, 'base64').toString()
  return new URLSearchParams(scheme === 'Basic' ? { key: text } : { access_token: text })
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBody) return wireError(41_300, 'Too large', 413)
    chunks.push(chunk)
  }
  if (size === 0) return {}
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } catch {
    return wireError(40_000, 'Not JSON', 400)
  }
}

function isFault(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null && isError(value)
}
