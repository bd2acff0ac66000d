/**
 * A number of 53 bits for a text: the same text always gives the same number. For telling repeated lines apart, not for secrets.
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

/** A short word that stands for a text: two texts that differ get the same one by chance only (106 bits). Linear. */
export function shortHash(text: string): string {
  return `${hash53(text, 0).toString(36)}.${hash53(text, 0x9e3779b9).toString(36)}`
}
