import { fail, reasonOf } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'

const words: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'the host name is unknown'],
  ['EAI_AGAIN', 'its name cannot be resolved at the moment'],
  ['ECONNREFUSED', 'connection refused on this port'],
  ['ECONNRESET', 'the server closed the connection'],
  ['EPIPE', 'the server closed the connection'],
  ['ETIMEDOUT', 'no response'],
  ['EHOSTUNREACH', 'no route to this host'],
  ['ENETUNREACH', 'no route to this network'],
  ['EPROTO', 'the server does not use TLS on this port'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server does not use TLS on this port'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'the server does not use TLS on this port'],
])

/** The text for a failed or lost connection. `place` is `host:port`. */
export function dialFault(thrown: unknown, place: string): Fault {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const why = words.get(code) ?? 'network error'
  return fail('unavailable', `No connection to ${place}: ${why}.`, { detail: reasonOf(thrown) }).fault
}
