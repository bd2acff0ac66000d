const shown = '••••••'
const mostTokens = 8

/** Removes the secrets of one connection from texts. */
export interface Mask {
  (text: string): string
  /** Adds a secret. */
  add(secret: string): void
}

/** A mask for an Ably key, for every added token, and for secrets in an address. */
export function secretMask(key: string | undefined): Mask {
  const always = key === undefined ? [] : [key, key.slice(key.indexOf(':') + 1), Buffer.from(key).toString('base64')]
  const tokens: string[] = []
  const mask = (text: string): string => {
    let masked = text
    for (const secret of [...always, ...tokens]) if (secret.length >= 6) masked = masked.replaceAll(secret, shown)
    return masked.replaceAll(/\b((?:access_?token|accessToken|key|mac|authorization)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi, `$1${shown}`)
  }
  return Object.assign(mask, {
    add(secret: string) {
      tokens.push(secret)
      if (tokens.length > mostTokens) tokens.shift()
    },
  })
}
