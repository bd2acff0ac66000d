import type { AblyPeer } from './peer.ts'
import type { Frame } from './wire.ts'

/** How the small server behaves. Times in ms. */
export interface AblyServerOptions {
  /** `app.id:secret`, with what it may do (all, when absent). */
  readonly keys: readonly { readonly key: string; readonly capability?: Capability }[]
  readonly tokenTtl: number
  /** How long a connection that was cut can be resumed, and how long a channel can be continued. */
  readonly connectionStateTtl: number
  /** How long after a cut its members are shown as present. */
  readonly presenceGrace: number
  readonly maxIdleInterval: number
  /** Bytes of one message, as Ably counts them. */
  readonly maxMessageSize: number
  /** Messages of one connection in a second. */
  readonly maxRate: number
  /** Messages of a channel that are kept. */
  readonly history: number
  /** Members in one frame of a presence sync. */
  readonly syncPage: number
  readonly now: () => number
  /** Looks at a frame of a client first. True: nothing else is done with it. */
  readonly intercept?: (peer: AblyPeer, frame: Frame) => boolean
  /** Takes a frame to a client, instead of at once. */
  readonly deliver?: (peer: AblyPeer, frame: Frame, send: () => void) => void
  /** True: new connections and requests are cut at once. */
  readonly refuses?: () => boolean
}

/** What a key or token may do: operations by channel, `*` for all; a name may end in `:*`. */
export type Capability = Readonly<Record<string, readonly string[]>>

export const demoKey = 'demo.key1:not-a-secret'

export const defaultOptions: AblyServerOptions = {
  keys: [{ key: demoKey }],
  tokenTtl: 3_600_000,
  connectionStateTtl: 120_000,
  presenceGrace: 15_000,
  maxIdleInterval: 15_000,
  maxMessageSize: 65_536,
  maxRate: 1_000,
  history: 2_000,
  syncPage: 100,
  now: Date.now,
}
