import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Identity } from './access.ts'
import type { AblyServerOptions } from './options.ts'
import { actions } from './wire.ts'
import type { Frame } from './wire.ts'

/** A connection on the demo server: it outlives its sockets for a while. */
export class AblyPeer {
  readonly id = randomBytes(8).toString('base64url')
  key = this.#newKey()
  identity: Identity = {}
  wantsEcho = true
  /** Channels with their modes. */
  readonly attached = new Map<string, number>()
  /** Serial of the last acknowledged frame, so a repeated frame is ignored. */
  acked = -1
  socket: WebSocket | undefined
  readonly #options: AblyServerOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  #beats: NodeJS.Timeout | undefined
  #second = { began: 0, count: 0 }

  constructor(options: AblyServerOptions) {
    this.#options = options
  }

  /** A new socket replaces the connection's old one. */
  take(socket: WebSocket, identity: Identity): void {
    this.#clear()
    this.socket?.terminate()
    this.socket = socket
    this.identity = identity
    this.key = this.#newKey()
    this.#beats = setInterval(() => this.send({ action: actions.heartbeat }), this.#options.maxIdleInterval / 2)
  }

  /** The socket is gone; calls back when its members leave, and when it can no longer be resumed. */
  cut(events: { gone(): void; ended(): void }): void {
    this.socket = undefined
    this.#clear()
    this.#timers.add(setTimeout(events.gone, this.#options.presenceGrace))
    this.#timers.add(setTimeout(events.ended, this.#options.connectionStateTtl))
  }

  end(): void {
    this.#clear()
    const { socket } = this
    this.socket = undefined
    socket?.close()
  }

  send(frame: Frame): void {
    const { socket } = this
    const send = (): void => {
      if (socket !== undefined && socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
    }
    if (this.#options.deliver === undefined) send()
    else this.#options.deliver(this, frame, send)
  }

  /** Counts a message; false if there were too many in this second. */
  isWithinRate(now: number): boolean {
    if (now - this.#second.began >= 1_000) this.#second = { began: now, count: 0 }
    return ++this.#second.count <= this.#options.maxRate
  }

  #newKey(): string {
    return `${this.id}!${randomBytes(8).toString('base64url')}`
  }

  #clear(): void {
    clearInterval(this.#beats)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
