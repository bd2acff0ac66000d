import { proofPrefix, provePath } from '../api/proof.ts'
import { isSameSecret, refuseForeign } from '../io/loopback.ts'

/** What a decision depends on; all of it comes from outside. */
export interface AccessRequest {
  readonly method: string
  /** Request target as received, for example `/index.html?x`. */
  readonly target: string
  /** Every `Host` header; several are an attempt to confuse a parser. */
  readonly hosts: readonly string[]
  readonly origin: string | undefined
  /** Value of `Upgrade`, if the client sends one. */
  readonly upgrade: string | undefined
  /** Value of `Sec-WebSocket-Protocol`. */
  readonly protocols: string | undefined
}

export interface AccessRules {
  readonly port: number
  readonly token: string
  hasAsset(path: string): boolean
  /** The answer to a page that asks for a proof with this query. */
  answer(query: string): string | undefined
  /** Whether a page has proved itself with this proof. */
  accepts(proof: string): boolean
}

/** The only route that upgrades. */
const socketPath = '/socket'
/** The subprotocol that a page requests along with `proof.…`, another client with `token.…`; only this one is accepted in the response, so the token is never echoed. */
export const subprotocol = 'patchbay.1'
const tokenPrefix = 'token.'

export type Access =
  | { readonly status: 200; readonly path: string }
  | { readonly status: 200; readonly proof: string }
  | { readonly status: 101 }
  | { readonly status: 400 | 401 | 403 | 404 | 405 | 421 | 426; readonly words: string }

/**
 * Decides about one request to the browser shell. Pure; the first broken rule decides:
 * 400 several Host headers → 421 a foreign Host (DNS rebinding) → 403 a foreign Origin → then by kind.
 * Page: 405 not GET or HEAD → 426 the socket's path → 400 a question for a proof that is none → 404 no such file → 200. It needs no token, because it contains no data.
 * Upgrade: 405 not GET → 404 another path → 400 not a WebSocket → 403 no Origin → 401 neither token nor proof → 101.
 */
export function decideAccess(request: AccessRequest, rules: AccessRules): Access {
  const foreign = refuseForeign(request.hosts, request.origin, rules.port)
  if (foreign !== undefined) return foreign
  const path = request.target.split('?', 1)[0] ?? ''
  return request.upgrade === undefined ? decidePage(request, path, rules) : decideUpgrade(request, path, rules)
}

function decidePage(request: AccessRequest, path: string, rules: AccessRules): Access {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, words: 'Only GET and HEAD are supported.' }
  if (path === socketPath) return { status: 426, words: 'This address is for WebSockets.' }
  if (path === provePath) {
    const proof = rules.answer(request.target.slice(path.length + 1))
    return proof === undefined ? { status: 400, words: 'A key and a nonce are required.' } : { status: 200, proof }
  }
  if (!rules.hasAsset(path)) return { status: 404, words: 'Not found.' }
  return { status: 200, path }
}

function decideUpgrade(request: AccessRequest, path: string, rules: AccessRules): Access {
  if (request.method !== 'GET') return { status: 405, words: 'A WebSocket handshake must use GET.' }
  if (path !== socketPath) return { status: 404, words: 'Not found.' }
  if (request.upgrade?.toLowerCase() !== 'websocket') return { status: 400, words: 'Only WebSocket upgrades are supported.' }
  if (request.origin === undefined) return { status: 403, words: 'An Origin header is required.' }
  const offered = (request.protocols ?? '').split(',').map((part) => part.trim())
  const token = offered.find((part) => part.startsWith(tokenPrefix))?.slice(tokenPrefix.length) ?? ''
  const proof = offered.find((part) => part.startsWith(proofPrefix))?.slice(proofPrefix.length)
  const isKnown = proof === undefined ? isSameSecret(token, rules.token) : rules.accepts(proof)
  if (!offered.includes(subprotocol) || !isKnown) return { status: 401, words: 'The launch token is missing or wrong.' }
  return { status: 101 }
}
