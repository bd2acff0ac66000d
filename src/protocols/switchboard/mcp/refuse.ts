import type { ServerResponse } from 'node:http'

/** Answers a request with a status and a message, as a JSON-RPC error. Closes the connection if the body was not read. */
export function refuse(response: ServerResponse, status: number, words: string, headers: Readonly<Record<string, string>> = {}): void {
  if (response.headersSent) return void response.end()
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: words }, id: null })
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    ...(response.req.complete ? {} : { Connection: 'close' }),
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(status === 503 ? { 'Retry-After': '5' } : {}),
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : text)
}
