import { withoutSecrets } from '../core/secret-patterns.ts'

/** What the log shows instead of a secret value. */
export const redacted = '[redacted]'

const secretKey = /token|secret|passw|passphrase|authorization|cookie|credential|api_?key|private_?key|keychain/i
const deepest = 6
const mostEntries = 100
const longestText = 8_000

/** Removes what looks like a secret from a text, and bounds its length. */
export function redactText(text: string): string {
  return withoutSecrets(text.length > longestText ? `${text.slice(0, longestText)}… (${text.length} characters)` : text, redacted)
}

/**
 * Copies a value for the log: secrets redacted by key and by content, errors as their message, everything bounded in depth and number.
 * Never throws, whatever the value's getters do.
 */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return redactText(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return redactText(depth === 0 && value.stack !== undefined ? value.stack : `${value.name}: ${value.message}`)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= deepest) return '[deep]'
  try {
    if (Array.isArray(value)) return value.slice(0, mostEntries).map((item) => redactValue(item, depth + 1))
    const entries = Object.entries(value)
      .slice(0, mostEntries)
      .map(([key, item]) => [key, secretKey.test(key) && item !== undefined ? redacted : redactValue(item, depth + 1)] as const)
    return Object.fromEntries(entries)
  } catch {
    return '[unreadable]'
  }
}
