import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'

/** Numerics with which a server refuses a line for the target in their second parameter. */
const words: ReadonlyMap<string, string> = new Map([
  ['401', 'nobody has this nick now'],
  ['402', 'there is no such server'],
  ['403', 'there is no such channel'],
  ['404', 'this channel does not let us speak'],
  ['405', 'we are in too many channels'],
  ['407', 'it stands for too many'],
  ['413', 'it is not a place to write to'],
  ['414', 'it is not a place to write to'],
  ['415', 'it is not a place to write to'],
  ['442', 'we are not in this channel'],
  ['471', 'the channel is full'],
  ['473', 'the channel is for invited people only'],
  ['474', 'we are banned from the channel'],
  ['475', 'the key of the channel is wrong or missing'],
  ['476', 'this is no name for a channel'],
  ['477', 'only those who are logged in may do this'],
  ['479', 'this is no name for a channel'],
  ['482', 'only operators of the channel may do this'],
  ['486', 'only those who are logged in may do this'],
  ['489', 'only those with a secure connection may do this'],
  ['531', 'they take no messages from us'],
])

export function isRefusal(command: string): boolean {
  return words.has(command)
}

/** What the server refused, in words, with its line below. */
export function refusalFault(command: string, params: readonly string[], raw: string): Fault {
  const why = words.get(command) ?? 'the server refused it'
  return fail('refused', `${params[1] ?? 'This'}: ${why}.`, { detail: raw }).fault
}
