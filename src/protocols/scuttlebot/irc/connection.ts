import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { keyOf } from '../pure/agents.ts'
import type { Happening } from './happening.ts'
import { interpreter } from './interpret.ts'
import type { Interpreter } from './interpret.ts'
import { joinLines } from './join-lines.ts'
import type { Login } from './login.ts'
import { IrcSession } from './session.ts'
import type { StepName, Timing } from './session.ts'
import type { Wait } from './send-queue.ts'
import type { Address } from './transport.ts'

/** Timeouts and retry intervals for a network. */
export interface Timings {
  readonly timing: Timing
  /** Waiting time before try number `attempt` (from 1), ms. */
  readonly wait: (attempt: number) => number
  /** After a connection has lasted this long, the retry delay starts small again, ms. */
  readonly stableMs: number
  /** How often we try to get our own nick back, ms. */
  readonly regainMs: number
}

export interface NetworkOptions extends Timings {
  readonly address: Address
  readonly login: Login
  readonly now: () => number
}

export type ConnectionState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting'; readonly step: string }
  /** Let in; `isCaughtUp`: the channels are joined and their history has arrived. */
  | { readonly kind: 'up'; readonly since: number; readonly isCaughtUp: boolean }
  /** `retryAt` is absent when another try would end the same way. */
  | { readonly kind: 'down'; readonly fault: Fault; readonly retryAt?: number }

interface ConnectionEvents {
  changed(state: ConnectionState): void
  /** Channels to join now, with their keys. */
  channels(): readonly { readonly name: string; readonly key?: string }[]
  /** Requests a channel's history with `ask`, which resolves when the server has handled a line: false if it was not sent. */
  backfill(channel: string, ask: (line: string) => Promise<boolean>): Promise<void>
  /** Called after login, before any channel is joined. */
  welcomed(): void
  /** Channels joined and history received; called once per connection. */
  caughtUp(): Promise<void>
  /** `raw`: the line it was read from. */
  happened(happening: Happening, raw: string): void
  trouble(fault: Fault, raw: string): void
  wire(way: 'in' | 'out', line: string): void
  step(name: StepName, text: string): void
}

const goodbyeMs = 1_000

/** A supervised connection to a network: connects, reconnects after every loss with increasing delays, and rejoins its channels. */
export class IrcConnection {
  readonly #options: NetworkOptions
  readonly #events: ConnectionEvents
  #session: IrcSession | undefined
  #interpreter: Interpreter | undefined
  #state: ConnectionState = { kind: 'off' }
  #failures = 0
  #upAt = 0
  #isStopping = false
  #retryTimer: NodeJS.Timeout | undefined
  #regainTimer: NodeJS.Timeout | undefined
  #ended: (() => void) | undefined

