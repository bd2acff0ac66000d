import { isIP } from 'node:net'
import type { Fault } from '../../../core/fault.ts'
import type { TestStep } from '../../../core/link.ts'
import { maskSecrets } from '../irc/console-log.ts'
import { joinLines } from '../irc/join-lines.ts'
import { isRefusal, refusalFault } from '../irc/refusals.ts'
import { IrcSession } from '../irc/session.ts'
import { keyOf } from '../pure/agents.ts'
import type { ScuttlebotConfig } from '../pure/config.ts'
import type { Credentials } from './open-address.ts'
import { noteTestNick } from './test-nicks.ts'

const timing = { loginMs: 15_000, quietMs: 60_000, goneMs: 120_000, pace: { burst: 20, intervalMs: 500 } }

/** A test connection that reports how far it gets. */
export class TestRun {
  readonly #credentials: Credentials
  readonly #config: ScuttlebotConfig
  readonly #session: IrcSession
  readonly #ready: TestStep[] = []
  readonly #refused = new Map<string, string>()
  readonly #joined = new Set<string>()
  readonly #closed: Promise<void>
  #closedNick: (() => void) | undefined
  #wake: (() => void) | undefined
  #isOver = false
  #at = performance.now()
  #expected: string

  constructor(credentials: Credentials, config: ScuttlebotConfig) {
    this.#credentials = credentials
    this.#config = config
    this.#expected = isIP(config.server) === 0 ? 'resolve' : 'connect'
    const closed = Promise.withResolvers<undefined>()
    this.#closed = closed.promise
    this.#session = new IrcSession(credentials.address, credentials.login, timing, {
      step: (name, text) => this.#step(name, text),
      wire: () => undefined,
      up: () => void this.#join(),
      received: ({ command, params, nick, raw }) => {
        if (command === 'JOIN' && keyOf(nick) === keyOf(this.#session.nick)) this.#joined.add(keyOf(params[0] ?? ''))
        if (isRefusal(command))
          this.#refused.set(keyOf(params[1] ?? ''), maskSecrets(refusalFault(command, params, raw).message, this.#credentials.secrets))
      },
      trouble: () => undefined,
      ended: (fault) => {
        this.#closedNick?.()
        if (!this.#isOver) this.#fail(fault)
        closed.resolve(undefined)
      },
    })
  }

  /** Yields steps as they complete, until one fails or all are done. */
  async *steps(): AsyncIterable<TestStep> {
    for (;;) {
      const step = this.#ready.shift()
      if (step !== undefined) yield step
      else if (this.#isOver) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }

  /** Leaves immediately. */
  stop(): void {
    this.#isOver = true
    this.#session.quit('Test')
    this.#wake?.()
  }

  /** Resolves when the connection is closed. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#session.quit('Test')
    const timer = setTimeout(() => this.#session.close({ code: 'cancelled', message: 'The test has ended.' }), 500)
    await this.#closed
    clearTimeout(timer)
  }

  #put(step: TestStep): void {
    const now = performance.now()
    this.#ready.push({ ...step, ms: Math.round(now - this.#at) })
    this.#at = now
    this.#wake?.()
  }

  #step(name: string, text: string): void {
    this.#put({ name, state: 'ok', text: maskSecrets(text, this.#credentials.secrets) })
    const { tls, sasl } = this.#config
    const order = ['resolve', 'connect', ...(tls ? ['TLS'] : []), ...(sasl === 'none' ? [] : ['SASL']), 'welcome', 'join']
    this.#expected = order[order.indexOf(name) + 1] ?? 'join'
  }

  #fail({ message, detail }: Fault): void {
    const text = detail === undefined ? message : `${message} ${maskSecrets(detail, this.#credentials.secrets)}`
    this.#put({ name: this.#expected, state: 'failed', text: text.slice(0, 1_000) })
    this.#isOver = true
    this.#wake?.()
  }

  async #join(): Promise<void> {
    const { channels } = this.#config
    const { address, keys } = this.#credentials
    this.#closedNick = noteTestNick(address, this.#session.nick)
    const wanted = channels.map((name) => {
      const key = keys.get(name)
      return { name, ...(key !== undefined && { key }) }
    })
    await Promise.all(joinLines(wanted).map((line) => this.#session.send(line, {})))
    if (this.#isOver) return
    const missing = channels.filter((name) => !this.#joined.has(keyOf(name)))
    const words = missing.map((name) => this.#refused.get(keyOf(name)) ?? `${name} could not be joined.`)
    if (missing.length > 0) this.#put({ name: 'join', state: 'failed', text: words.join(' ').slice(0, 1_000) })
    else this.#put({ name: 'join', state: 'ok', text: channels.length === 0 ? 'no channel' : channels.join(' ').slice(0, 500) })
    this.#isOver = true
    this.#wake?.()
  }
}
