/** Frames of Ably's realtime protocol, version 6, as JSON, as far as the demo server uses them. */
export const actions = {
  heartbeat: 0,
  ack: 1,
  nack: 2,
  connected: 4,
  disconnect: 5,
  disconnected: 6,
  close: 7,
  closed: 8,
  error: 9,
  attach: 10,
  attached: 11,
  detach: 12,
  detached: 13,
  presence: 14,
  message: 15,
  sync: 16,
  auth: 17,
} as const

export const flags = { hasPresence: 1, hasBacklog: 2, resumed: 4, publish: 1 << 17, subscribe: 1 << 18, allModes: 0xf << 16 } as const
export const presenceActions = { absent: 0, present: 1, enter: 2, leave: 3, update: 4 } as const

/** An error in Ably's form. */
export interface WireError {
  readonly code: number
  readonly statusCode: number
  readonly message: string
}

/** One message, or one member's presence. */
export interface Item {
  readonly id?: string
  readonly name?: string
  readonly action?: number
  readonly clientId?: string
  readonly connectionId?: string
  readonly data?: unknown
  readonly encoding?: string
  readonly timestamp?: number
  readonly serial?: string
  readonly version?: { readonly serial: string; readonly timestamp: number }
}

/** A frame; its fields depend on its action. */
export interface Frame {
  readonly action: number
  readonly id?: string
  readonly channel?: string
  readonly channelSerial?: string
  readonly connectionId?: string
  readonly connectionKey?: string
  readonly connectionDetails?: Readonly<Record<string, unknown>>
  readonly msgSerial?: number
  readonly count?: number
  readonly flags?: number
  readonly params?: Readonly<Record<string, string>>
  readonly timestamp?: number
  readonly error?: WireError
  readonly messages?: readonly Item[]
  readonly presence?: readonly Item[]
  readonly auth?: { readonly accessToken: string }
  readonly res?: readonly { readonly serials: readonly (string | null)[] }[]
}

/** An error with the status that its code implies, unless another is given. */
export function wireError(code: number, message: string, statusCode = Math.floor(code / 100)): WireError {
  return { code, statusCode, message }
}
