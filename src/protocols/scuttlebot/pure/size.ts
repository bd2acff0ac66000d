import { fail, ok, type Result } from '../../../core/fault.ts'

/** Bytes of a line on the wire without its CR LF. */
const line = 510
const encoder = new TextEncoder()

/** Whom a server shows as the sender. */
export interface Prefix {
  readonly nick: string
  readonly user: string
  readonly host: string
}

/** Bytes that fit behind `:nick!user@host PRIVMSG target :`, as a receiver gets the line. */
export function largestBody({ nick, user, host }: Prefix, command: 'PRIVMSG' | 'NOTICE', target: string): number {
  return line - encoder.encode(`:${nick}!${user}@${host} ${command} ${target} :`).length
}

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** Characters that end a line or a string in IRC: whoever can smuggle one in can send any command. */
// oxlint-disable-next-line no-control-regex -- these are what must not be there
const breaking = /[\r\n\0]/

/**
 * Refuses what may not stand in a field of an IRC line: CR, LF and NUL anywhere; a blank, a leading colon or nothing where it is a single word.
 * @returns fault `invalid` with the field's name.
 */
export function checkField(field: string, value: string, isWord: boolean): Result<void> {
  if (breaking.test(value)) return fail('invalid', `The ${field} must be one line: it holds a line break or a NUL.`, { field })
  if (isWord && (value === '' || value.startsWith(':') || /[ ,]/.test(value)))
    return fail('invalid', `The ${field} must be one word without blanks and commas.`, { field })
  return ok(undefined)
}
