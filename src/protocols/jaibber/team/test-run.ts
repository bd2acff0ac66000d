import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { AblyAddress } from '../ably/address.ts'
import { openConnection } from '../ably/connection.ts'
import type { AblyConnection } from '../ably/connection.ts'
import { channelOf } from '../pure/channel-names.ts'

const patienceMs = 12_000

/** A connection that only checks whether login succeeds and projects can be joined. */
export class TestRun {
  readonly #connection: AblyConnection
  readonly #connected = Promise.withResolvers<Result<string>>()
  readonly #joined = new Map<string, PromiseWithResolvers<Result<void>>>()
  readonly #timer: NodeJS.Timeout
  #stopping: Promise<void> | undefined

  constructor(address: AblyAddress, projects: readonly string[]) {
    for (const project of projects) this.#joined.set(channelOf(project), Promise.withResolvers<Result<void>>())
    this.#timer = setTimeout(() => this.#giveUp(fail('timeout', `Ably did not respond within ${patienceMs / 1_000} s.`)), patienceMs)
    this.#connection = openConnection(
      address,
      {
        state: ({ lamp, fault }) => {
          if (lamp === 'up') {
            this.#connected.resolve(ok(this.#connection.clientId() ?? 'nobody'))
            for (const channel of this.#joined.keys()) this.#connection.join(channel)
          } else if (lamp === 'down') this.#giveUp({ ok: false, fault: fault ?? notConnected.fault })
        },
        attached: (channel) => this.#joined.get(channel)?.resolve(ok(undefined)),
        failed: (channel, fault) => this.#joined.get(channel)?.resolve({ ok: false, fault }),
        message: () => undefined,
        presence: () => undefined,
        settled: () => undefined,
        gap: () => undefined,
      },
      { now: Date.now, log: () => undefined, place: () => 'this project' },
    )
  }

  /** Resolves with our identity once logged in, or with the reason why not. */
  connected(): Promise<Result<string>> {
    return this.#connected.promise
  }

  /** Resolves when a project is joined, or with the reason why not. */
  joined(project: string): Promise<Result<void>> {
    return this.#joined.get(channelOf(project))?.promise ?? Promise.resolve(notConnected)
  }

  /** Disconnects; pending checks end. */
  stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#giveUp(notConnected)
    this.#stopping ??= this.#connection.close()
    return this.#stopping
  }

  #giveUp(fault: Result<never>): void {
    this.#connected.resolve(fault)
    for (const joined of this.#joined.values()) joined.resolve(fault)
  }
}

const notConnected = fail('unavailable', 'Not connected to Ably.')
