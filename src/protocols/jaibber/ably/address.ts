import type { ClientOptions } from 'ably'
import type { Result } from '../../../core/fault.ts'

/** What grants access: a signed token request, a token with its details, or a bare token. */
export type AblyToken = { readonly keyName: string; readonly mac: string } | { readonly token: string } | string

/** Where to connect, and with which identity. Either `key` or `token` is set. */
export interface AblyAddress {
  /** `app.id:secret` */
  readonly key?: string
  /** Returns a new token: at the start, and before the last one expires. Never throws. */
  readonly token?: () => Promise<Result<AblyToken>>
  /** Our client id, if the token does not contain it. */
  readonly clientId?: string
  /** A server that speaks Ably's protocol; absent: Ably itself. */
  readonly endpoint?: { readonly host: string; readonly port: number; readonly tls: boolean }
}

/** Timeouts and delays for Ably, ms. */
export interface AblyPatience {
  /** Until a request without an answer fails. */
  readonly requestMs: number
  /** Between connection attempts, also after two minutes offline. */
  readonly retryMs: number
  readonly suspendedRetryMs: number
  /** Until a lost connection counts as lost for long, unless Ably specifies another time. */
  readonly goneMs: number
  /** Before a refused connection is retried, if that can help. */
  readonly refusedRetryMs: number
  /** Until an accepted message that was not sent back counts as received; absent: the default. */
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

/** Options for Ably's client. Its timeouts are undocumented, but part of its interface. */
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

/** No third host is asked whether the network works; without TLS the key itself is never sent, only its signature. */
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
