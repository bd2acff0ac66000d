import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { httpUpstream } from './http-upstream.ts'

test('a server that changes to another protocol is lost, so what was asked is asked again elsewhere', async () => {
  const server = createServer((_request, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const lost = vi.fn<(reason: string) => void>()
  const { port } = server.address() as AddressInfo
  httpUpstream({ port, token: 'x' }, { message: () => undefined, lost }).send({ jsonrpc: '2.0', id: 1, method: 'ping' })
  await vi.waitFor(() => expect(lost).toHaveBeenCalledExactlyOnceWith('the connection was closed without an answer'))
})
