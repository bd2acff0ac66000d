import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameValue } from './same-value.ts'

test('a value is the same as its copy, and as no other', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(isSameValue(a, JSON.parse(JSON.stringify(a)))).toBe(true)
      expect(isSameValue(a, b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))
    }),
  )
})

test.each([
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: [1, 2] }, { a: [1, 2, 3] }, false],
  [[1], { 0: 1 }, false],
  [{}, { toString: 1 }, false],
  [undefined, {}, false],
])('%j and %j: %j', (a, b, isSame) => {
  expect([isSameValue(a, b), isSameValue(b, a)]).toEqual([isSame, isSame])
})

/** The same with the names in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, each]) => [name, sorted(each)] as const)
  return { fields: fields.toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}
