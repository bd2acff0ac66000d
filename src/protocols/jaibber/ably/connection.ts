import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { AblyAddress, AblyPatience } from './address.ts'
import type { HistoryPage } from './history.ts'
import type { RoomEvents } from './room.ts'
import { SupervisedConnection } from './supervised-connection.ts'

/** The connection's state, for the link's lamp. */
export interface AblyState {
  readonly lamp: 'connecting' | 'up' | 'down' | 'off'
  /** A sentence fragment. */
  readonly words: string
  readonly fault?: Fault
  /** Time of the next try, ms; absent with `down` if another try would fail the same way. */
  readonly retryAt?: number
}

export interface AblyEvents extends RoomEvents {
  state(state: AblyState): void
}

export interface AblyParts {
  readonly now: () => number
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  readonly timings?: AblyPatience
  /** The channel in words for people. */
  readonly place?: (channel: string) => string
}

/** A message to publish. Ably accepts the same `id` only once. */
export interface Outgoing {
  readonly name: string
  readonly data: unknown
  readonly id?: string
}

/** A supervised connection to Ably: it reconnects and rejoins by itself. Nothing here throws or rejects. */
export interface AblyConnection {
  /** Our current connection id at Ably; undefined while disconnected. */
  connectionId(): string | undefined
  /** Our client id as Ably reports it. */
  clientId(): string | undefined
  /** The current time at Ably, ms, as far as it is known. */
  serverNow(): number
  /** Joins a channel and stays in it; `rewind` (`2m`) also delivers messages published just before. */
  join(channel: string, how?: { readonly rewind?: string }): void
  leave(channel: string): Promise<void>
  /**
   * Publishes; resolves when Ably has accepted it. During a short disconnection it waits in order; `too-large`, `refused` and
   * `unavailable` say why it was not accepted. A message that failed with `timeout` may have arrived.
   */
  publish(permit: Permit, channel: string, message: Outgoing): Promise<Result<void>>
  /** Enters a joined channel's presence with this data, also after reconnecting; a further call changes the data. */
  enter(permit: Permit, channel: string, data: unknown): Promise<Result<void>>
  exit(channel: string): Promise<void>
  /** Earlier messages, newest page first. `until: 'attach'`: up to the moment a joined channel started to deliver. */
  history(channel: string, asked: { readonly limit: number; readonly until?: 'attach' }): Promise<Result<HistoryPage>>
  /** Retries now what was refused or is due later: the connection, or the channels. */
  retry(): void
  /** Leaves and closes; messages not yet accepted fail. */
  close(): Promise<void>
}

/** Opens a connection; `events` reports what happens to it. */
export function openConnection(address: AblyAddress, events: AblyEvents, parts: AblyParts): AblyConnection {
  return new SupervisedConnection(address, events, parts)
}
