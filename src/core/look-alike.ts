/**
 * Names that look the same but are others: letters of other scripts, full-width letters, hidden characters. A small part of the table of Unicode TR39
 * (confusables), for what names of agents consist of.
 */

/** Letters, and those that look like them. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аα',
    b: 'ьƅ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽ',
    f: 'ϝ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іιı',
    j: 'јϳ',
    k: 'кκ',
    l: 'IΙІӀӏ1|',
    m: 'м',
    n: 'ոη',
    o: 'оοσօ0',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'тτ',
    u: 'υսᴜ',
    v: 'νѵ',
    w: 'ԝѡ',
    x: 'хχ',
    y: 'уүγʏ',
    B: 'ВΒ',
    H: 'НΗ',
    N: 'Ν',
    P: 'Ρ',
    Y: 'ΥҮ',
    Z: 'Ζ',
    '-': '‐–—−',
  }).flatMap(([latin, others]) => Array.from(others, (letter): [string, string] => [letter, latin])),
)

/** Looks that were made lately: the same few names come again and again. */
const made = new Map<string, string>()
const mostMade = 2_000

/** The same text for texts that may look alike. Neither case nor i and l are told apart, as a capital I looks like a small l. */
export function lookOf(text: string): string {
  const known = made.get(text)
  if (known !== undefined) return known
  const look = closeLookOf(text).replaceAll('i', 'l')
  if (made.size === mostMade) made.clear()
  made.set(text, look)
  return look
}

/** The same, but a small i looks like no l. */
function closeLookOf(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
  return latin(latin(letters).toLowerCase()).replaceAll('rn', 'm').trim().replaceAll(/\s+/gu, ' ')
}

/** The first letter of a text that only looks like one of a–z: `с is U+0441`. Undefined: there is none. */
export function foreignLetter(text: string): string | undefined {
  const plain = Array.from(text, (letter) => (letter > '\u007f' ? (lookalikes.get(letter) ?? letter) : letter)).join('')
  return plain === text ? undefined : oddLetter(text, plain)
}

function latin(text: string): string {
  return Array.from(text, (letter) => lookalikes.get(letter) ?? letter).join('')
}

/** Whether a name can be taken for another one that it is not. Names that differ only in case are not: everybody sees that. */
export function looksLike(name: string, other: string): boolean {
  if (name === other || lookOf(name) !== lookOf(other)) return false
  const [lower, otherLower] = [name.toLowerCase(), other.toLowerCase()]
  if (lower === otherLower && isPlain(name) && isPlain(other)) return false
  return closeLookOf(name) === closeLookOf(other) || closeLookOf(lower) === closeLookOf(otherLower)
}

/** Without letters that are only another form of common ones, such as full-width letters and the Kelvin sign. */
function isPlain(name: string): boolean {
  return name.normalize('NFKC') === name.normalize('NFD').normalize('NFC') && !/\p{Cf}/u.test(name) && !/[\u212A\u212B]/u.test(name)
}

/** Of two names that look alike, whether this one is the suspect: the one with other than the common letters, or both. */
export function isSuspect(name: string, other: string): boolean {
  return !isAscii(name) || isAscii(other)
}

function isAscii(name: string): boolean {
  return /^[\u0020-\u007e]*$/.test(name)
}

/** The first character by which a name differs from the one that it looks like: `о is U+043E`. Undefined: it only lacks some. */
export function oddLetter(name: string, other: string): string | undefined {
  const theirs = Array.from(other)
  const odd = Array.from(name).find((letter, at) => letter !== theirs[at])
  if (odd === undefined) return undefined
  const code = `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(odd) ? `${odd} is ${code}` : code
}
