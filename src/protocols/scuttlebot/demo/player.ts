import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { encodeEnvelope, newEnvelope } from '../pure/envelope.ts'
import type { EnvelopeSource } from '../pure/envelope.ts'

/** An agent of the demo, connected like any other client. */
export class Player {
  readonly nick: string
  readonly #source: EnvelopeSource
  readonly #socket: Socket
  readonly #answers = new Map<string, () => void>()
  readonly #ready: Promise<void>
  #count = 0

  constructor(port: number, nick: string, channels: readonly string[], source: EnvelopeSource) {
    this.nick = nick
    this.#source = source
    this.#socket = connect({ host: '127.0.0.1', port })
    this.#socket.setNoDelay(true)
    this.#socket.on('error', () => undefined)
    let read = ''
    this.#socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (read + text).split('\n')
      read = lines.pop() ?? ''
      for (const line of lines) this.#answers.get(/ PONG \S+ :(\S+)/.exec(line)?.[1] ?? '')?.()
    })
    this.#write(`NICK ${nick}`, `USER ${nick.slice(0, 9)} 0 * :${nick}`, `JOIN ${channels.join(',')}`)
    this.#ready = this.settle()
  }

  /** Resolves when it has joined its channels. */
  ready(): Promise<void> {
    return this.#ready
  }

  /** Resolves when the server has handled everything sent so far. */
  settle(): Promise<void> {
    const token = `s${++this.#count}`
    return new Promise((resolve) => {
      this.#answers.set(token, () => {
        this.#answers.delete(token)
        resolve()
      })
      this.#write(`PING :${token}`)
    })
  }

  say(channel: string, text: string): void {
    this.#write(`PRIVMSG ${channel} :${text}`)
  }

  notice(channel: string, text: string): void {
    this.#write(`NOTICE ${channel} :${text}`)
  }

  away(message: string): void {
    this.#write(message === '' ? 'AWAY' : `AWAY :${message}`)
  }

  /** @returns the envelope's id. */
  envelope(channel: string, type: string, payload: unknown, to: readonly string[] = []): string {
    const envelope = newEnvelope(type, this.nick, to, payload, this.#source)
    this.say(channel, encodeEnvelope(envelope))
    return envelope.id
  }

  /** Disconnects without a QUIT, like a program that is killed. */
  drop(): void {
    this.#socket.destroy()
  }

  #write(...lines: readonly string[]): void {
    this.#socket.write(lines.map((line) => `${line}\r\n`).join(''))
  }
}
