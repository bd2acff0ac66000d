import type { Fault } from '../../src/core/fault.ts'
import { consoleLog } from '../../src/protocols/scuttlebot/irc/console-log.ts'
import { IrcConnection } from '../../src/protocols/scuttlebot/irc/connection.ts'
import type { ConnectionState, NetworkOptions, Timings } from '../../src/protocols/scuttlebot/irc/connection.ts'
import type { Happening } from '../../src/protocols/scuttlebot/irc/happening.ts'

/** Timings of tests: short, but longer than the delays of a busy machine. */
export const quickTimings: Timings = {
  timing: { loginMs: 4_000, quietMs: 30_000, goneMs: 60_000, pace: { burst: 10_000, intervalMs: 1 } },
  wait: (attempt) => attempt,
  stableMs: 0,
  regainMs: 60_000,
}

/** A connection with everything that it reported. */
export interface TestConnection {
  readonly connection: IrcConnection
  readonly states: ConnectionState[]
  readonly happenings: Happening[]
  readonly troubles: { readonly fault: Fault; readonly raw: string }[]
  readonly steps: string[]
  /** Lines of the console, masked. */
  wire(): string[]
}

/** Makes a connection to a server on this machine, not started yet. */
export function testConnection(
  port: number,
  given: Partial<Omit<NetworkOptions, 'address' | 'login'>> & {
    readonly address?: Partial<NetworkOptions['address']>
    readonly login?: Partial<NetworkOptions['login']>
    readonly channels?: readonly { readonly name: string; readonly key?: string }[]
    readonly secrets?: readonly string[]
  } = {},
): TestConnection {
  const { address, login, channels = [{ name: '#general' }], secrets = [], ...options } = given
  const console = consoleLog(Date.now, () => secrets)
  const told: Omit<TestConnection, 'connection' | 'wire'> = { states: [], happenings: [], troubles: [], steps: [] }
  const connection = new IrcConnection(
    {
      ...quickTimings,
      now: Date.now,
      ...options,
      address: { host: '127.0.0.1', port, ...address },
      login: { nick: 'mira', sasl: 'none', ...login },
    },
    {
      changed: (state) => told.states.push(state),
      channels: () => channels,
      backfill: () => Promise.resolve(),
      welcomed: () => undefined,
      caughtUp: () => Promise.resolve(),
      happened: (happening) => told.happenings.push(happening),
      trouble: (fault, raw) => told.troubles.push({ fault, raw }),
      wire: (way, line) => console.add(way, line),
      step: (name, text) => told.steps.push(`${name}: ${text}`),
    },
  )
  return { ...told, connection, wire: () => console.page(undefined, 5_000).lines.map((line) => `${line.way} ${line.text}`) }
}
