import { expect, test } from 'vitest'
import { byBytes } from './by-bytes.ts'

test.each([
  ['a', 'b'],
  ['A', 'a'],
  ['a', 'aa'],
  ['\u{e000}', '\u{10000}'],
  ['\u{ffff}', '\u{10000}'],
  ['é', '😀'],
])('%s comes before %s, by their bytes', (a, b) => {
  expect(Math.sign(byBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(Math.sign(byBytes(b, a))).toBe(1)
  expect(byBytes(a, a)).toBe(0)
})
