import { EventEmitter } from 'node:events'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type { IrcTransport } from 'irc-framework'
import type { Fault } from '../../../core/fault.ts'
import { checkCertificate } from './check-certificate.ts'
import { dialFault } from './dial-fault.ts'
import { lineSplitter } from '../../../io/line-splitter.ts'
import type { WireLine } from '../../../io/line-splitter.ts'

export interface Address {
  readonly host: string
  readonly port: number
  /** Absent: plain text. */
  readonly tls?: {
    /** PEM of the only CAs to trust. */
    readonly ca?: string
    /** SHA-256 of the server's certificate, in hexadecimal. */
    readonly fingerprint?: string
    /** PEM of our own certificate with its key (SASL EXTERNAL). */
    readonly own?: string
  }
}

/** Callbacks of the transport in addition to those of irc-framework. */
export interface TransportEvents {
  /** A step of connecting, with a phrase about it. */
  step(name: 'resolve' | 'connect' | 'TLS', text: string): void
  /** The next line for irc-framework; undefined: a line that was too long and is skipped. */
  line(line: WireLine | undefined): void
  /** Handling a line threw. Only that line is lost. */
  threw(thrown: unknown): void
  /** The socket has ended for this reason; undefined: the server closed it cleanly. */
  ended(fault: Fault | undefined): void
}

/**
 * Replaces irc-framework's socket, which supports neither CAs nor fingerprints, buffers lines without limit, copies its buffer for every chunk and lets
 * exceptions of a parser escape into the event loop.
 */
export class SocketTransport extends EventEmitter implements IrcTransport {
  readonly #address: Address
  readonly #events: TransportEvents
  #socket: Socket | undefined
  #fault: Fault | undefined
  #isOpen = false

  constructor(address: Address, events: TransportEvents) {
    super()
    this.#address = address
    this.#events = events
  }

  connect(): void {
    const { host, port, tls } = this.#address
    const socket =
      tls === undefined
        ? connect({ host, port })
        : connectTls({
            host,
            port,
            ...(isIP(host) === 0 && { servername: host }),
            ...(tls.ca !== undefined && { ca: tls.ca }),
            ...(tls.own !== undefined && { key: tls.own, cert: tls.own }),
            rejectUnauthorized: false, // `checkCertificate` decides, before anything is written
          })
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('lookup', (_error, address: string) => {
      if (address) this.#events.step('resolve', address)
    })
    socket.once('connect', () => this.#events.step('connect', `${socket.remoteAddress ?? host} port ${port}`))
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => this.#opened(socket))
    const splitter = lineSplitter()
    socket.on('data', (bytes: Buffer) => {
      for (const line of splitter.take(bytes)) this.#took(line)
    })
    socket.on('error', (error) => {
      this.#fault ??= dialFault(error, `${host}:${port}`)
    })
    socket.once('close', () => {
      this.#isOpen = false
      this.#events.ended(this.#fault)
      this.emit('close', this.#fault ?? false)
    })
  }

  /** Closes the socket immediately, with a reason. */
  abort(fault: Fault): void {
    this.#fault ??= fault
    this.#socket?.destroy()
  }

  /** Bytes written but not yet accepted by the system. */
  get pending(): number {
    return this.#socket?.writableLength ?? 0
  }

  writeLine(line: string, done?: () => void): void {
    if (this.#isOpen) this.#socket?.write(`${line}\r\n`, () => done?.())
    else if (done !== undefined) queueMicrotask(done)
  }

  close(isForced: boolean): void {
    if (isForced || !this.#isOpen) this.#socket?.destroy()
    else this.#socket?.end()
  }

  disposeSocket(): void {
    this.#socket?.destroy()
  }

  setEncoding(): boolean {
    return true // IRC is decoded as UTF-8; invalid bytes are counted
  }

  #opened(socket: Socket): void {
    if (socket instanceof TLSSocket) {
      const checked = checkCertificate(socket, this.#address.tls?.fingerprint)
      if (!checked.ok) return this.abort(checked.fault)
      this.#events.step('TLS', checked.value)
    }
    this.#isOpen = true
    this.emit('open')
  }

  #took(line: WireLine | undefined): void {
    if (!this.#isOpen) return
    this.#events.line(line)
    if (line === undefined) return
    try {
      this.emit('line', line.text)
    } catch (thrown) {
      this.#events.threw(thrown)
    }
  }
}
