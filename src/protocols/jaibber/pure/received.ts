/** What came from Ably or a server, before anybody looked into it. Who sent it (`clientId`, `connectionId`) is what Ably says; `data` is a claim. */
export interface ReceivedMessage {
  readonly data: unknown
  /** Ably's own, or the server's. */
  readonly id: string
  /** Name of the event at Ably: `message` for everything that the specification knows. */
  readonly name?: string
  readonly clientId?: string
  readonly connectionId?: string
  /** When Ably or the server took it, ms. */
  readonly timestamp: number
  readonly via: 'live' | 'rewind' | 'history' | 'rest'
  /** Place in the channel: greater ones are later. */
  readonly serial?: string
}
