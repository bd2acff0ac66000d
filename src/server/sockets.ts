import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RawData, WebSocket } from 'ws'
import type { WireLog } from '../api/dispatch.ts'
import type { Server } from '../api/server.ts'
import { serveWire } from '../api/wire-server.ts'
import { limits } from '../core/limits.ts'
import { subprotocol } from './access.ts'

/** All open pages of the browser shell. */
export interface Sockets {
  readonly count: number
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes all pages, and terminates those that do not respond. */
  close(): void
}

/** Bytes of frames that the page has not read yet: above `high`, nothing more is read from it until `low` is reached. */
const high = 4 * 1024 * 1024
const low = 1024 * 1024

/** Serves the contract over accepted WebSockets. `heartbeat`: ms between pings; a page that misses one full interval is dropped. */
export function openSockets(server: Server, log: WireLog, heartbeat = 30_000): Sockets {
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: limits.wsFrame,
    perMessageDeflate: false,
    handleProtocols: () => subprotocol,
  })
  let connections = 0

  function serve(ws: WebSocket): void {
    connections += 1
    const id = `page-${connections}`
    let isAlive = true
    const wire = serveWire(
      server,
      { id, wire: 'websocket' },
      (text) => {
        if (ws.readyState !== ws.OPEN) return
        ws.send(text, () => {
          if (ws.isPaused && ws.bufferedAmount < low) ws.resume()
        })
        if (ws.bufferedAmount > high) ws.pause()
      },
      log,
    )
    const timer = setInterval(() => {
      // A paused page cannot answer pings: its queue decides, not its pong.
      if (!isAlive && !ws.isPaused) return ws.terminate()
      isAlive = false
      ws.ping()
    }, heartbeat)
    ws.on('pong', () => (isAlive = true))
    ws.on('message', (data: RawData, isBinary) => {
      isAlive = true
      if (isBinary) return ws.close(1003, 'Text frames only.')
      wire.receive((data as Buffer).toString('utf8'))
    })
    ws.on('error', (error) => log('a page broke the WebSocket protocol', { id, reason: error.message }))
    ws.on('close', () => {
      clearInterval(timer)
      wire.close()
    })
  }

  return {
    get count() {
      return wss.clients.size
    },
    accept: (request, socket, head) => wss.handleUpgrade(request, socket, head, serve),
    close() {
      for (const ws of wss.clients) {
        ws.close(1001, 'Patchbay has stopped.')
        setTimeout(() => ws.terminate(), 500).unref()
      }
    },
  }
}
