import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'

/** Numerics with which a server refuses a line for the target in their second parameter. */
const words: ReadonlyMap<string, string> = new Map([
  ['401', 'no one is using this nick'],
  ['402', 'there is no such server'],
  ['403', 'there is no such channel'],
  ['404', 'you are not allowed to speak in this channel'],
  ['405', 'you are in too many channels'],
  ['407', 'it has too many recipients'],
  ['413', 'it is not a valid target'],
  ['414', 'it is not a valid target'],
  ['415', 'it is not a valid target'],
  ['442', 'you are not in this channel'],
  ['471', 'the channel is full'],
  ['473', 'the channel is invite-only'],
  ['474', 'you are banned from the channel'],
  ['475', 'the channel key is wrong or missing'],
  ['476', 'this is not a valid channel name'],
  ['477', 'you must be logged in to do this'],
  ['479', 'this is not a valid channel name'],
  ['482', 'you must be a channel operator to do this'],
  ['486', 'you must be logged in to do this'],
  ['489', 'a TLS connection is required'],
  ['531', 'this user does not accept your messages'],
])

/** Whether a numeric refuses a line of ours. */
export function isRefusal(command: string): boolean {
  return words.has(command)
}

/** The server's refusal as a fault, with the raw line as detail. */
export function refusalFault(command: string, params: readonly string[], raw: string): Fault {
  const why = words.get(command) ?? 'the server refused it'
  return fail('refused', `${params[1] ?? 'This'}: ${why}.`, { detail: raw }).fault
}