  constructor(options: NetworkOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** Our current nick; before the first connection, the configured one. */
  get nick(): string {
    return this.#session?.nick ?? this.#options.login.nick
  }

  get lag(): number | undefined {
    return this.#session?.lag
  }

  get network(): string | undefined {
    return this.#session?.network
  }

  hasCap(name: string): boolean {
    return this.#session?.hasCap(name) ?? false
  }

  support(name: string): string | undefined {
    return this.#session?.support(name)
  }

  start(): void {
    if (this.#session === undefined && !this.#isStopping) this.#dial()
  }

  /** Shuts the connection down cleanly. `farewell` may still send. Resolves when the socket is closed. */
  async stop(farewell?: () => Promise<void>): Promise<void> {
    if (this.#isStopping) return
    this.#isStopping = true
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#regainTimer)
    const session = this.#session
    if (session === undefined) return
    const closed = new Promise<void>((resolve) => {
      this.#ended = resolve
    })
    if (session.isUp) await farewell?.()
    session.quit('Patchbay stops')
    const timer = setTimeout(() => session.close(fail('cancelled', 'Stopped.').fault), session.isUp ? goodbyeMs : 0)
    if (this.#session !== undefined) await closed
    clearTimeout(timer)
  }

  /** Queues a line, see `IrcSession.send`. */
  send(line: string, wait?: Wait): Promise<Result<void>> {
    return (
      this.#session?.send(line, wait) ?? Promise.resolve(fail('unavailable', 'Not connected to this network. See Links for the reason.'))
    )
  }

  /** The server echoed our line to `target`. */
  echoed(target: string): void {
    this.#session?.echoed(target)
  }

  /** Joins a channel and waits for its history. */
  async join(channel: string, key?: string): Promise<Result<void>> {
    const joined = await this.send(key === undefined ? `JOIN ${channel}` : `JOIN ${channel} ${key}`, { target: channel })
    if (!joined.ok) return joined
    await this.#events.backfill(channel, async (line) => (await this.send(line, {})).ok)
    return ok(undefined)
  }

  #set(state: ConnectionState): void {
    this.#state = state
    this.#events.changed(state)
  }

  #dial(): void {
    const { address, login, timing, now } = this.#options
    this.#interpreter = interpreter(now)
    this.#set({ kind: 'connecting', step: `connecting to ${address.host}` })
    this.#session = new IrcSession(address, login, timing, {
      step: (name, text) => {
        this.#events.step(name, text)
        if (name !== 'welcome') this.#set({ kind: 'connecting', step: `${name}: ${text}` })
      },
      wire: (way, line) => this.#events.wire(way, line),
      up: () => this.#up(),
      received: (line) => {
        const happening = this.#interpreter?.take(line, this.nick)
        if (happening === undefined) return
        this.#events.happened(happening, line.raw)
        if (happening.kind === 'quit' || happening.kind === 'renamed') this.#regain(happening.nick)
      },
      trouble: (fault, raw) => this.#events.trouble(fault, raw),
      ended: (fault, isFinal) => this.#lost(fault, isFinal),
    })
  }

  #up(): void {
    this.#upAt = performance.now()
    this.#set({ kind: 'up', since: this.#options.now(), isCaughtUp: false })
    this.#events.welcomed()
    this.#watchNick()
    void this.#enter()
  }

  /** Joins the wanted channels and requests their history; the server works in order, so its last answer means that everything has arrived. */
  async #enter(): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    const channels = this.#events.channels()
    await Promise.all(joinLines(channels).map((line) => session.send(line, {})))
    await Promise.all(channels.map(({ name }) => this.#events.backfill(name, async (line) => (await session.send(line, {})).ok)))
    if (!session.isUp || session !== this.#session || this.#state.kind !== 'up') return
    await this.#events.caughtUp()
    if (session.isUp && this.#state.kind === 'up') this.#set({ ...this.#state, isCaughtUp: true })
  }

  #lost(fault: Fault, isFinal: boolean): void {
    const { now, stableMs } = this.#options
    clearTimeout(this.#regainTimer)
    const wasUp = this.#state.kind === 'up'
    this.#session = undefined
    this.#ended?.()
    if (this.#isStopping) return
    if (wasUp && performance.now() - this.#upAt >= stableMs) this.#failures = 0
    if (isFinal) return this.#set({ kind: 'down', fault })
    const wait = this.#options.wait(++this.#failures)
    this.#retryTimer = setTimeout(() => this.#dial(), wait)
    this.#set({ kind: 'down', fault, retryAt: now() + wait })
  }

  #watchNick(): void {
    clearTimeout(this.#regainTimer)
    this.#regainTimer = setTimeout(() => {
      this.#regain()
      this.#watchNick()
    }, this.#options.regainMs)
  }

  /** Requests our configured nick if somebody else uses it or has just released it. */
  #regain(freed: string = this.#options.login.nick): void {
    const { nick } = this.#options.login
    const session = this.#session
    if (session === undefined || keyOf(session.nick) === keyOf(nick) || keyOf(freed) !== keyOf(nick)) return
    void session.send(`NICK ${nick}`)
  }
}
