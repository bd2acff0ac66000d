import * as fc from 'fast-check'

const last = 0x10ffff

/**
 * Any character, about half of them ASCII, for `fc.string({ unit: anyCharacter })`: never half of a pair. The library's unit `binary` needs two seconds to
 * initialize, in every file that uses it.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 2 * last })
  .map((number) => String.fromCodePoint(number > last ? number % 0x80 : isHalf(number) ? 0xfffd : number))

function isHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}
