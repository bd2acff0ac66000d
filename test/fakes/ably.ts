import { openAblyServer } from '../../src/protocols/jaibber/demo/ably/server.ts'
import type { AblyServer } from '../../src/protocols/jaibber/demo/ably/server.ts'
import type { AblyServerOptions } from '../../src/protocols/jaibber/demo/ably/options.ts'
import { actions, wireError } from '../../src/protocols/jaibber/demo/ably/wire.ts'
import type { Frame, WireError } from '../../src/protocols/jaibber/demo/ably/wire.ts'

/** The demo server, with the faults of a real one. */
export interface FaultyAbly {
  readonly server: AblyServer
  readonly port: number
  readonly key: string
  /** Frames sent by clients. */
  readonly heard: { readonly clientId: string | undefined; readonly frame: Frame }[]
  /** Cuts every connection; they can be resumed. */
  drop(): void
  /** Cuts every connection and forgets it; with `messages` also the positions at which channels could be resumed. */
  forget(messages?: boolean): void
  /** Every token expires now. */
  expireTokens(): void
  /** Refuses the next message with this error. */
  nackNext(error: WireError): void
  /** Half-open: nothing is answered or sent, and nothing is closed. */
  mute(isMuted?: boolean): void
  /** Frames that are lost; undefined: none. */
  lose(isLost: ((frame: Frame) => boolean) | undefined): void
  /** Cuts new connections and requests immediately. */
  refuse(isRefusing?: boolean): void
  /** Detaches everybody from a channel. */
  detach(channel: string, error?: WireError): void
  /** Sends a frame unchanged to everybody. */
  inject(frame: Frame): void
  close(): Promise<void>
}

/** Differences from the demo server. */
export interface FaultyAblyOptions extends Partial<AblyServerOptions> {
  /** Delay before a frame is sent, ms. */
  readonly latency?: number
}

/** Short times where real servers are patient. */
const quick = { presenceGrace: 100, connectionStateTtl: 2_000 }

/** Starts a server on a free port of this machine. */
export async function faultyAbly({ latency = 0, ...options }: FaultyAblyOptions = {}): Promise<FaultyAbly> {
  const heard: FaultyAbly['heard'] = []
  const nacks: WireError[] = []
  let isMuted = false
  let isRefusing = false
  let isLost: ((frame: Frame) => boolean) | undefined
  const server = await openAblyServer({
    ...quick,
    ...options,
    refuses: () => isRefusing,
    intercept(peer, frame) {
      heard.push({ clientId: peer.identity.clientId, frame })
      if (isMuted || options.intercept?.(peer, frame) === true) return true
      const error = frame.action === actions.message ? nacks.shift() : undefined
      if (error !== undefined) peer.send({ action: actions.nack, msgSerial: frame.msgSerial ?? 0, count: 1, error })
      return error !== undefined
    },
    deliver(_peer, frame, send) {
      if (isMuted || isLost?.(frame) === true) return
      if (latency === 0) send()
      else setTimeout(send, latency)
    },
  })
  return {
    server,
    port: server.port,
    key: server.key,
    heard,
    drop() {
      for (const peer of server.board.peers.values()) peer.socket?.terminate()
    },
    forget(messages = false) {
      for (const peer of server.board.peers.values()) {
        peer.socket?.terminate()
        server.end(peer)
      }
      if (messages) server.board.forget()
    },
    expireTokens() {
      server.access.expireAll()
      for (const peer of server.board.peers.values()) {
        if (peer.identity.token === undefined) continue
        peer.send({ action: actions.disconnected, error: wireError(40_142, 'Token expired', 401) })
        peer.socket?.close()
      }
    },
    nackNext: (error) => void nacks.push(error),
    mute: (now = true) => void (isMuted = now),
    lose: (which) => void (isLost = which),
    refuse: (now = true) => void (isRefusing = now),
    detach(channel, error = wireError(90_198, 'Detached by the server', 400)) {
      for (const peer of server.board.peers.values())
        if (peer.attached.delete(channel)) peer.send({ action: actions.detached, channel, error })
    },
    inject(frame) {
      for (const peer of server.board.peers.values()) peer.send(frame)
    },
    close: () => server.close(),
  }
}
