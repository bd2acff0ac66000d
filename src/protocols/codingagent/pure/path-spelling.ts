/**
 * Whether a part of a path can name the same file as `name` on some disk: case and normal forms do not count there, HFS+ overlooks characters that cannot be
 * seen, NTFS drops dots and blanks at the end, cuts off streams, and gives long names a short one (`git~1`).
 * @param name in small letters; `*` in it stands for any characters.
 */
export function isSpelling(part: string, name: string): boolean {
  return isFoldedSpelling(folded(part), name)
}

/** The same for a part that is `folded` already. */
export function isFoldedSpelling(plain: string, name: string): boolean {
  if (name.includes('*') ? matches(plain, name) : plain === name) return true
  const short = /^([^~.]{1,6})~\d{1,6}(?:\.([^.]{0,3}))?$/u.exec(plain)
  return short !== null && isShortOf(short[1] ?? '', short[2] ?? '', name)
}

/** A part of a path as a disk that is lenient would compare it. */
export function folded(part: string): string {
  return part
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/:.*$/su, '')
    .replace(/[. ]+$/u, '')
}

/** The first letters of a long name, or two of them and four digits made of all, stand before the `~`; of its ending three letters are left. */
function isShortOf(begin: string, ending: string, name: string): boolean {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot + 1) : ''
  if (extension.includes('*') || (dot <= 0 && name.includes('*')) ? false : extension.slice(0, 3) !== ending) return false
  const [long = '', ...any] = (dot > 0 ? name.slice(0, dot) : name).replaceAll(/[. ]/gu, '').split('*')
  if (any.length > 0) return begin.startsWith(long.slice(0, 6))
  return begin === long.slice(0, 6) || (begin.length === 6 && begin.startsWith(long.slice(0, 2)) && /^[0-9a-f]{4}$/u.test(begin.slice(2)))
}

/** `*` takes any characters of one part. Linear, since no name has more than one. */
function matches(part: string, name: string): boolean {
  const star = name.indexOf('*')
  const [begin, end] = [name.slice(0, star), name.slice(star + 1)]
  return part.length >= begin.length + end.length && part.startsWith(begin) && part.endsWith(end)
}
