import { WebSocket } from 'ws'
import type { Client } from '../../src/api/client.ts'
import { createWireClient } from '../../src/api/wire-client.ts'
import type { Transport, TransportEvents, WireClientOptions } from '../../src/api/wire-client.ts'
import type { BrowserShell } from '../../src/server/browser-shell.ts'

type Address = Pick<BrowserShell, 'address' | 'port'>

/** Opens a shell's socket like its page. */
export function openSocket(shell: Address, token = tokenOf(shell)): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${shell.port}/socket`, ['patchbay.1', `token.${token}`], {
    origin: `http://127.0.0.1:${shell.port}`,
  })
}

export function tokenOf(shell: Address): string {
  return shell.address.split('#token=')[1] ?? ''
}

/** A client over real sockets; `sockets` collects them, so a test can cut one. */
export function connectSocket(shell: Address, sockets: WebSocket[], more: Partial<WireClientOptions> = {}): Client {
  const open = (events: TransportEvents): Transport => {
    const socket = openSocket(shell)
    sockets.push(socket)
    socket.on('open', () => events.opened())
    socket.on('message', (data) => events.received((data as Buffer).toString('utf8')))
    socket.on('error', () => undefined) // a close follows
    socket.on('close', () => events.closed())
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: () => socket.close(),
    }
  }
  return createWireClient({ open, random: () => 0.5, firstPause: 10, ...more })
}

/** Resolves when the client is open. */
export function untilOpen(client: Client): Promise<Client> {
  return new Promise((resolve) => {
    const stop = client.onConnection((state) => {
      if (state !== 'open') return
      queueMicrotask(() => stop())
      resolve(client)
    })
  })
}
