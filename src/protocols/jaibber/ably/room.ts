import type { ChannelStateChange, InboundMessage, PresenceMessage, Realtime, RealtimeChannel } from 'ably'
import type { Fault } from '../../../core/fault.ts'
import type { ReceivedMessage } from '../pure/received.ts'

/** Somebody entered, is present, changed or left. */
export interface PresenceChange {
  readonly action: 'enter' | 'present' | 'update' | 'leave'
  readonly clientId: string
  readonly connectionId: string
  readonly data: unknown
  /** Ably's clock, ms. */
  readonly timestamp: number
}

/** Events of a channel. */
export interface RoomEvents {
  message(channel: string, message: ReceivedMessage): void
  presence(channel: string, change: PresenceChange): void
  /** Everybody present has been reported: nobody else is there. */
  settled(channel: string): void
  /** `resumed`: nothing was missed since the last message · `hasBacklog`: earlier messages follow. */
  attached(channel: string, how: { readonly resumed: boolean; readonly hasBacklog: boolean; readonly first: boolean }): void
  /** Messages published after `after` may be missing (Ably's clock, ms; undefined: none was received before). Called after `attached`. */
  gap(channel: string, words: string, after: number | undefined): void
  /** The channel could not be joined. If a retry can help, it is retried, and `attached` follows. */
  failed(channel: string, fault: Fault): void
}

interface RoomParts {
  readonly events: RoomEvents
  readonly faultOf: (thrown: unknown, what: string) => Fault
  /** Ably's clock, ms. */
  readonly serverNow: () => number
}

/** One channel to stay joined to, across reconnects. */
export class Room {
  readonly name: string
  readonly #rewind: string | undefined
  readonly #parts: RoomParts
  #channel: RealtimeChannel | undefined
  #isFirst = true
  #lastHeard: number | undefined
  /** Ably delivers messages accepted before this time again, Ably's clock, ms; 0: none. */
  #rewoundUntil = 0
  #entered: { readonly data: unknown } | undefined
  /** False until Ably accepts the latest presence data. */
  #isShown = true

  constructor(name: string, rewind: string | undefined, parts: RoomParts) {
    this.name = name
    this.#rewind = rewind
    this.#parts = parts
  }

  get channel(): RealtimeChannel | undefined {
    return this.#channel
  }

  /** Joins with a new client; later events of the old one are ignored. */
  open(client: Realtime): void {
    const channel = client.channels.get(this.name, {
      attachOnSubscribe: false,
      ...(this.#rewind === undefined ? {} : { params: { rewind: this.#rewind } }),
    })
    this.#channel = channel
    const isOurs = (): boolean => this.#channel === channel
    channel.on((change) => {
      if (isOurs()) this.#changed(change, client)
    })
    const received = (message: InboundMessage): void => {
      if (isOurs()) this.#received(message)
    }
    void channel.subscribe(received).catch(() => undefined)
    const present = (member: PresenceMessage): void => {
      if (isOurs()) this.#present(member)
    }
    void channel.presence.subscribe(present).catch(() => undefined)
    void channel.attach().catch(() => undefined) // its state reports this
    if (this.#entered !== undefined) this.#isShown = false
  }

  /** Rejoins if joining was refused. */
  retry(): void {
    if (this.#channel?.state === 'failed') void this.#channel.attach().catch(() => undefined)
  }

  /** Enters with data, or changes it; the client re-enters by itself when a new connection takes over. */
  async enter(data: unknown): Promise<void> {
    const isChange = this.#entered !== undefined
    this.#entered = { data }
    this.#isShown = false
    if (isChange) await this.#channel?.presence.update(data)
    else await this.#channel?.presence.enter(data)
    this.#isShown = true
  }

  async exit(): Promise<void> {
    if (this.#entered === undefined) return
    this.#entered = undefined
    await this.#channel?.presence.leave()
  }

  async close(): Promise<void> {
    const channel = this.#channel
    this.#channel = undefined
    if (channel === undefined) return
    channel.unsubscribe()
    channel.presence.unsubscribe()
    await channel.detach()
  }

  #changed(change: ChannelStateChange, client: Realtime): void {
    const { events, faultOf, serverNow } = this.#parts
    if (change.current === 'attached') {
      if (change.previous === 'attached' && change.resumed) {
        if (change.reason?.code === notEntered) events.failed(this.name, faultOf(change.reason, 'show us as present in'))
        return
      }
      const isFirst = this.#isFirst
      this.#isFirst = false
      this.#rewoundUntil = change.hasBacklog === true && !change.resumed ? serverNow() + clockErrorMs : 0
      if (!this.#isShown && this.#entered !== undefined) void this.enter(this.#entered.data).catch(() => undefined)
      void this.#settle()
      events.attached(this.name, { resumed: change.resumed, hasBacklog: change.hasBacklog === true, first: isFirst })
      if (!isFirst && !change.resumed) events.gap(this.name, gapWords, this.#lastHeard)
      return
    }
    if (change.current === 'failed' || change.current === 'detached') this.#isShown = false // the client forgets it then
    if (change.current === 'failed' || change.current === 'suspended') {
      if (client.connection.state === 'connected' && change.reason !== undefined) events.failed(this.name, faultOf(change.reason, 'join'))
    }
  }

  async #settle(): Promise<void> {
    const channel = this.#channel
    try {
      await channel?.presence.get({ waitForSync: true })
    } catch {
      return // the channel is gone or must not be asked: nobody is reported to have left
    }
    if (channel !== undefined && channel === this.#channel && channel.state === 'attached') this.#parts.events.settled(this.name)
  }

  #received(message: InboundMessage): void {
    const { timestamp } = message
    this.#lastHeard = Math.max(this.#lastHeard ?? 0, timestamp)
    this.#parts.events.message(this.name, receivedOf(message, timestamp < this.#rewoundUntil ? 'rewind' : 'live'))
  }

  #present({ action, clientId, connectionId, data, timestamp }: PresenceMessage): void {
    if (action === 'absent') return
    this.#parts.events.presence(this.name, { action, clientId, connectionId, data: data as unknown, timestamp })
  }
}

/** Possible error of our estimate of Ably's clock. */
const clockErrorMs = 250
/** Our presence could not be carried over to a new connection. */
const notEntered = 91_004
const gapWords = 'The connection to Ably was lost for longer than Ably stores messages.'

/** A message as the rest of the link uses it. */
export function receivedOf(message: InboundMessage, via: ReceivedMessage['via']): ReceivedMessage {
  const { data, id, clientId, connectionId, timestamp, serial, name } = message
  const received: { -readonly [K in keyof ReceivedMessage]: ReceivedMessage[K] } = { data: data as unknown, id, timestamp, via }
  if (name !== undefined) received.name = name
  if (clientId !== undefined) received.clientId = clientId
  if (connectionId !== undefined) received.connectionId = connectionId
  if (serial !== undefined) received.serial = serial
  return received
}
