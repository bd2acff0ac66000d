/** Crockford's base 32, in which ULIDs and the ids of halts are written: no letter looks like a digit or another one. */
export const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Whether a text is a ULID: 26 characters of Crockford's base 32, upper case. */
export function isUlid(text: string): boolean {
  return shape.test(text)
}

/** The time of a ULID, Unix ms; undefined if the text is not a ULID. */
export function ulidTime(id: string): number | undefined {
  if (!isUlid(id)) return undefined
  let time = 0
  for (let at = 0; at < 10; at++) time = time * 32 + base32.indexOf(id.charAt(at))
  return time
}
