import type { ConnectionStateChange, Realtime } from 'ably'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { clientOptions, usualPatience } from './address.ts'
import type { AblyAddress, AblyPatience } from './address.ts'
import { readHistory } from './history.ts'
import type { HistoryPage } from './history.ts'
import { secretMask } from './mask.ts'
import { Room } from './room.ts'
import type { RoomEvents } from './room.ts'
import { sendWindow } from './send-window.ts'
import { checkSize } from './size.ts'
import { ablyFault, isFinal } from './words.ts'
import type { Tried } from './words.ts'

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
  readonly patience?: AblyPatience
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
  /** Tries to connect now instead of when it is due. */
  retry(): void
  /** Leaves and closes; what was not taken yet fails. */
  close(): Promise<void>
}

const usualPlace = (channel: string): string => `channel ${channel}`

/** Opens a connection; what becomes of it is told by `events`. */
export function openConnection(address: AblyAddress, events: AblyEvents, parts: AblyParts): AblyConnection {
  return new SupervisedConnection(address, events, parts)
}

class SupervisedConnection implements AblyConnection {
  readonly #address: AblyAddress
  readonly #events: AblyEvents
  readonly #parts: AblyParts
  readonly #patience: AblyPatience
  readonly #mask
  readonly #window = sendWindow()
  readonly #rooms = new Map<string, Room>()
  #client: Realtime | undefined
  #tokenFault: Fault | undefined
  #retryTimer: NodeJS.Timeout | undefined
  #aheadMs = 0
  #isClosed = false

  constructor(address: AblyAddress, events: AblyEvents, parts: AblyParts) {
    this.#address = address
    this.#events = events
    this.#parts = parts
    this.#patience = parts.patience ?? usualPatience
    this.#mask = secretMask(address.key)
    void this.#open()
  }

  connectionId(): string | undefined {
    return this.#client?.connection.id
  }

  clientId(): string | undefined {
    return this.#client?.auth.clientId ?? this.#address.clientId
  }

  serverNow(): number {
    return this.#parts.now() + this.#aheadMs
  }

  join(channel: string, { rewind }: { readonly rewind?: string } = {}): void {
    if (this.#rooms.has(channel) || this.#isClosed) return
    const room = new Room(channel, rewind, {
      events: this.#events,
      faultOf: (thrown, what) => this.#fault(thrown, { what, channel: this.#place(channel) }),
      serverNow: () => this.serverNow(),
    })
    this.#rooms.set(channel, room)
    if (this.#client !== undefined) room.open(this.#client)
  }

  async leave(channel: string): Promise<void> {
    const room = this.#rooms.get(channel)
    this.#rooms.delete(channel)
    await this.#try({ what: 'leave', channel }, async () => {
      await room?.close()
      this.#client?.channels.release(channel)
    })
  }

