import { fail, ok, type Result } from '../../../core/fault.ts'

/** Bytes of a line on the wire without its CR LF. */
const line = 510
const encoder = new TextEncoder()

/** The sender as the server shows it. */
export interface Prefix {
  readonly nick: string
  readonly user: string
  readonly host: string
}

/** Bytes that fit after `:nick!user@host PRIVMSG target :`, as a receiver gets the line. */
export function largestBody({ nick, user, host }: Prefix, command: 'PRIVMSG' | 'NOTICE', target: string): number {
  return line - encoder.encode(`:${nick}!${user}@${host} ${command} ${target} :`).length
}

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** How many UTF-16 units of a text, from its beginning, have room in so many bytes; never half a character. */
export function unitsIn(text: string, bytes: number): number {
  let units = 0
  let left = bytes
  for (const character of text) {
    left -= bytesOf(character)
    if (left < 0) break
    units += character.length
  }
  return units
}

/** Characters that end a line or a string in IRC: smuggling one in would allow sending any command. */
// oxlint-disable-next-line no-control-regex -- these are what must not be there
const breaking = /[\r\n\0]/

/**
 * Refuses what is not allowed in a field of an IRC line: CR, LF and NUL anywhere; in a single word also spaces, a leading colon and emptiness.
 * @returns fault `invalid` with the field's name.
 */
export function checkField(field: string, value: string, isWord: boolean): Result<void> {
  if (breaking.test(value)) return fail('invalid', `The ${field} must be one line, but contains a line break or a NUL.`, { field })
  if (isWord && (value === '' || value.startsWith(':') || /[ ,]/.test(value)))
    return fail('invalid', `The ${field} must be one word without spaces or commas.`, { field })
  return ok(undefined)
}
