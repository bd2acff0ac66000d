/** Detects a half-open connection, which would otherwise stay silent forever. */
export class Keepalive {
  readonly #timing: { readonly quietMs: number; readonly goneMs: number }
  readonly #events: { ask(token: string): void; gone(seconds: number): void }
  #timer: NodeJS.Timeout | undefined
  #heardAt = 0
  #asked: { readonly token: string; readonly at: number } | undefined
  #count = 0
  /** Round-trip time of the last PING, ms. */
  lag: number | undefined

  constructor(
    timing: { readonly quietMs: number; readonly goneMs: number },
    events: { ask(token: string): void; gone(seconds: number): void },
  ) {
    this.#timing = timing
    this.#events = events
  }

  /** The first PING is sent immediately to measure the latency. */
  start(): void {
    this.heard()
    this.#ask()
    this.#watch()
  }

  /** Data arrived. */
  heard(): void {
    this.#heardAt = performance.now()
  }

  answered(token: string): void {
    if (this.#asked?.token !== token) return
    this.lag = performance.now() - this.#asked.at
    this.#asked = undefined
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #ask(): void {
    this.#asked = { token: `lag${++this.#count}`, at: performance.now() }
    this.#events.ask(this.#asked.token)
  }

  #watch(): void {
    const { quietMs, goneMs } = this.#timing
    const silent = performance.now() - this.#heardAt
    if (silent >= goneMs) return this.#events.gone(Math.round(silent / 1_000))
    if (silent >= quietMs && this.#asked === undefined) this.#ask()
    this.#timer = setTimeout(() => this.#watch(), Math.max(1, Math.min(quietMs, goneMs - silent)))
  }
}
