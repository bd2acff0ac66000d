import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test('a size is in the largest unit of which there is one, and rounded as asked', () => {
  expect([0, 999, 1_000, 12_499, 999_499, 999_500, 1_449_000, 1_234_560_000].map((bytes) => sizeText(bytes))).toEqual([
    '0 B',
    '999 B',
    '1 KB',
    '12 KB',
    '999 KB',
    '1.0 MB',
    '1.4 MB',
    '1,234.6 MB',
  ])
  expect(sizeText(1_410_000, Math.ceil)).toBe('1.5 MB')
  expect(sizeText(1_490_000, Math.floor)).toBe('1.4 MB')
})
