import { randomBytes } from 'node:crypto'
import { createServer, STATUS_CODES } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WireLog } from '../api/dispatch.ts'
import type { Server } from '../api/server.ts'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { readAssets } from '../io/assets.ts'
import { guardConnections } from '../io/connection-guard.ts'
import { allowedHosts, hostsOf } from '../io/loopback.ts'
import { assetHeaders, pageHeaders } from '../io/page-headers.ts'
import { decideAccess } from './access.ts'
import type { Access, AccessRequest } from './access.ts'
import { openProofs } from './proofs.ts'
import { openSockets } from './sockets.ts'

export interface BrowserShellOptions {
  readonly server: Server
  /** Folder of the built page. */
  readonly assetsDir: string
  /** 0: any free port. */
  readonly port: number
  readonly log: WireLog
  /** Launch token; absent: 256 random bits. base64url characters only. */
  readonly token?: string
  /** By which pages of earlier launches are recognized (`io/installation.ts`); absent: none are. */
  readonly pageKey?: string
}

export interface BrowserShell {
  /** `http://127.0.0.1:port/#token=…`: a fragment is never sent to a server, so no log contains it. */
  readonly address: string
  readonly port: number
  /** Closes every connection; resolves when the port is free again. */
  close(): Promise<void>
}

/**
 * Serves the dashboard to browsers on this computer: the page as fixed files, the contract over one WebSocket route.
 * Listens on 127.0.0.1 only; `access.ts` decides about requests. Faults: page not built, port in use.
 */
export async function startBrowserShell(options: BrowserShellOptions): Promise<Result<BrowserShell>> {
  const assets = readAssets(options.assetsDir)
  if (!assets.ok) return assets
  const token = options.token ?? newSecret()
  const sockets = openSockets(options.server, options.log)
  let headers = pageHeaders()
  let port = options.port

  const proofs = openProofs({ launch: token, installation: options.pageKey ?? newSecret() }, () => port)
  const decide = (request: IncomingMessage): Access =>
    decideAccess(readRequest(request), { port, token, hasAsset: (path) => assets.value.has(path), ...proofs })

  const http = createServer({ requestTimeout: 10_000, keepAliveTimeout: 5_000 })
  const guard = guardConnections(http, limits.openPages)

  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const access = decide(request)
    // A request body is never read: the connection closes after the response instead.
    if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
      response.shouldKeepAlive = false
    if ('proof' in access) {
      response.writeHead(200, { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      response.end(request.method === 'HEAD' ? undefined : access.proof)
      return
    }
    const asset = access.status === 200 ? assets.value.get(access.path) : undefined
    if (asset !== undefined) {
      response.writeHead(200, { ...headers, ...assetHeaders(asset) })
      response.end(request.method === 'HEAD' ? undefined : asset.bytes)
      return
    }
    const { status, words } = refusal(access)
    options.log('refused a request', { status, method: request.method })
    response.writeHead(status, { ...headers, ...refusalHeaders(status, words) })
    response.end(request.method === 'HEAD' ? undefined : words)
  })

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const access = decide(request)
    if (access.status === 101 && guard.trust(socket)) return sockets.accept(request, socket, head)
    const { status, words } = refusal(access)
    options.log('refused a WebSocket', { status })
    socket.end(rawAnswer(status, { ...headers, ...refusalHeaders(status, words), Connection: 'close' }, words))
  })

  http.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end(rawAnswer(400, { ...headers, Connection: 'close', 'Content-Length': '0' }, ''))
    else socket.destroy()
  })

  const listening = await new Promise<Result<void>>((resolve) => {
    http.once('error', (error: NodeJS.ErrnoException) => resolve(listenFault(error, options.port)))
    http.listen(options.port, '127.0.0.1', () => resolve(ok(undefined)))
  })
  if (!listening.ok) return listening
  port = (http.address() as AddressInfo).port
  headers = pageHeaders(allowedHosts(port).map((host) => `ws://${host}`))

  return ok({
    address: `http://127.0.0.1:${port}/#token=${token}`,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        sockets.close()
        http.closeAllConnections()
      }),
  })
}

/** 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function readRequest(request: IncomingMessage): AccessRequest {
  const { origin, upgrade } = request.headers
  const protocols = request.headers['sec-websocket-protocol']
  return { method: request.method ?? '', target: request.url ?? '', hosts: hostsOf(request), origin, upgrade, protocols }
}

/** An accepted upgrade only gets here when too many pages are open. */
function refusal(access: Access): { readonly status: number; readonly words: string } {
  if ('words' in access) return access
  return { status: 503, words: `${limits.openPages} pages are already open. Close one first.` }
}

function refusalHeaders(status: number, words: string): Record<string, string> {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(words)),
    'Cache-Control': 'no-store',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    ...(status === 426 ? { Upgrade: 'websocket' } : {}),
  }
}

function rawAnswer(status: number, headers: Record<string, string>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n')
}

function listenFault(error: NodeJS.ErrnoException, port: number): Result<never> {
  if (error.code === 'EADDRINUSE')
    return fail('conflict', `Port ${port} is in use. Choose another one, or 0 for a free one.`, { field: 'port', fix: '0' })
  return fail('unavailable', `Could not listen on 127.0.0.1:${port}.`, { field: 'port', detail: error.message })
}
