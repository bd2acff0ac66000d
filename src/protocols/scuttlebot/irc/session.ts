import { Client } from 'irc-framework'
import type { IrcMessage } from 'irc-framework'
import { fail, reasonOf } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { keyOf } from '../pure/agents.ts'
import { checkLine } from './check-line.ts'
import { Keepalive } from './keepalive.ts'
import type { Login } from './login.ts'
import { optionsOf, verdictOf } from './login.ts'
import { isRefusal, refusalFault } from './refusals.ts'
import { sendQueue } from './send-queue.ts'
import type { Pace, SendQueue, Wait } from './send-queue.ts'
import { SocketTransport } from './transport.ts'
import type { Address } from './transport.ts'

/** A line of the server, parsed. */
export interface Received extends Pick<IrcMessage, 'tags' | 'nick' | 'command' | 'params'> {
  readonly user: string
  readonly host: string
  /** The line as received. */
  readonly raw: string
  readonly badBytes: number
}

export interface Timing {
  /** From the first packet to the server's welcome, ms. */
  readonly loginMs: number
  /** Silence after which a PING is sent, and after which the connection counts as lost. */
  readonly quietMs: number
  readonly goneMs: number
  readonly pace: Pace
}

export type StepName = 'resolve' | 'connect' | 'TLS' | 'SASL' | 'welcome'

/** Callbacks of one connection, in this order: steps, `up` once, lines, `ended` once. */
interface SessionEvents {
  step(name: StepName, text: string): void
  /** Every line, for the console. */
  wire(way: 'in' | 'out', line: string): void
  up(): void
  received(line: Received): void
  /** Unusable data arrived. */
  trouble(fault: Fault, raw: string): void
  /** `isFinal`: a retry would fail the same way. */
  ended(fault: Fault, isFinal: boolean): void
}

/** Commands that irc-framework handles: only those of the login. We handle the rest, so that the library neither replies to nor accumulates anything. */
const framework = new Set(['CAP', 'PING', '005', 'NICK'])
const frameworkBefore = new Set(['AUTHENTICATE', '001', '900', '902', '903', '904', '905', '906', '908'])
const nickTaken = new Set(['433', '436', '437'])
const mostNicks = 4

/** One connection to a server, from the first packet to its end. irc-framework negotiates and parses; this class decides what ends, when and why. */
export class IrcSession {
  readonly #events: SessionEvents
  readonly #client = new Client()
  readonly #transport: SocketTransport
  readonly #queue: SendQueue
  readonly #keepalive: Keepalive
  readonly #login: Login
  readonly #loginTimer: NodeJS.Timeout
  #nick: string
  #nickTries = 0
  #isUp = false
  #hasEnded = false
  #isAuthenticated = false
  #isFinal = false
  #line = { text: '', badBytes: 0 }
  #lastError: string | undefined

