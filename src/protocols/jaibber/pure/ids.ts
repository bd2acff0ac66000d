import { base32, isUlid } from '../../../core/ulid.ts'

const escaped = /[%#]/g

/** Identity of a message's event. `#` starts our own additions, so ids from the wire cannot be mistaken for versions of another message. */
export function wireIdOf(messageId: string): string {
  return messageId.replaceAll(escaped, (character) => (character === '#' ? '%23' : '%25'))
}

/** The `messageId` in an identity, for any version of the answer. */
export function messageIdOf(wireId: string): string {
  const at = wireId.indexOf('#')
  return (at < 0 ? wireId : wireId.slice(0, at)).replaceAll('%23', '#').replaceAll('%25', '%')
}

/**
 * The UUID (version 7) of a ULID: both begin with 48 bits of milliseconds. The same ULID gives the same UUID, so that a repeated try has the
 * same id. Undefined for what is no ULID.
 */
export function uuidOfUlid(ulid: string): string | undefined {
  if (!isUlid(ulid)) return undefined
  let bits = 0n
  for (const character of ulid) bits = bits * 32n + BigInt(base32.indexOf(character))
  const hex = bits.toString(16).padStart(32, '0')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Whether an id has the form of a UUID, of any version. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id)
}
