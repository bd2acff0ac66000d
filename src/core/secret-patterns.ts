/** A part of a text: UTF-16 offsets, the end not included. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** How the lines of a text are read. wrapped: those that a terminal broke as one · joined: all as one, so the end of a line ends nothing. */
export type Lines = 'apart' | 'wrapped' | 'joined'

/** What a secret is called where it is given. In any case by itself, because some patterns tell small from capital letters. */
const label = inAnyCase(
  String.raw`(?:token|secret|passwd|password|passphrase|(?<=_)(?:pass|pwd)|(?:api|access|private|secret|encryption|signing|account)[_ -]?key|authorization)(?:_?[0-9]{1,3}|_(?:prod|production|staging|live|dev|test))?`,
)
/** From the name to the value: `**token:** x`, `"token" := "x"`, `['token'] = x`. What ends in `>` is an arrow. */
const equals = String.raw`[\s"'\x60*_\\\])]{0,12}[=:]{1,3}(?![=:]{0,3}>)`
/** On the same line as the name: below it, it begins a line of its own. Not behind `)`: `(token) => x` is a function. */
const arrow = String.raw`[ \t"'\x60*_\\\]]{0,12}(?:[=:]{1,3}>|->|→)`
/** Before the value: marks of Markdown, and YAML's `token: |-` above it. */
const before = String.raw`[*_\x60]{0,3}\s{0,8}(?:[|>][+\d-]{0,2}\s{1,12})?`
/** Not `x[token] = y`, which is a program, and not `"@name/auth-token": "1.0"`, which is a package. */
const given = String.raw`${label}(?!\])(?<!["']@[\w.-]{1,60}\/[\w.-]{1,60})${equals}${before}`
/** As programs and sentences are written, too, which name no secret. */
const pointed = String.raw`${label}(?:${arrow}|(?=\])${equals})${before}`
/** Before a value in quotes, which says enough. */
const quoted = String.raw`${label}(?<!["']@[\w.-]{1,60}\/[\w.-]{1,60})(?:${equals}|${arrow})${before}`
/** Behind a quote that opens a value. In `ask("Password: ")` it closes one. */
const opened = String.raw`(?![),;\]}])`
/** Names of ways to prove who one is: those followed by one word, and by a list. */
const scheme = inAnyCase(String.raw`(?:bearer|basic|token|negotiate|apikey)`)
const listScheme = String.raw`(?:digest|hawk|oauth|signature|aws4[\w-]{0,30})`
/** A character of a value without quotes: what can follow a value is one only where the value goes on after it. A word that announces another value is none. */
const inWord = String.raw`(?:[^\s"'\x60,;&}\\|]|["'\x60}](?=[\p{L}\p{N}])|&(?![\w.%-]{1,60}=)|[,;](?![\s"'\x60]|[\w.-]{1,60}\s?[=:])|\\(?!\\{0,3}["'\x60])|\|(?=\S))`
/** What a program takes from elsewhere: `&self.tokens[i]`. With a digit, it may be a secret. */
const reference = String.raw`&[a-z_]{1,40}[.[(](?!\S{0,99}?\p{N})`
/** Words of programs, which say that there is no value or that it comes from elsewhere. */
const noValue = String.raw`(?:await|async|new|null|nil|none|undefined|true|false|this|self)(?![\w-])`
const word = String.raw`(?=\S{0,99}?[\p{L}\p{N}])(?![\w-]{0,40}?${label}["'\x60*_]{0,3}[=:]{1,3}\s)(?!${reference})(?<secret>(?!${noValue})(?!["'\x60\\)])${inWord}{1,4000}`
/** No word of a sentence or a name of a type: it has a digit, a capital behind a small letter or a sign between letters, or is long. */
const noUsualWord = String.raw`(?=[^\s|<]{0,99}?(?:\p{N}|\p{Ll}\p{Lu}|\p{L}[!#$%&*+=?@^~]\p{L}|[\w-]{12}))`
const quote = String.raw`["'\x60\\]{0,4}`
const other = String.raw`${quote}(?!(?:${scheme}|${listScheme})\s)`

/**
 * Keys that show by themselves what they are. Here and below, group `secret`, at the end, is the secret itself; without it the whole match is. Each pattern is linear: what
 * repeats is bounded or cannot match what follows it.
 */
const keys: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s\\]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /-----BEGIN PGP PRIVATE KEY BLOCK-----[\w+/=\s\\:.,()@<>]{0,20000}(?:-----END PGP PRIVATE KEY BLOCK-----)?/g,
  /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/g, // JSON Web Token
  /(?:\b(?:sk|rk|pk)[-_]|(?<=_)sk-)(?:[a-z]{2,12}[-_]){0,3}[A-Za-z0-9][\w-]{15,300}/g, // keys of model providers and payment services
  /(?<![A-Za-z\d])(?:gh[oprsu]_[A-Za-z0-9]{16,255}|github_pat_\w{16,255}|glpat-[\w-]{16,255}|npm_[A-Za-z0-9]{16,255}|pypi-[\w-]{16,300}|hf_[A-Za-z0-9]{16,255}|dckr_pat_[\w-]{16,255}|whsec_[\w+/=]{16,255})/g,
  /(?<![A-Za-z\d])(?:(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z\d])|AIza[\w-]{30,60}|xox[abeprs]-[\w-]{10,255}|SG\.[\w-]{16,100}\.[\w-]{16,100}|ya29\.[\w-]{16,500})/g,
  // With a digit: other words with hyphens begin so, too.
  /(?<![A-Za-z\d])(?:xai-|gsk_|nvapi-|pplx-|tvly-|r8_|hvs\.|dop_v1_|shp(?:at|ca|pa|ss)_|lin_api_|ATATT3|sntry[su]_|figd_|ntn_|glsa_|PMAK-|sq0(?:atp|csp)-|xapp-|AGE-SECRET-KEY-)(?=[A-Za-z_-]{0,60}\d)[\w-]{16,300}/g,
]

