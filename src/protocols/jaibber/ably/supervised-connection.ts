import type { ConnectionStateChange, Realtime } from 'ably'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import { clientOptions, defaultTimings } from './address.ts'
import type { AblyAddress, AblyPatience } from './address.ts'
import type { AblyConnection, AblyEvents, AblyParts, AblyState, Outgoing } from './connection.ts'
import { readHistory } from './history.ts'
import type { HistoryPage } from './history.ts'
import { secretMask } from './mask.ts'
import type { Mask } from './mask.ts'
import { Room } from './room.ts'
import { sendWindow } from './send-window.ts'
import { wireData } from './size.ts'
import { TokenSource } from './token-source.ts'
import { ablyFault, isFinal } from './words.ts'
import type { Tried } from './words.ts'

const notConnected = fail('unavailable', 'Not connected to Ably. See Links for the reason.')

/** Ably's client reconnects by itself while it expects that to help; after that, this class decides. */
export class SupervisedConnection implements AblyConnection {
  readonly #address: AblyAddress
  readonly #events: AblyEvents
  readonly #parts: AblyParts
  readonly #timings: AblyPatience
  readonly #mask: Mask
  readonly #tokens: TokenSource
  readonly #window = sendWindow()
  readonly #rooms = new Map<string, Room>()
  #client: Realtime | undefined
  #opening: Promise<void>
  /** Why the last client gave up. */
  #whyNone: Fault | undefined
  #retryTimer: NodeJS.Timeout | undefined
  #aheadMs = 0
  #isClosed = false

