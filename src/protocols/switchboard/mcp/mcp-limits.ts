import { limits } from '../../../core/limits.ts'

/** Limits of one MCP server. */
export interface McpLimits {
  /** Simultaneous sessions over all transports. */
  readonly sessions: number
  /** Sessions of one client program, by its reported name: the rest is reserved for others. */
  readonly perClient: number
  /** Bytes of one request's body. */
  readonly body: number
  /** Calls of one session: sustained rate, and burst size. */
  readonly callsPerSecond: number
  readonly callBurst: number
  /** Unanswered calls of one session. */
  readonly callsInFlight: number
  /** Resources that one session follows. */
  readonly subscriptions: number
  /** Calls that the live log keeps. */
  readonly callLog: number
  /** A session without an open stream ends after this long without a request, ms. */
  readonly idle: number
  /** The same for a session that lost its stream: its client is gone. */
  readonly idleAfterStream: number
  /** Interval of looking for idle sessions and pinging streams, ms. */
  readonly sweep: number
  readonly ping: number
  /** Maximum bytes that wait for a client that does not read its stream; above this it is disconnected. */
  readonly unread: number
  /** How long a server that is closing waits for calls in flight, ms. */
  readonly grace: number
}

export const mcpLimits: McpLimits = {
  sessions: 128,
  perClient: 104,
  body: limits.message,
  callsPerSecond: 200,
  callBurst: 400,
  callsInFlight: 32,
  subscriptions: 64,
  callLog: 500,
  idle: 30 * 60_000,
  idleAfterStream: 2 * 60_000,
  sweep: 15_000,
  ping: 15_000,
  unread: 8 * 1024 * 1024,
  grace: 2_000,
}
