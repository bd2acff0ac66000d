/** One word of a text. */
export interface Token {
  /** The word as indexed: lower case, without diacritics. */
  readonly folded: string
  /** Its position in the text as [start, end), in UTF-16 units. */
  readonly start: number
  readonly end: number
}

// Scripts without spaces, and emoji, give one token per character, so that any part of them can be found as a phrase.
const single =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const anyToken = new RegExp(
  `[${single}]\\p{M}*|\\p{Extended_Pictographic}|\\p{Regional_Indicator}|(?:(?![${single}])[\\p{L}\\p{N}\\p{M}\\p{Co}])+`,
  'gu',
)
const asciiToken = /[A-Za-z0-9]+/g
// Compatibility forms such as `⑴` decompose into ASCII punctuation, which would split a token again.
// eslint-disable-next-line no-control-regex -- NUL to slash are meant
const dropped = /[\p{M}\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]/gu
// eslint-disable-next-line no-control-regex -- all of ASCII is meant
const asciiOnly = /^[\u0000-\u007f]*$/

/** A word without case and diacritics. Half- and full-width forms become equal. */
export function fold(word: string): string {
  if (asciiOnly.test(word)) return word.toLowerCase()
  return word.normalize('NFKD').replace(dropped, '').toLowerCase().replaceAll('ς', 'σ')
}

/**
 * Splits a text into words at `_`, `-`, `.` and `/`: `user_id` is found by `user` and, as a phrase, by itself.
 * This is the only tokenizer: the index, queries and highlighting all use it, so they cannot disagree. Linear.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(asciiOnly.test(text) ? asciiToken : anyToken)) {
    const folded = fold(match[0])
    if (folded !== '') tokens.push({ folded, start: match.index, end: match.index + match[0].length })
  }
  return tokens
}

/**
 * Prepares a text for an index that splits at ASCII characters other than letters and digits, lower-cases ASCII and keeps the rest
 * (SQLite's `ascii` tokenizer), so that it produces the tokens of `tokenize`.
 */
export function indexText(text: string): string {
  if (asciiOnly.test(text)) return text
  return tokenize(text)
    .map((token) => token.folded)
    .join(' ')
}

/** A whole name as one token for such an index: folded, with its ASCII punctuation mapped to private-use characters that do not split. */
export function nameToken(name: string): string {
  const plain = asciiOnly.test(name) ? name.toLowerCase() : name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  // eslint-disable-next-line no-control-regex -- all ASCII but letters and digits is meant
  return plain.replace(/[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  )
}
