import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { Access, isError } from './access.ts'
import { answerFrame } from './answer.ts'
import { Board } from './board.ts'
import { defaultOptions } from './options.ts'
import type { AblyServerOptions } from './options.ts'
import { AblyPeer } from './peer.ts'
import { answerRequest } from './rest.ts'
import { actions, wireError } from './wire.ts'
import type { Frame, WireError } from './wire.ts'

/** A small server on 127.0.0.1 that speaks Ably's protocol, in memory. */
export interface AblyServer {
  readonly port: number
  /** The first key. */
  readonly key: string
  readonly access: Access
  readonly board: Board
  /** Forgets a connection, its members and what it could resume. */
  end(peer: AblyPeer): void
  close(): Promise<void>
}

const largestFrame = 1024 * 1024

/** Starts the server on a free port, with what Ably's clients need: attach with rewind, publish, presence, resume, tokens and history. */
export async function openAblyServer(given: Partial<AblyServerOptions> = {}): Promise<AblyServer> {
  const options = { ...defaultOptions, ...given }
  const access = new Access(options)
  const board = new Board(options)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestFrame })
  const http = createServer((request, response) => {
    if (options.refuses?.() === true) request.socket.destroy()
    else void answerRequest(request, response, { access, board, now: options.now }).catch(() => request.socket.destroy())
  })
  const end = (peer: AblyPeer): void => {
    board.leaveAll(peer)
    board.peers.delete(peer.id)
    peer.end()
  }
  const connected = (peer: AblyPeer, error?: WireError): void => {
    const { clientId } = peer.identity
    const { connectionStateTtl, maxIdleInterval, maxMessageSize, maxRate } = options
    const details = { connectionKey: peer.key, connectionStateTtl, maxIdleInterval, maxMessageSize, maxInboundRate: maxRate }
    peer.send({
      action: actions.connected,
      connectionId: peer.id,
      connectionKey: peer.key,
      connectionDetails: { ...details, ...(clientId === undefined ? {} : { clientId }) },
      ...(error === undefined ? {} : { error }),
    })
  }
  const accept = (socket: WebSocket, request: IncomingMessage): void => {
    socket.on('error', () => socket.terminate())
    const params = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams
    const identity = access.identify(params)
    if (isError(identity)) {
      socket.send(JSON.stringify({ action: identity.code === 40_142 ? actions.disconnected : actions.error, error: identity }))
      return socket.close()
    }
    const wanted = params.get('resume') ?? params.get('recover')
    const known = wanted === null ? undefined : [...board.peers.values()].find((each) => each.key === wanted)
    const peer = known ?? new AblyPeer(options)
    board.peers.set(peer.id, peer)
    peer.wantsEcho = params.get('echo') !== 'false'
    peer.take(socket, identity)
    const isLost = wanted !== null && known === undefined
    connected(peer, isLost ? wireError(80_018, 'Unable to resume connection: it has expired', 400) : undefined)
    socket.on('message', (raw: Buffer) => {
      const frame = peer.socket === socket ? frameOf(raw) : undefined
      if (frame === undefined || options.intercept?.(peer, frame) === true) return
      answerFrame(peer, frame, { options, access, board, connected, end })
    })
    socket.on('close', () => {
      if (peer.socket === socket) peer.cut({ gone: () => board.leaveAll(peer), ended: () => end(peer) })
    })
  }
  http.on('upgrade', (request, socket, head) => {
    if (options.refuses?.() === true) socket.destroy()
    else sockets.handleUpgrade(request, socket, head, (accepted) => accept(accepted, request))
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (http.address() as AddressInfo).port,
    key: options.keys[0]?.key ?? '',
    access,
    board,
    end,
    async close() {
      const closed = new Promise<void>((resolve) => {
        http.close(() => resolve())
      })
      for (const peer of board.peers.values()) {
        peer.socket?.terminate()
        peer.end()
      }
      board.peers.clear()
      http.closeAllConnections()
      await closed
    },
  }
}

function frameOf(raw: Buffer): Frame | undefined {
  try {
    const value = JSON.parse(raw.toString()) as unknown
    return typeof value === 'object' && value !== null && 'action' in value ? (value as Frame) : undefined
  } catch {
    return undefined
  }
}
