import type { Socket } from 'node:net'

/** A client of the small server. */
export class IrcdClient {
  readonly socket: Socket
  readonly caps = new Set<string>()
  nick = ''
  user = ''
  password: string | undefined
  isRegistered = false
  isNegotiating = false
  readonly #maxLine: number
  readonly #now: () => number
  #buffer = Buffer.alloc(0)

  constructor(socket: Socket, maxLine: number, now: () => number) {
    this.#now = now
    this.socket = socket
    this.#maxLine = maxLine
  }

  get prefix(): string {
    return `${this.nick}!${this.user}@127.0.0.1`
  }

  /** Splits the received data into complete lines. */
  lines(bytes: Buffer): readonly string[] {
    this.#buffer = Buffer.concat([this.#buffer, bytes])
    const end = this.#buffer.lastIndexOf(10)
    if (end < 0) return []
    const whole = this.#buffer.subarray(0, end).toString('utf8')
    this.#buffer = this.#buffer.subarray(end + 1)
    return whole
      .split('\n')
      .map((line) => line.replace(/\r$/, ''))
      .filter((line) => line !== '')
  }

  /** Sends a line with the tags that the client requested, cut to the byte limit as every server does. */
  send(line: string, tags: { readonly time?: string; readonly msgid?: string; readonly batch?: string } = {}): void {
    if (this.socket.destroyed) return
    const shown = [
      ...(this.caps.has('server-time') ? [`time=${tags.time ?? new Date(this.#now()).toISOString()}`] : []),
      ...(tags.batch !== undefined && this.caps.has('batch') ? [`batch=${tags.batch}`] : []),
      ...(tags.msgid !== undefined && this.caps.has('message-tags') ? [`msgid=${tags.msgid}`] : []),
    ]
    const bytes = Buffer.from(line).subarray(0, this.#maxLine - 2)
    this.socket.write(Buffer.concat([Buffer.from(shown.length > 0 ? `@${shown.join(';')} ` : ''), bytes, Buffer.from('\r\n')]))
  }
}