  async publish(_permit: Permit, channel: string, message: Outgoing): Promise<Result<void>> {
    const sized = checkSize(message)
    if (!sized.ok) return sized
    return this.#window.run(sized.value, async () => {
      const client = this.#client
      if (client === undefined) return notConnected
      return this.#try({ what: 'publish to', channel }, async () => {
        await client.channels.get(channel).publish({ ...message })
      })
    })
  }

  async enter(_permit: Permit, channel: string, data: unknown): Promise<Result<void>> {
    const room = this.#rooms.get(channel)
    if (room === undefined) return fail('unavailable', 'This channel has not been joined.')
    const sized = checkSize({ name: '', data })
    if (!sized.ok) return sized
    return this.#window.run(sized.value, () => this.#try({ what: 'be shown as present in', channel }, () => room.enter(data)))
  }

  async exit(channel: string): Promise<void> {
    await this.#try({ what: 'leave', channel }, async () => this.#rooms.get(channel)?.exit())
  }

  async history(channel: string, asked: { readonly limit: number; readonly until?: 'attach' }): Promise<Result<HistoryPage>> {
    const known = this.#rooms.get(channel)?.channel
    if (known === undefined) return notConnected
    return readHistory(known, asked, (thrown) => this.#fault(thrown, { what: 'read earlier messages of', channel: this.#place(channel) }))
  }

  retry(): void {
    if (this.#isClosed) return
    const state = this.#client?.connection.state
    if (state === 'failed') void this.#open()
    else if (state === 'disconnected' || state === 'suspended') this.#client?.connect()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    this.#client?.close()
    this.#window.close()
    this.#events.state({ lamp: 'off', words: 'closed' })
  }

  /** Makes a client anew: the first one, and where the last one has given up for good. */
  async #open(): Promise<void> {
    clearTimeout(this.#retryTimer)
    this.#events.state({ lamp: 'connecting', words: 'connecting to Ably' })
    const { Realtime: Client } = await import('ably')
    if (this.#isClosed) return
    this.#client?.close()
    const options = clientOptions(this.#address, this.#patience, {
      askToken: (_params, done) => void this.#askToken(done),
      log: (message) => this.#parts.log('ably', { message: this.#mask(message) }),
    })
    try {
      const client = new Client(options)
      this.#client = client
      client.connection.on((change) => {
        if (this.#client === client) this.#changed(change, client)
      })
      client.connect()
      for (const room of this.#rooms.values()) room.open(client)
    } catch (thrown) {
      this.#events.state({ lamp: 'down', words: 'not connected', fault: this.#fault(thrown, { what: 'connect' }) })
    }
  }

  #changed(change: ConnectionStateChange, client: Realtime): void {
    if (this.#isClosed) return
    const { now } = this.#parts
    const retryAt = now() + (change.retryIn ?? this.#patience.retryMs)
    const fault = (): Fault => this.#tokenFault ?? this.#fault(change.reason, { what: 'connect' })
    switch (change.current) {
      case 'connected':
        this.#tokenFault = undefined
        void this.#askTime(client)
        return this.#events.state({ lamp: 'up', words: 'connected' })
      case 'connecting':
        return this.#events.state({ lamp: 'connecting', words: 'connecting to Ably' })
      case 'disconnected':
        if (change.previous === 'connected') return this.#events.state({ lamp: 'connecting', words: 'cut off; connecting again' })
        return this.#events.state({ lamp: 'down', words: 'not connected', fault: fault(), retryAt })
      case 'suspended':
        return this.#events.state({ lamp: 'down', words: 'not connected for a while', fault: fault(), retryAt })
      case 'failed':
        return this.#refused(fault(), isFinal(change.reason) || this.#tokenFault?.code === 'refused')
    }
  }

  #refused(fault: Fault, isForGood: boolean): void {
    if (isForGood) return this.#events.state({ lamp: 'down', words: 'refused', fault })
    const { refusedRetryMs } = this.#patience
    this.#retryTimer = setTimeout(() => void this.#open(), refusedRetryMs)
    this.#events.state({ lamp: 'down', words: 'refused', fault, retryAt: this.#parts.now() + refusedRetryMs })
  }

  async #askToken(done: Parameters<NonNullable<Parameters<typeof clientOptions>[2]['askToken']>>[1]): Promise<void> {
    const asked = (await this.#address.token?.()) ?? notConnected
    if (asked.ok) {
      this.#tokenFault = undefined
      const { value } = asked
      this.#mask.add(typeof value === 'string' ? value : 'token' in value ? value.token : value.mac)
      return done(null, value)
    }
    this.#tokenFault = asked.fault
    const isForGood = asked.fault.code === 'refused' || asked.fault.code === 'not-allowed'
    done({ name: 'Error', message: asked.fault.message, code: 40_170, statusCode: isForGood ? 403 : 401 }, null)
  }

  /** How far Ably's clock is ahead of ours. */
  async #askTime(client: Realtime): Promise<void> {
    try {
      this.#aheadMs = (await client.time()) - this.#parts.now()
    } catch {
      // its clock stays unknown
    }
  }

  #place(channel: string): string {
    return (this.#parts.place ?? usualPlace)(channel)
  }

  #fault(thrown: unknown, tried: Tried): Fault {
    return ablyFault(thrown, tried, this.#mask)
  }

  async #try(tried: Tried & { readonly channel: string }, run: () => Promise<void>): Promise<Result<void>> {
    try {
      return ok(await run())
    } catch (thrown) {
      return { ok: false, fault: this.#fault(thrown, { ...tried, channel: this.#place(tried.channel) }) }
    }
  }
}

const notConnected = fail('unavailable', 'There is no connection to Ably now. Links says why.')
