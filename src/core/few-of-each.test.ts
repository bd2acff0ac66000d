import { expect, test } from 'vitest'
import { fewOfEach } from './few-of-each.ts'

test('a group with many items displaces only its own; all keep their order otherwise', () => {
  expect(fewOfEach(['m1', 'm2', 'm3', 'a1', 'm4', 'b1'], ([group]) => group ?? '', 2)).toEqual(['m1', 'm2', 'a1', 'b1', 'm3', 'm4'])
  expect(fewOfEach(['m1', 'a1'], ([group]) => group ?? '', 2)).toEqual(['m1', 'a1'])
  expect(fewOfEach([], () => '', 2)).toEqual([])
})
