import { openAblyServer } from '../../src/protocols/jaibber/demo/ably/server.ts'
import type { AblyServer } from '../../src/protocols/jaibber/demo/ably/server.ts'
import type { AblyServerOptions } from '../../src/protocols/jaibber/demo/ably/options.ts'
import { actions, wireError } from '../../src/protocols/jaibber/demo/ably/wire.ts'
import type { Frame, WireError } from '../../src/protocols/jaibber/demo/ably/wire.ts'

/** The small server with what can happen to a real one. */
export interface FaultyAbly {
  readonly server: AblyServer
  readonly port: number
  readonly key: string
  /** Frames that clients sent. */
  readonly heard: { readonly clientId: string | undefined; readonly frame: Frame }[]
  /** Cuts every connection; it can be resumed. */
  drop(): void
  /** Cuts every connection and forgets it; with `messages` also where channels could be continued. */
  forget(messages?: boolean): void
  /** Every token ends now. */
  expireTokens(): void
  /** The next message is refused with this. */
  nackNext(error: WireError): void
  /** Nothing that comes is answered and nothing is said, and nothing is closed: half-open. */
  mute(isMuted?: boolean): void
  /** Frames that do not reach anybody; undefined: all do. */
  lose(isLost: ((frame: Frame) => boolean) | undefined): void
  /** New connections and requests are cut at once. */
  refuse(isRefusing?: boolean): void
  /** Ends everybody's place in a channel. */
  detach(channel: string, error?: WireError): void
  /** Sends a frame as it is to everybody. */
  inject(frame: Frame): void
  close(): Promise<void>
}

/** What differs from the small server. */
export interface FaultyAblyOptions extends Partial<AblyServerOptions> {
  /** Until a frame is sent, ms. */
  readonly latency?: number
}

/** Quick where real ones are patient. */
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
