import { expect, test } from 'vitest'
import { duration, plain } from './time.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  [-1, '0 s'],
  [59_499, '59 s'],
  [59_500, '1 m 00 s'],
  [2 * minute + 5_000, '2 m 05 s'],
  [hour, '1 h 00 m'],
  [47 * hour + 59 * minute, '47 h 59 m'],
  [2 * day, '2 d 00 h'],
  [89 * day + 22 * hour + 15 * minute, '89 d 22 h'],
])('a duration has two units, and days from two on: %i ms', (ms, words) => {
  expect(plain(duration(ms))).toBe(words)
})

test('no line breaks a duration apart', () => {
  expect(duration(65_000)).not.toContain(' ')
})
