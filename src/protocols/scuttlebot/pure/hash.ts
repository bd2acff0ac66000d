/**
 * A deterministic 53-bit hash of a text. For recognizing repeated lines, not for secrets.
 * Two different `seed`s give independent numbers. Linear.
 */
function hash53(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}

/** A short hash of a text (106 bits): different texts collide only by chance. Linear. */
export function shortHash(text: string): string {
  return `${hash53(text, 0).toString(36)}.${hash53(text, 0x9e3779b9).toString(36)}`
}