  constructor(address: Address, login: Login, timing: Timing, events: SessionEvents) {
    this.#events = events
    this.#login = login
    this.#nick = login.nick
    this.#transport = new SocketTransport(address, {
      step: (name, text) => events.step(name, text),
      line: (line) => this.#tookLine(line),
      threw: (thrown) => this.#threw(thrown),
      ended: (fault) => this.#ended(fault),
    })
    this.#queue = sendQueue(timing.pace, (line) => this.#client.connection.write(line))
    this.#keepalive = new Keepalive(timing, {
      ask: (token) => this.#client.connection.write(`PING :${token}`),
      gone: (seconds) => this.close(fail('timeout', `The server has not responded for ${seconds} s.`).fault),
    })
    this.#loginTimer = setTimeout(
      () => this.close(fail('timeout', `Login did not complete within ${Math.round(timing.loginMs / 1_000)} s.`).fault),
      timing.loginMs,
    )
    this.#client.use((_client, raw) => raw.use((_command, message, _raw, _same, next) => this.#guarded(message, next)))
    this.#client.on('raw', (event) => {
      if (!event.from_server) events.wire('out', event.line)
    })
    this.#client.on('sasl failed', ({ reason, message }) => this.#refuse(verdictOf(reason, message ?? this.#line.text)))
    this.#client.requestCap(['draft/chathistory', 'echo-message'])
    this.#client.connect(optionsOf(address, login, this.#transport))
  }

  /** Our nick as the server knows it. */
  get nick(): string {
    return this.#nick
  }

  get isUp(): boolean {
    return this.#isUp && !this.#hasEnded
  }

  /** Round-trip time of the last PING, ms. */
  get lag(): number | undefined {
    return this.#keepalive.lag
  }

  hasCap(name: string): boolean {
    return this.#client.network.cap.isEnabled(name)
  }

  /** A value from the server's ISUPPORT list. */
  support(name: string): string | undefined {
    const value = this.#client.network.options[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined
  }

  /** The network's own name, once the server has sent it. */
  get network(): string | undefined {
    return this.support('NETWORK')
  }

  /** Queues a line, see `SendQueue.send`. Refuses anything that could contain a second line or would be cut, regardless of its origin. */
  send(line: string, wait?: Wait): Promise<Result<void>> {
    if (!this.isUp) return Promise.resolve(notConnected)
    const checked = checkLine(line)
    return checked.ok ? this.#queue.send(line, wait) : Promise.resolve(checked)
  }

  /** Our own line came back from the server. */
  echoed(target: string): void {
    this.#queue.echoed(target)
  }

  /** Sends QUIT; the server closes the connection. */
  quit(reason: string): void {
    if (this.isUp) this.#client.connection.write(`QUIT :${reason}`)
    this.#transport.close(false)
  }

  /** Closes the connection immediately. */
  close(fault: Fault): void {
    this.#transport.abort(fault)
  }

  #refuse(fault: Fault): void {
    this.#isFinal = true
    this.close(fault)
  }

  #tookLine(line: { readonly text: string; readonly badBytes: number } | undefined): void {
    this.#keepalive.heard()
    if (line === undefined) return this.#events.trouble(fail('too-large', 'A line from the server was too long and was skipped.').fault, '')
    this.#line = line
    this.#events.wire('in', line.text)
  }

  /** irc-framework would print an exception from here on our standard output. */
  #guarded(message: IrcMessage, next: () => void): void {
    try {
      this.#message(message, next)
    } catch (thrown) {
      this.#threw(thrown)
    }
  }

  #threw(thrown: unknown): void {
    this.#events.trouble(
      fail('invalid', 'A line from the server could not be parsed.', { detail: reasonOf(thrown) }).fault,
      this.#line.text,
    )
  }

  #message(message: IrcMessage, next: () => void): void {
    const { command, params, tags, nick } = message
    if (framework.has(command) || (!this.#isUp && frameworkBefore.has(command))) next()
    if (this.#hasEnded) return
    if (command === 'PONG') {
      const token = params.at(-1) ?? ''
      if (!this.#queue.answered(token)) this.#keepalive.answered(token)
      return
    }
    if (!this.#isUp) return this.#before(message)
    if (command === 'NICK' && keyOf(nick) === keyOf(this.#nick)) this.#nick = params[0] ?? this.#nick
    if (isRefusal(command)) this.#queue.refused(params[1] ?? '', refusalFault(command, params, this.#line.text))
    if (command === 'ERROR') this.#lastError = params.at(-1)
    this.#events.received({
      command,
      params,
      tags,
      nick,
      user: message.ident,
      host: message.hostname,
      raw: this.#line.text,
      badBytes: this.#line.badBytes,
    })
  }

  /** Lines before the welcome. */
  #before({ command, params }: IrcMessage): void {
    const said = params.at(-1) ?? ''
    if (command === '903') {
      this.#isAuthenticated = true
      this.#events.step('SASL', `logged in as ${this.#login.account ?? this.#login.nick}`)
    } else if (command === '001') this.#welcomed(params[0] ?? this.#nick)
    else if (nickTaken.has(command)) this.#otherNick(said)
    else if (command === '432') this.#refuse(fail('invalid', `The server rejected the nick ${this.#nick}.`, this.#why('nick')).fault)
    else if (command === '464') this.#refuse(fail('refused', 'The server rejected the server password.', this.#why('serverPassword')).fault)
    else if (command === '465') this.#refuse(fail('refused', 'This computer or user is banned from the server.', this.#why()).fault)
    else if (command === 'ERROR') this.#lastError = said
  }

  #why(field?: string): { readonly detail: string; readonly field?: string } {
    return { detail: this.#line.text, ...(field !== undefined && { field }) }
  }

  #welcomed(nick: string): void {
    // Without SASL the server would accept us unauthenticated, so a connection that requires a login ends here.
    if (this.#login.sasl !== 'none' && !this.#isAuthenticated) return this.#refuse(verdictOf('capability_missing', this.#line.text))
    this.#nick = nick
    this.#isUp = true
    clearTimeout(this.#loginTimer)
    this.#keepalive.start()
    this.#events.step('welcome', `as ${nick}`)
    this.#events.up()
  }

  #otherNick(said: string): void {
    if (++this.#nickTries >= mostNicks)
      return this.close(fail('conflict', `The nick ${this.#login.nick} and its alternatives are all in use.`, this.#why('nick')).fault)
    this.#nick = `${this.#login.nick}${'_'.repeat(this.#nickTries)}`
    this.#events.step('welcome', `${said}: trying ${this.#nick}`)
    this.#client.connection.write(`NICK ${this.#nick}`)
  }

  #ended(fault: Fault | undefined): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#loginTimer)
    this.#keepalive.stop()
    this.#queue.end()
    const said = this.#lastError === undefined ? {} : { detail: this.#lastError }
    const why =
      fault ??
      fail(
        'unavailable',
        this.#lastError === undefined ? 'The server ended the connection.' : `The server ended the connection: ${this.#lastError}`,
        said,
      ).fault
    this.#events.ended(why, this.#isFinal)
    setImmediate(() => this.#client.removeAllListeners())
  }
}

const notConnected = fail('unavailable', 'Not connected to this network. See Links for the reason.')
