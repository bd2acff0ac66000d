/** A message from Ably or a server, not yet checked. `clientId` and `connectionId` are proved by Ably; `data` is a claim. */
export interface ReceivedMessage {
  readonly data: unknown
  /** Ably's id, or the server's. */
  readonly id: string
  /** Event name at Ably: `message` for everything in the specification. */
  readonly name?: string
  readonly clientId?: string
  readonly connectionId?: string
  /** When Ably or the server accepted it, ms. */
  readonly timestamp: number
  readonly via: 'live' | 'rewind' | 'history' | 'rest'
  /** Position in the channel: greater is later. */
  readonly serial?: string
}
