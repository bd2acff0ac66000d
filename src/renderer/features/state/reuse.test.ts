import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reuse } from './reuse.ts'

test('keeps unchanged parts', () => {
  const previous = { list: [{ id: 1, deep: { a: 1 } }, { id: 2 }], other: 'x' }
  const next = reuse(previous, { list: [{ id: 1, deep: { a: 1 } }, { id: 3 }], other: 'x' })
  expect(next).toEqual({ list: [{ id: 1, deep: { a: 1 } }, { id: 3 }], other: 'x' })
  expect(next.list[0]).toBe(previous.list[0])
  expect(next.list[1]).not.toBe(previous.list[1])
})

test('returns the same object if nothing changed, another if a field was added or removed', () => {
  const previous = { a: [1, 2], b: { c: 'd' } }
  expect(reuse(previous, { a: [1, 2], b: { c: 'd' } })).toBe(previous)
  expect(reuse({ a: 1 }, { a: 1, b: undefined })).toEqual({ a: 1, b: undefined })
  expect(Object.hasOwn(reuse({ a: 1, b: 2 }, { a: 1 }), 'b')).toBe(false)
  expect(reuse([1, 2, 3], [1, 2])).toEqual([1, 2])
})

test('always equals the new value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (previous, next) => {
      expect(reuse(previous, next)).toEqual(next)
      expect(reuse(next, structuredClone(next))).toEqual(next)
    }),
    { numRuns: 500 },
  )
})
