/** A part of a text: UTF-16 offsets, the end not included. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * What looks like a secret, no matter which service issued it. Group `secret` is the secret itself; without it the whole match is. Each pattern is linear: what repeats is
 * bounded or cannot match what follows it.
 */
const patterns: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s\\]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/g, // JSON Web Token
  /\b(?:sk|rk|pk)[-_](?:[a-z]{2,12}[-_]){0,3}[A-Za-z0-9][\w-]{15,300}/g, // keys of model providers and payment services
  /\b(?:gh[oprsu]_[A-Za-z0-9]{16,255}|github_pat_\w{16,255}|glpat-[\w-]{16,255}|npm_[A-Za-z0-9]{16,255}|pypi-[\w-]{16,300}|hf_[A-Za-z0-9]{16,255})/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,60}|\bxox[abeprs]-[\w-]{10,255}|\bSG\.[\w-]{16,100}\.[\w-]{16,100}/g,
  /\b[\w-]{6,12}\.[\w-]{6,12}:(?<secret>[\w-]{20,200})/g, // an Ably key: application.key:secret
  /\b(?:bearer|basic)\s{1,8}(?<secret>[\w+/=.~-]{6,4000})/gi,
  /(?:token|secret|passwd|password|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|authorization)\\?["']?\s{0,8}[=:]\s{0,8}\\?["']?(?!bearer\b|basic\b)(?<secret>[^\s"'&#,;}\\]{1,4000})/gi,
  /\b[a-z][a-z\d+.-]{0,40}:\/\/[^/\s:@]{0,200}:(?<secret>[^/\s@]{1,500})(?=@)/gi, // the password in an address
]

/** All parts of a text that look like a secret, in order, without overlaps. */
export function findSecrets(text: string): TextRange[] {
  const found: TextRange[] = []
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.['secret'] ?? match[0]
      const start = match.index + match[0].lastIndexOf(secret)
      found.push({ start, end: start + secret.length })
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
