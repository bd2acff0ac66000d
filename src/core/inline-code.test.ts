import { expect, test } from 'vitest'
import { withoutCodeMarks } from './inline-code.ts'

test('the backticks around code are left out, others stay', () => {
  expect(withoutCodeMarks('honour `Retry-After` in `a.ts`')).toBe('honour Retry-After in a.ts')
  expect(withoutCodeMarks('one ` alone, ``two``, ```ts')).toBe('one ` alone, ``two``, ```ts')
})
