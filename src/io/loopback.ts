import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request to a server on 127.0.0.1 is refused. */
export interface LoopbackRefusal {
  readonly status: 400 | 403 | 421
  readonly words: string
}

/** Host names of a server on 127.0.0.1; nothing else is bound. */
export function allowedHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}

/**
 * The first general rule that a request breaks: 400 several Host headers → 421 a foreign Host (DNS rebinding) →
 * 403 a foreign Origin (another page). Pure.
 * @param hosts every `Host` header; several are an attempt to confuse a parser.
 */
export function refuseForeign(hosts: readonly string[], origin: string | undefined, port: number): LoopbackRefusal | undefined {
  const [host] = hosts
  if (hosts.length !== 1 || host === undefined) return { status: 400, words: 'Exactly one Host header is required.' }
  if (!allowedHosts(port).includes(host.toLowerCase())) return { status: 421, words: 'This server does not serve that host.' }
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return { status: 403, words: 'Requests from other origins are not allowed.' }
  return undefined
}

/** Every `Host` header of a request, as received. */
export function hostsOf(request: IncomingMessage): string[] {
  const hosts: string[] = []
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2)
    if (request.rawHeaders[index]?.toLowerCase() === 'host') hosts.push(request.rawHeaders[index + 1] ?? '')
  return hosts
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