/** Values that what stands around them shows to be secret. */
const values: readonly RegExp[] = [
  /\b[\w-]{6,12}\.[\w-]{6,12}:(?<secret>[\w-]{20,200})/g, // an Ably key: application.key:secret
  /\bhooks\.slack\.com\/services\/(?<secret>[\w/]{20,200})/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{10,30}\/[\w-]{20,200})/g,
  /\bcookie:[ \t]{1,8}(?<secret>[\w.-]{1,100}=[^\s"';]{1,4000}(?:;[ ]?[\w.-]{1,100}=[^\s"';]{1,4000}){0,50})/gi,
  /\bcurl\b[^\r\n]{0,300}?\s(?:-u|--user)[ =]["']?[^\s:"']{1,200}:(?<secret>[^\s"']{1,500})/g,
  /\b(?:bearer[\s"'`:=]{1,8}|basic[\s:=]{1,8})(?<secret>[\w+/=.~-]{6,4000})/gi, // "basic `call`" is a word and a name
  pattern(String.raw`${given}${other}${word})`),
  pattern(String.raw`${given}(?<=authorization.{0,30})${quote}${scheme}\s{1,8}${quote}${word})`),
  inCase(String.raw`${pointed}${quote}(?:${scheme}\s{1,8}${quote})?${noUsualWord}${word})`),
  inCase(String.raw`--[\w-]{0,40}?${label}[ \t]{1,8}(?!-)(?:["'\x60\\]{1,4}|${noUsualWord})${word})`), // an option of a command
  // An element, and no type parameter: what is in it is no usual word, or the element ends behind it.
  inCase(
    String.raw`<[\w:.-]{0,40}?${label}>(?=[^\s<]{0,99}?[\p{L}\p{N}])(?:${noUsualWord}|(?=[^\s<]{1,200}<\/))${quote}(?<secret>(?:(?!<)${inWord}){1,4000})`,
  ),
  // In a sentence, and no name of a method.
  pattern(
    String.raw`${label}[ \t]{1,4}(?:is|was)[ \t:]{1,4}${quote}(?=\S{0,99}?\p{N})(?=\S{0,99}?\p{L})(?!(?:sha|md|base|utf|aes|[hre]s)-?\d)(?<secret>${inWord}{8,200})`,
  ),
  /\b[a-z][a-z\d+.-]{0,40}:\/\/[^/\s:@]{0,200}:(?<secret>[^/\s@]{1,500})(?=@)/gi, // the password in an address
]

/** The same, of values that end with their line. */
const valuesInLine: readonly RegExp[] = [
  // In quotes, up to the same quote or the end of the line; in quotes that are escaped, an escaped quote ends it.
  pattern(String.raw`${quoted}("{3}|'{3}|["'\x60])${opened}(?:${scheme}\s{1,8})?(?<secret>(?:\\[^\r\n]|(?!\1)[^\r\n\\]){1,4000})`),
  pattern(String.raw`${quoted}(\\{1,3}["'\x60])(?:${scheme}\s{1,8})?(?<secret>(?:(?!\1)[^\r\n]){1,4000})`),
  pattern(String.raw`${given}(?<=authorization.{0,30})${other}${word}(?:[ \t]{1,8}${inWord}{1,4000})?)`),
  pattern(String.raw`${given}(?<=authorization.{0,30})${quote}${listScheme}[ \t]{1,8}(?<secret>[^\r\n]{1,4000})`),
  // A row of a table.
  inCase(String.raw`${label}[ \t"'\x60*_]{0,12}\|[ \t]{0,40}${noUsualWord}(?<secret>[^\s|]{1,4000})(?=[ \t]{0,40}(?:[\r\n|]|$))`),
]

/** In quotes that end. */
const inShortQuotes = pattern(String.raw`${quoted}(["'\x60])${opened}(?:${scheme}\s{1,8})?(?<secret>(?:(?!\1)[^\r\n]){1,200})(?=\1)`)

/** What ends with a line that goes on is only half of it, and what stands on the next line may be something else: a key or a quote tells, other values do not. */
const patterns: Readonly<Record<Lines, readonly RegExp[]>> = {
  apart: [...keys, ...values, ...valuesInLine],
  wrapped: [...keys, ...values],
  joined: [...keys, inShortQuotes],
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu')
}

/** A pattern that tells small from capital letters. */
function inCase(source: string): RegExp {
  return new RegExp(source, 'gu')
}

function inAnyCase(words: string): string {
  return words.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

/** All parts of a text that look like a secret, in order, without overlaps. */
export function findSecrets(text: string, lines: Lines = 'apart'): TextRange[] {
  const found: TextRange[] = []
  for (const pattern of patterns[lines])
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
