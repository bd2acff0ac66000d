/**
 * A deterministic hash of a text: two numbers of 53 bits (106 bits), so different texts collide only by chance. For recognizing repeated lines, not for secrets. Linear; both numbers
 * come from one pass, because every line is hashed.
 */
export function shortHash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  let [otherHigh, otherLow] = [high ^ otherSeed, low ^ otherSeed]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
    otherHigh = Math.imul(otherHigh ^ unit, 2_654_435_761)
    otherLow = Math.imul(otherLow ^ unit, 1_597_334_677)
  }
  return `${number53(high, low).toString(36)}.${number53(otherHigh, otherLow).toString(36)}`
}

const otherSeed = 0x9e3779b9

function number53(high: number, low: number): number {
  const mixed = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  const last = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(mixed ^ (mixed >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & last) + (mixed >>> 0)
}
