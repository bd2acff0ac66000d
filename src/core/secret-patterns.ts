/** A part of a text: UTF-16 offsets, the end not included. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** What a secret is called where it is given. */
const label = String.raw`(?:token|secret|passwd|password|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|authorization)`
/** From the name to the value: `**token:** x`, `"token" := "x"`, `['token'] => x`, `<token>x`, and YAML's `token: |-` above the value. */
const given = String.raw`${label}[\s"'\x60*_\\\])]{0,12}(?:[=:]{1,3}>?|->|→|>(?=\S))[*_\x60]{0,3}\s{0,8}(?:[|>][+\d-]{0,2}\s{1,12})?`
/** Names of ways to prove who one is: those followed by one word, and by a list. */
const scheme = String.raw`(?:bearer|basic|token|negotiate|apikey)`
const listScheme = String.raw`(?:digest|hawk|oauth|signature|aws4[\w-]{0,30})`
/** A character of a value without quotes: what can follow a value is one only where the value goes on after it. A word that announces another value is none. */
const inWord = String.raw`(?:[^\s"'\x60,;&}\\|]|["'\x60}](?=[\p{L}\p{N}])|&(?![\w.%-]{1,60}=)|[,;](?![\s"'\x60]|[\w.-]{1,60}\s?[=:])|\\(?!\\{0,3}["'\x60])|\|(?=\S))`
const word = String.raw`(?=\S{0,99}?[\p{L}\p{N}])(?![\w-]{0,40}?${label}["'\x60*_]{0,3}[=:]{1,3}\s)(?<secret>(?!["'\x60\\])${inWord}{1,4000}`
const quote = String.raw`["'\x60\\]{0,4}`
const other = String.raw`${quote}(?!(?:${scheme}|${listScheme})\s)`

/**
 * What looks like a secret, no matter which service issued it. Group `secret`, at the end, is the secret itself; without it the whole match is. Each pattern is
 * linear: what repeats is bounded or cannot match what follows it.
 */
const bound: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s\\]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/g, // JSON Web Token
  /\b(?:sk|rk|pk)[-_](?:[a-z]{2,12}[-_]){0,3}[A-Za-z0-9][\w-]{15,300}/g, // keys of model providers and payment services
  /\b(?:gh[oprsu]_[A-Za-z0-9]{16,255}|github_pat_\w{16,255}|glpat-[\w-]{16,255}|npm_[A-Za-z0-9]{16,255}|pypi-[\w-]{16,300}|hf_[A-Za-z0-9]{16,255})/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,60}|\bxox[abeprs]-[\w-]{10,255}|\bSG\.[\w-]{16,100}\.[\w-]{16,100}/g,
  /\b[\w-]{6,12}\.[\w-]{6,12}:(?<secret>[\w-]{20,200})/g, // an Ably key: application.key:secret
  /\b(?:bearer|basic)[\s"'`:=]{1,8}(?<secret>[\w+/=.~-]{6,4000})/gi,
  pattern(String.raw`${given}${other}${word})`),
  pattern(String.raw`${given}(?<=authorization.{0,30})${quote}${scheme}\s{1,8}${quote}${word})`),
  pattern(String.raw`--[\w-]{0,40}?${label}[ \t]{1,8}(?!-)${quote}${word})`), // an option of a command
  /\b[a-z][a-z\d+.-]{0,40}:\/\/[^/\s:@]{0,200}:(?<secret>[^/\s@]{1,500})(?=@)/gi, // the password in an address
]

/** The same, of values that end with their line. */
const unbound: readonly RegExp[] = [
  // In quotes, up to the same quote or the end of the line; in quotes that are escaped, an escaped quote ends it.
  pattern(String.raw`${given}("{3}|'{3}|["'\x60])(?:${scheme}\s{1,8})?(?<secret>(?:\\[^\r\n]|(?!\1)[^\r\n\\]){1,4000})`),
  pattern(String.raw`${given}(\\{1,3}["'\x60])(?:${scheme}\s{1,8})?(?<secret>(?:(?!\1)[^\r\n]){1,4000})`),
  pattern(String.raw`${given}(?<=authorization.{0,30})${other}${word}(?:[ \t]{1,8}${inWord}{1,4000})?)`),
  pattern(String.raw`${given}(?<=authorization.{0,30})${quote}${listScheme}[ \t]{1,8}(?<secret>[^\r\n]{1,4000})`),
  pattern(
    String.raw`${label}[ \t"'\x60*_]{0,12}\|[ \t]{0,40}(?=[^\s|]{0,99}?[\p{L}\p{N}])(?<secret>[^\s|]{1,4000})(?=[ \t]{0,40}(?:[\r\n|]|$))`,
  ), // a row of a table
]

/** In quotes that end. */
const inShortQuotes = pattern(String.raw`${given}(["'\x60])(?:${scheme}\s{1,8})?(?<secret>(?:(?!\1)[^\r\n]){1,200})(?=\1)`)

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu')
}

/** All parts of a text that look like a secret, in order, without overlaps. `isUnbroken`: its lines were joined, so the end of a line ends nothing. */
export function findSecrets(text: string, isUnbroken = false): TextRange[] {
  const found: TextRange[] = []
  for (const pattern of isUnbroken ? [...bound, inShortQuotes] : [...bound, ...unbound])
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.['secret'] ?? match[0]
      const end = match.index + match[0].length
      found.push({ start: end - secret.length, end })
    }
  return joined(found)
}

/** Ranges in order, those that overlap or touch as one. */
export function joined(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last !== undefined && range.start < last.end) result.splice(-1, 1, { start: last.start, end: Math.max(last.end, range.end) })
    else result.push(range)
  }
  return result
}

/** A text with each secret in it replaced. */
export function withoutSecrets(text: string, replacement: string): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    parts.push(text.slice(at, start), replacement)
    at = end
  }
  return parts.join('') + text.slice(at)
}
