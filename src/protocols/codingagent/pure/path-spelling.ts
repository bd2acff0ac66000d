/**
 * Whether a part of a path can name the same file as `name` on some disk: case and normal forms may not matter, HFS+ ignores invisible characters, NTFS drops
 * trailing dots and spaces, cuts off streams, and gives long names a short one (`git~1`).
 * @param name in lower case; `*` in it stands for any characters.
 */
export function isSpelling(part: string, name: string): boolean {
  return isFoldedSpelling(folded(part), name)
}

/** The same for a part that is already `folded`. */
export function isFoldedSpelling(plain: string, name: string): boolean {
  if (name.includes('*') ? matches(plain, name) : plain === name) return true
  const short = /^([^~.]{1,6})~\d{1,6}(?:\.([^.]{0,3}))?$/u.exec(plain)
  return short !== null && isShortOf(short[1] ?? '', short[2] ?? '', name)
}

/** A part of a path as a lenient disk would compare it. */
export function folded(part: string): string {
  return part
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/:.*$/su, '')
    .replace(/[. ]+$/u, '')
}

/** Before the `~` are the first letters of a long name, or two of them and four digits computed from all; three letters of its extension remain. */
function isShortOf(begin: string, ending: string, name: string): boolean {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot + 1) : ''
  if (extension.includes('*') || (dot <= 0 && name.includes('*')) ? false : extension.slice(0, 3) !== ending) return false
  const [long = '', ...any] = (dot > 0 ? name.slice(0, dot) : name).replaceAll(/[. ]/gu, '').split('*')
  if (any.length > 0) return begin.startsWith(long.slice(0, 6))
  return begin === long.slice(0, 6) || (begin.length === 6 && begin.startsWith(long.slice(0, 2)) && /^[0-9a-f]{4}$/u.test(begin.slice(2)))
}

/** `*` matches any characters of one part. Linear, because a name has at most one. */
function matches(part: string, name: string): boolean {
  const star = name.indexOf('*')
  const [begin, end] = [name.slice(0, star), name.slice(star + 1)]
  return part.length >= begin.length + end.length && part.startsWith(begin) && part.endsWith(end)
}
