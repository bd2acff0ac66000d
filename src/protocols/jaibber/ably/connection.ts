import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { AblyAddress, AblyPatience } from './address.ts'
import type { HistoryPage } from './history.ts'
import type { RoomEvents } from './room.ts'
import { SupervisedConnection } from './supervised-connection.ts'

/** How the connection is, for the lamp of the link. */
export interface AblyState {
  readonly lamp: 'connecting' | 'up' | 'down' | 'off'
  /** Half a sentence. */
  readonly words: string
  readonly fault?: Fault
  /** When it is tried again, ms; absent with `down`: another try would end the same way. */
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

/** A message to be published. The same `id` twice is taken once by Ably. */
export interface Outgoing {
  readonly name: string
  readonly data: unknown
  readonly id?: string
}

/** A connection to Ably under supervision: it comes back by itself and joins again. Nothing here throws or rejects. */
export interface AblyConnection {
  /** Ours at Ably now; undefined while there is none. */
  connectionId(): string | undefined
  /** Who Ably says we are. */
  clientId(): string | undefined
  /** Now at Ably, ms, as far as it is known. */
  serverNow(): number
  /** Joins a channel and stays in it; `rewind` (`2m`) also tells what was said just before. */
  join(channel: string, how?: { readonly rewind?: string }): void
  leave(channel: string): Promise<void>
  /**
   * Publishes; resolves when Ably has taken it. While the connection is gone for a short time it waits in its turn; `too-large`, `refused`,
   * `unavailable` say why it was not taken. What fails with `timeout` may have arrived.
   */
  publish(permit: Permit, channel: string, message: Outgoing): Promise<Result<void>>
  /** Is present in a joined channel with this data from now on, also after a new connection; again: changes the data. */
  enter(permit: Permit, channel: string, data: unknown): Promise<Result<void>>
  exit(channel: string): Promise<void>
  /** Messages from before, the newest page first. `until: 'attach'`: up to where a joined channel began to tell. */
  history(channel: string, asked: { readonly limit: number; readonly until?: 'attach' }): Promise<Result<HistoryPage>>
  /** Tries now what was refused or is due later: the connection, or the channels. */
  retry(): void
  /** Leaves and closes; what was not taken yet fails. */
  close(): Promise<void>
}

/** Opens a connection; what becomes of it is told by `events`. */
export function openConnection(address: AblyAddress, events: AblyEvents, parts: AblyParts): AblyConnection {
  return new SupervisedConnection(address, events, parts)
}
