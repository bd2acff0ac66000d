import { expect, test } from 'vitest'
import { clipAt, clipText } from './clip-text.ts'

test('short texts are whole', () => {
  expect(clipText('')).toBeUndefined()
  expect(clipText('x'.repeat(clipAt.chars))).toBeUndefined()
  expect(clipText(Array.from({ length: clipAt.lines }, () => 'x').join('\n'))).toBeUndefined()
})

test('long texts are cut by characters or by lines, never inside a character', () => {
  expect(clipText('x'.repeat(clipAt.chars + 1))).toHaveLength(clipAt.chars)
  expect(clipText('x\n'.repeat(clipAt.lines + 1))?.split('\n')).toHaveLength(clipAt.lines)
  const emoji = `${'x'.repeat(clipAt.chars - 1)}\u{1F600}\u{1F600}`
  expect(clipText(emoji)).toBe('x'.repeat(clipAt.chars - 1))
})
