import { isSameSecret, refuseForeign } from '../../../io/loopback.ts'

/** The input of a decision; all of it is untrusted. */
export interface McpRequest {
  readonly method: string
  /** Request target as received, for example `/messages?sessionId=x`. */
  readonly target: string
  readonly hosts: readonly string[]
  readonly origin: string | undefined
  /** Value of `Authorization`. */
  readonly authorization: string | undefined
}

export interface McpRules {
  readonly port: number
  readonly token: string
}

export type McpRoute = 'health' | 'sse' | 'messages' | 'mcp'

export type McpAccess =
  | { readonly status: 200; readonly route: McpRoute; readonly query: URLSearchParams; readonly tokenFrom: 'nowhere' | 'header' | 'query' }
  | { readonly status: 400 | 401 | 403 | 404 | 421; readonly words: string }
  | { readonly status: 405; readonly words: string; readonly allow: string }

interface RouteRule {
  readonly route: McpRoute
  readonly methods: readonly string[]
  readonly needsToken: boolean
}

/** Specification: Endpoints, plus Streamable HTTP. Names come from outside, so this is a Map. */
const routes: ReadonlyMap<string, RouteRule> = new Map([
  ['/health', { route: 'health', methods: ['GET', 'HEAD'], needsToken: false }],
  ['/sse', { route: 'sse', methods: ['GET'], needsToken: true }],
  ['/messages', { route: 'messages', methods: ['POST'], needsToken: true }],
  ['/mcp', { route: 'mcp', methods: ['POST', 'GET', 'DELETE'], needsToken: true }],
])

/**
 * Decides about one request to the MCP server. Pure. The first broken rule determines the status: 400, 421, 403 as in `refuseForeign` → 404 no such path → 405
 * wrong method → 401 missing or wrong token (specification: Authentication; `/health` needs none).
 */
export function decideMcpAccess(request: McpRequest, rules: McpRules): McpAccess {
  const foreign = refuseForeign(request.hosts, request.origin, rules.port)
  if (foreign !== undefined) return foreign
  const [path = '', search = ''] = splitOnce(request.target, '?')
  const rule = routes.get(path)
  if (rule === undefined) return { status: 404, words: 'Nothing is served at this address. MCP clients use /mcp or /sse.' }
  const allow = rule.methods.join(', ')
  if (!rule.methods.includes(request.method)) return { status: 405, words: `Only ${allow} is supported here.`, allow }
  const query = new URLSearchParams(search)
  if (!rule.needsToken) return { status: 200, route: rule.route, query, tokenFrom: 'nowhere' }
  const given = givenToken(request.authorization, query)
  if (given === undefined || !isSameSecret(given.token, rules.token))
    return {
      status: 401,
      words: 'The token is missing or wrong. Read it again from .switchboard/auth_token: each server start creates a new one.',
    }
  return { status: 200, route: rule.route, query, tokenFrom: given.from }
}

/** A header takes precedence over the query; several tokens in the query count as none. */
function givenToken(authorization: string | undefined, query: URLSearchParams): { token: string; from: 'header' | 'query' } | undefined {
  if (authorization !== undefined) {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1]
    return token === undefined ? undefined : { token, from: 'header' }
  }
  const tokens = query.getAll('token')
  return tokens.length === 1 && tokens[0] !== undefined ? { token: tokens[0], from: 'query' } : undefined
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
