import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../../../io/loopback.ts'
import type { AblyServerOptions, Capability } from './options.ts'
import { wireError } from './wire.ts'
import type { WireError } from './wire.ts'

/** A client's identity and permissions. */
export interface Identity {
  readonly clientId?: string
  readonly token?: string
  readonly capability?: Capability
}

/** A token as returned by `requestToken`. */
interface TokenDetails {
  readonly token: string
  readonly keyName: string
  readonly issued: number
  readonly expires: number
  readonly capability: string
  readonly clientId?: string
}

/** A request for a token, signed with a key. */
interface TokenRequest {
  readonly keyName: string
  readonly ttl?: number
  readonly capability?: string
  readonly clientId?: string
  readonly timestamp: number
  readonly nonce: string
  readonly mac?: string
}

/** Keys and tokens of the demo server. */
export class Access {
  readonly #options: AblyServerOptions
  readonly #tokens = new Map<string, TokenDetails>()

  constructor(options: AblyServerOptions) {
    this.#options = options
  }

  /** Reads `key`, `access_token` and `clientId`. */
  identify(params: URLSearchParams): Identity | WireError {
    const wanted = params.get('clientId')
    const key = params.get('key')
    if (key !== null) {
      const found = this.#options.keys.find((each) => isSameSecret(each.key, key))
      if (found === undefined) return wireError(40_101, 'Invalid key', 401)
      return {
        ...(wanted === null ? {} : { clientId: wanted }),
        ...(found.capability === undefined ? {} : { capability: found.capability }),
      }
    }
    const token = this.#tokens.get(params.get('access_token') ?? '')
    if (token === undefined || token.expires <= this.#options.now()) return wireError(40_142, 'Token expired or unrecognised', 401)
    const mayBeAny = token.clientId === undefined || token.clientId === '*'
    if (wanted !== null && !mayBeAny && token.clientId !== wanted) return wireError(40_102, 'Incompatible clientId', 401)
    const clientId = mayBeAny ? wanted : token.clientId
    return {
      token: token.token,
      ...(clientId === null || clientId === undefined ? {} : { clientId }),
      capability: JSON.parse(token.capability) as Capability,
    }
  }

  issue(wanted: { readonly clientId?: string; readonly ttl?: number; readonly capability?: string } = {}): TokenDetails {
    const issued = this.#options.now()
    const token = {
      token: `demo.${randomBytes(24).toString('base64url')}`,
      keyName: nameOf(this.#options.keys[0]?.key ?? ''),
      issued,
      expires: issued + (wanted.ttl ?? this.#options.tokenTtl),
      capability: wanted.capability ?? '{"*":["*"]}',
      ...(wanted.clientId === undefined ? {} : { clientId: wanted.clientId }),
    }
    this.#tokens.set(token.token, token)
    return token
  }

  /** Issues a token for a request signed with one of our keys. */
  grant(request: TokenRequest): TokenDetails | WireError {
    const found = this.#options.keys.find((each) => nameOf(each.key) === request.keyName)
    if (found === undefined) return wireError(40_101, 'No such key', 401)
    const { ttl = '', capability = '', clientId = '', timestamp, nonce, keyName } = request
    const signed = [keyName, ttl, capability, clientId, timestamp, nonce, ''].join('\n')
    const mac = createHmac('sha256', found.key.slice(keyName.length + 1))
      .update(signed)
      .digest('base64')
    if (!isSameSecret(mac, request.mac ?? '')) return wireError(40_101, 'The request is not signed with this key', 401)
    return this.issue(found.capability === undefined ? request : { ...request, capability: JSON.stringify(found.capability) })
  }

  /** Invalidates all tokens issued so far. */
  expireAll(): void {
    this.#tokens.clear()
  }
}

/** Tells an error of Ably from an answer. */
export function isError(value: object): value is WireError {
  return 'statusCode' in value
}

/** True if `operation` is allowed on `channel`. */
export function may(capability: Capability | undefined, channel: string, operation: string): boolean {
  if (capability === undefined) return true
  return Object.entries(capability).some(
    ([name, operations]) =>
      (name === '*' || name === channel || (name.endsWith(':*') && channel.startsWith(name.slice(0, -1)))) &&
      (operations.includes('*') || operations.includes(operation)),
  )
}

function nameOf(key: string): string {
  return key.split(':', 1)[0] ?? ''
}
