import type { ClientOptions } from 'ably'
import type { Result } from '../../../core/fault.ts'

/** What lets us in: a signed request for a token, a token with its details, or a token alone. */
export type AblyToken = { readonly keyName: string; readonly mac: string } | { readonly token: string } | string

/** Where to connect, and as whom. One of `key` and `token` is there. */
export interface AblyAddress {
  /** `app.id:secret` */
  readonly key?: string
  /** Asks for a token: at the start, and before the last one ends. Never throws. */
  readonly token?: () => Promise<Result<AblyToken>>
  /** Who we are, where the token does not say so. */
  readonly clientId?: string
  /** A server that speaks Ably's protocol; absent: Ably. */
  readonly endpoint?: { readonly host: string; readonly port: number; readonly tls: boolean }
}

/** How patient we are with Ably, ms. */
export interface AblyPatience {
  /** Until an answer to one request counts as lost. */
  readonly requestMs: number
  /** Between tries to connect, and after it is gone for two minutes. */
  readonly retryMs: number
  readonly suspendedRetryMs: number
  /** Until a connection that is gone counts as gone for long, as long as Ably has said nothing else. */
  readonly goneMs: number
  /** Before a refused connection is tried anew where that can help. */
  readonly refusedRetryMs: number
  /** Until a message that was taken and not sent back counts as heard; absent: as usual. */
  readonly echoMs?: number
}

export const defaultTimings: AblyPatience = {
  requestMs: 10_000,
  retryMs: 5_000,
  suspendedRetryMs: 30_000,
  goneMs: 120_000,
  refusedRetryMs: 60_000,
}

export type TokenCallback = NonNullable<ClientOptions['authCallback']>

/** What the client of Ably is made with. Its timeouts are no documented options, but part of its interface. */
export function clientOptions(
  { key, token, clientId, endpoint }: AblyAddress,
  timings: AblyPatience,
  parts: { readonly askToken: TokenCallback; readonly log: (message: string) => void },
): ClientOptions {
  const options = {
    ...(token === undefined ? { key: key ?? '' } : { authCallback: parts.askToken }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(endpoint === undefined ? {} : ownEndpoint(endpoint, token === undefined)),
    autoConnect: false,
    useBinaryProtocol: false,
    logLevel: 1,
    logHandler: parts.log,
    disconnectedRetryTimeout: timings.retryMs,
    suspendedRetryTimeout: timings.suspendedRetryMs,
    channelRetryTimeout: timings.retryMs,
    httpRequestTimeout: timings.requestMs,
    realtimeRequestTimeout: timings.requestMs,
    webSocketConnectTimeout: timings.requestMs,
    connectionStateTtl: timings.goneMs,
  }
  return options
}

/** Nobody else is asked whether the network works; without TLS the key itself is never sent, only what it signs. */
function ownEndpoint({ host, port, tls }: { host: string; port: number; tls: boolean }, hasKey: boolean): ClientOptions {
  const name = host.replace(/^\[|\]$/g, '')
  return {
    endpoint: name,
    port,
    tlsPort: port,
    tls,
    disableConnectivityCheck: true,
    wsConnectivityCheckUrl: `${tls ? 'wss' : 'ws'}://${host}:${port}/up`,
    ...(hasKey && !tls ? { useTokenAuth: true } : {}),
  }
}