  constructor(address: AblyAddress, events: AblyEvents, parts: AblyParts) {
    this.#address = address
    this.#events = events
    this.#parts = parts
    this.#timings = parts.timings ?? defaultTimings
    this.#mask = secretMask(address.key)
    this.#tokens = new TokenSource(address.token, this.#mask)
    this.#opening = this.#open()
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
      faultOf: (thrown, what) => this.#fault(thrown, { what, channel }),
      serverNow: () => this.serverNow(),
    })
    this.#rooms.set(channel, room)
    if (this.#client !== undefined) room.open(this.#client)
  }

  async leave(channel: string): Promise<void> {
    const room = this.#rooms.get(channel)
    this.#rooms.delete(channel)
    await this.#try({ what: 'leave', channel }, async (client) => {
      await room?.close()
      client.channels.release(channel)
    })
  }

  async publish(_permit: Permit, channel: string, message: Outgoing): Promise<Result<void>> {
    const encoded = wireData(message)
    if (!encoded.ok) return encoded
    const { size, ...wire } = encoded.value
    return this.#window.run(size, () =>
      this.#try({ what: 'publish to', channel }, (client) => client.channels.get(channel).publish({ ...message, ...wire })),
    )
  }

  async enter(_permit: Permit, channel: string, data: unknown): Promise<Result<void>> {
    const room = this.#rooms.get(channel)
    if (room === undefined) return fail('unavailable', 'This channel has not been joined.')
    const encoded = wireData({ name: '', data })
    if (!encoded.ok) return encoded
    return this.#window.run(encoded.value.size, () => this.#try({ what: 'be shown as present in', channel }, () => room.enter(data)))
  }

  async exit(channel: string): Promise<void> {
    await this.#try({ what: 'leave', channel }, async () => this.#rooms.get(channel)?.exit())
  }

  async history(channel: string, asked: { readonly limit: number; readonly until?: 'attach' }): Promise<Result<HistoryPage>> {
    const tried = { what: 'read earlier messages of', channel }
    return this.#ask(tried, (client) => readHistory(client.channels.get(channel), asked, (thrown) => this.#fault(thrown, tried)))
  }

  retry(): void {
    if (this.#isClosed) return
    const state = this.#client?.connection.state
    if (this.#whyNone !== undefined) this.#opening = this.#open()
    else if (state === 'disconnected' || state === 'suspended') this.#client?.connect()
    else for (const room of this.#rooms.values()) room.retry()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    this.#client?.close()
    this.#window.close()
    this.#events.state({ lamp: 'off', words: 'closed' })
  }

  /** Creates a client: the first, or a new one after the last gave up. */
  async #open(): Promise<void> {
    clearTimeout(this.#retryTimer)
    this.#whyNone = undefined
    try {
      const { Realtime: Client } = await import('ably')
      if (this.#isClosed) return
      const log = (message: string): void => this.#parts.log('ably', { message: this.#mask(message) })
      const client = new Client(clientOptions(this.#address, this.#timings, { askToken: this.#tokens.ask, log }))
      this.#client = client
      client.connection.on((change) => {
        if (this.#client === client && !this.#isClosed) this.#changed(change, client)
      })
      client.connect()
      for (const room of this.#rooms.values()) room.open(client)
    } catch (thrown) {
      this.#whyNone = this.#fault(thrown, { what: 'connect' })
      this.#report({ lamp: 'down', words: 'not connected', fault: this.#whyNone })
    }
  }

  #changed(change: ConnectionStateChange, client: Realtime): void {
    const { current, previous, reason } = change
    if (current === 'connected') {
      void this.#askTime(client)
      return this.#report({ lamp: 'up', words: 'connected' })
    }
    if (current === 'connecting') return this.#report({ lamp: 'connecting', words: 'connecting to Ably' })
    const fault = this.#tokens.fault ?? this.#fault(reason, { what: 'connect' })
    const isForGood = isFinal(reason) || this.#tokens.isRefused
    if (current === 'failed' || (current === 'disconnected' && isForGood)) return this.#gaveUp(fault, isForGood, client)
    if (current === 'disconnected' && previous === 'connected')
      return this.#report({ lamp: 'connecting', words: 'connection lost; reconnecting' })
    if (current !== 'disconnected' && current !== 'suspended') return
    const words = current === 'suspended' ? 'not connected for a while' : 'not connected'
    this.#report({ lamp: 'down', words, fault, retryAt: this.#parts.now() + (change.retryIn ?? this.#timings.retryMs) })
  }

  /** The client has given up: for good, or until the next try. */
  #gaveUp(fault: Fault, isForGood: boolean, client: Realtime): void {
    this.#client = undefined
    this.#whyNone = fault
    client.close()
    const { refusedRetryMs } = this.#timings
    if (!isForGood) this.#retryTimer = setTimeout(() => this.retry(), refusedRetryMs)
    this.#report({ lamp: 'down', words: 'refused', fault, ...(isForGood ? {} : { retryAt: this.#parts.now() + refusedRetryMs }) })
  }

  #report(state: AblyState): void {
    this.#events.state(state)
  }

  /** How far Ably's clock is ahead of ours. */
  async #askTime(client: Realtime): Promise<void> {
    try {
      this.#aheadMs = (await client.time()) - this.#parts.now()
    } catch {
      // its clock stays unknown
    }
  }

  #fault(thrown: unknown, { what, channel }: Tried): Fault {
    if (channel === undefined) return ablyFault(thrown, { what }, this.#mask)
    return ablyFault(thrown, { what, channel: this.#parts.place?.(channel) ?? `channel ${channel}` }, this.#mask)
  }

  /** Runs what needs a client, once there is one. */
  async #ask<T>(tried: Tried, run: (client: Realtime) => Promise<Result<T>>): Promise<Result<T>> {
    if (this.#client === undefined) await this.#opening
    if (this.#client === undefined) return this.#whyNone === undefined ? notConnected : { ok: false, fault: this.#whyNone }
    try {
      return await run(this.#client)
    } catch (thrown) {
      return { ok: false, fault: this.#fault(thrown, tried) }
    }
  }

  #try(tried: Tried, run: (client: Realtime) => Promise<unknown>): Promise<Result<void>> {
    return this.#ask(tried, async (client) => {
      await run(client)
      return ok(undefined)
    })
  }
}
