import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy on 127.0.0.1 that adds the token for a program that cannot. The request's claimed origin is passed on, with the proxy's port replaced by the
 * server's.
 */
export async function startTokenProxy(port: number, token: string): Promise<{ readonly port: number; close(): Promise<void> }> {
  const proxy = createServer((incoming, outgoing) => {
    const own = String((proxy.address() as AddressInfo).port)
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    for (const name of ['host', 'origin'] as const) {
      const value = headers[name]
      if (value !== undefined) headers[name] = value.replace(`:${own}`, `:${port}`)
    }
    const { method, url: path } = incoming
    const call = request({ host: '127.0.0.1', port, method, path, headers, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    call.on('error', () => outgoing.destroy())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
