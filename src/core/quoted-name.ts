/** Words by which the screen speaks of people and of itself: `you owe nobody`, `Halt everything?`. */
const ownWords = 'you,for you,needs you,everybody,everyone,everything,nobody,no one,somebody,someone,others,patchbay,halt'

/**
 * Small letters that look like the Latin ones of these words, and which they look like: names of others may be in any script. A capital I looks like a
 * small l, so all of i and l are one.
 */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аα',
    b: 'ьƅ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽ',
    f: 'ϝ',
    g: 'ɡց',
    h: 'һ',
    l: 'ӏιiіı1|',
    m: 'м',
    n: 'ո',
    o: 'оοσօ0',
    p: 'рρ',
    r: 'г',
    s: 'ѕ',
    t: 'т',
    u: 'υսᴜ',
    v: 'ν',
    y: 'уүγʏ',
  }).flatMap(([latin, others]) => Array.from(others, (letter): [string, string] => [letter, latin])),
)

const looksOfOwnWords: ReadonlySet<string> = new Set(ownWords.split(',').map(lookOf))

/** Names that were written lately: the same few come again and again. */
const written = new Map<string, string>()
const mostWritten = 1_000

/** The name of someone else as the screen writes it: in quotes where it would read as one of the screen's own words. */
export function quotedName(name: string): string {
  const known = written.get(name)
  if (known !== undefined) return known
  const now = looksOfOwnWords.has(lookOf(name)) ? `“${name}”` : name
  if (written.size === mostWritten) written.clear()
  written.set(name, now)
  return now
}

/** The same for texts that look alike. */
function lookOf(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
  const plain = Array.from(letters, (letter) => lookalikes.get(letter) ?? letter).join('')
  return plain.trim().replaceAll(/\s+/gu, ' ')
}
