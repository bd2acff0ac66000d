/** Name of the event that every message of the specification is published as. */
export const eventName = 'message'
/** Maximum bytes of one message at Ably, name and data together. */
export const maxWireBytes = 64 * 1024

/** Bytes of a message as Ably counts them: the name of the event, and the data as JSON in UTF-8. `message` is a JSON value. */
export function wireSize(message: object): number {
  return eventName.length + utf8Length(JSON.stringify(message))
}

/** Bytes left for the text of a message in JSON, given all its other fields. Never negative. */
export function roomForText(message: object): number {
  return Math.max(0, maxWireBytes - wireSize({ ...message, text: '' }))
}

/** Bytes of a text in UTF-8; malformed UTF-16 counts as U+FFFD. Linear, without a copy. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) bytes++
    else if (unit < 0x800) bytes += 2
    else if (isPair(text, at)) {
      bytes += 4
      at++
    } else bytes += 3
  }
  return bytes
}

/** Bytes of one character of a text in JSON, and the UTF-16 units it takes. Escapes are those of `JSON.stringify`. */
export function jsonCharacter(text: string, at: number): { readonly bytes: number; readonly units: number } {
  const unit = text.charCodeAt(at)
  if (unit === 0x22 || unit === 0x5c) return { bytes: 2, units: 1 }
  if (unit < 0x20) return { bytes: shortEscapes.has(unit) ? 2 : 6, units: 1 }
  if (unit < 0x80) return { bytes: 1, units: 1 }
  if (unit < 0x800) return { bytes: 2, units: 1 }
  if (isPair(text, at)) return { bytes: 4, units: 2 }
  return { bytes: unit >= 0xd800 && unit <= 0xdfff ? 6 : 3, units: 1 }
}

/** Backspace, tab, line feed, form feed, carriage return. */
const shortEscapes: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d])

function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at)
  const low = text.charCodeAt(at + 1)
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}
