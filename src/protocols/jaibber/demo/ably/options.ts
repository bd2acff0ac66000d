import type { AblyPeer } from './peer.ts'
import type { Frame } from './wire.ts'

/** Behaviour of the demo server. Times in ms. */
export interface AblyServerOptions {
  /** `app.id:secret`, with its permissions (all, if absent). */
  readonly keys: readonly { readonly key: string; readonly capability?: Capability }[]
  readonly tokenTtl: number
  /** How long a lost connection and its channels can be resumed. */
  readonly connectionStateTtl: number
  /** How long members stay present after their connection was lost. */
  readonly presenceGrace: number
  readonly maxIdleInterval: number
  /** Maximum bytes of one message, as Ably counts them. */
  readonly maxMessageSize: number
  /** Messages per second of one connection. */
  readonly maxRate: number
  /** Messages kept per channel. */
  readonly history: number
  /** Members in one frame of a presence sync. */
  readonly syncPage: number
  readonly now: () => number
  /** Sees a client's frame first. Returns true if the frame needs no further handling. */
  readonly intercept?: (peer: AblyPeer, frame: Frame) => boolean
  /** Delivers a frame to a client, instead of sending it immediately. */
  readonly deliver?: (peer: AblyPeer, frame: Frame, send: () => void) => void
  /** True: new connections and requests are cut immediately. */
  readonly refuses?: () => boolean
}

/** Permissions of a key or token: operations by channel, `*` for all; a name may end in `:*`. */
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
