/**
 * Counts the bytes of `bytes[from, to)` that are not part of well-formed UTF-8 (each of them, or a run of them, decodes to U+FFFD).
 * A U+FFFD in the input is well-formed and not counted.
 */
export function countBadBytes(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let bad = 0
  let at = from
  while (at < to) {
    const size = sequenceAt(bytes, at, to)
    if (size === 0) {
      bad++
      at++
    } else at += size
  }
  return bad
}

/** The largest `end <= to` that does not cut a character in two, for shortening text. */
export function characterBoundary(bytes: Uint8Array, to: number): number {
  let start = to
  while (start > 0 && to - start < 3 && (bytes[start - 1] ?? 0) >= 0x80 && (bytes[start - 1] ?? 0) < 0xc0) start--
  const lead = bytes[start - 1] ?? 0
  if (start === 0 || lead < 0xc2) return to
  const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  return to - (start - 1) < size ? start - 1 : to
}

/** Bytes of the well-formed sequence at `at`, 0 when there is none (Unicode table 3-7). */
function sequenceAt(bytes: Uint8Array, at: number, to: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return 1
  const second = at + 1 < to ? (bytes[at + 1] ?? 0) : 0
  const more = (index: number): boolean => at + index < to && ((bytes[at + index] ?? 0) & 0xc0) === 0x80
  if (lead >= 0xc2 && lead <= 0xdf) return more(1) ? 2 : 0
  if (lead >= 0xe0 && lead <= 0xef) {
    if (lead === 0xe0 && second < 0xa0) return 0
    if (lead === 0xed && second > 0x9f) return 0
    return more(1) && more(2) ? 3 : 0
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    if (lead === 0xf0 && second < 0x90) return 0
    if (lead === 0xf4 && second > 0x8f) return 0
    return more(1) && more(2) && more(3) ? 4 : 0
  }
  return 0
}

/**
 * 64 bits of hash over `bytes[from, to)` as 16 hex digits: two independent 32-bit multiplicative lanes.
 * It distinguishes versions of one line. It is not collision-resistant; a collision would gain an attacker nothing.
 */
export function hashBytes(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let first = 0xdeadbeef ^ (to - from)
  let second = 0x41c6ce57
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    first = Math.imul(first ^ byte, 2654435761)
    second = Math.imul(second ^ byte, 1597334677)
  }
  first = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909)
  second = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909)
  return hex(second) + hex(first)
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
