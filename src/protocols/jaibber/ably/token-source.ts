import type { Fault } from '../../../core/fault.ts'
import type { AblyAddress, TokenCallback } from './address.ts'
import type { Mask } from './mask.ts'

/** Supplies tokens to Ably's client, and keeps the exact reason if none could be obtained. */
export class TokenSource {
  /** Why the last request failed. */
  fault: Fault | undefined
  readonly #token: AblyAddress['token']
  readonly #mask: Mask

  constructor(token: AblyAddress['token'], mask: Mask) {
    this.#token = token
    this.#mask = mask
  }

  /** Whether another request would fail too. */
  get isRefused(): boolean {
    return this.fault?.code === 'refused' || this.fault?.code === 'not-allowed'
  }

  /** What the client calls. */
  readonly ask: TokenCallback = (_params, done) => void this.#ask(done)

  async #ask(done: Parameters<TokenCallback>[1]): Promise<void> {
    const asked = await this.#token?.()
    this.fault = asked?.ok === false ? asked.fault : undefined
    if (asked?.ok !== true) {
      const message = this.fault?.message ?? ''
      return done({ name: 'Error', message, code: 40_170, statusCode: this.isRefused ? 403 : 401 }, null)
    }
    const { value } = asked
    this.#mask.add(typeof value === 'string' ? value : 'token' in value ? value.token : value.mac)
    done(null, value as string) // Ably validates the rest
  }
}
