import { fail, reasonOf } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'

const words: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'no such host is known'],
  ['EAI_AGAIN', 'its name cannot be looked up now'],
  ['ECONNREFUSED', 'nothing answers on this port'],
  ['ECONNRESET', 'the server broke the connection off'],
  ['EPIPE', 'the server broke the connection off'],
  ['ETIMEDOUT', 'nothing answers'],
  ['EHOSTUNREACH', 'there is no way to this host'],
  ['ENETUNREACH', 'there is no way to this network'],
  ['EPROTO', 'the other end does not speak TLS on this port'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the other end does not speak TLS on this port'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'the other end does not speak TLS on this port'],
])

/** Why a connection could not be made, or ended, in words. `place` is `host:port`. */
export function dialFault(thrown: unknown, place: string): Fault {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const why = words.get(code) ?? 'the network reports an error'
  return fail('unavailable', `No connection to ${place}: ${why}.`, { detail: reasonOf(thrown) }).fault
}
