import { expect, test } from 'vitest'
import { openRests } from './sweep-rests.ts'

test('a step that held up others is followed by a rest, and by one that hardly any call meets once there were many (F25)', () => {
  const rest = openRests()
  expect([4, 20].map(rest)).toEqual([0, 0])
  expect(Array.from({ length: 7 }, () => rest(130))).toEqual(Array.from({ length: 7 }, () => 1_300))
  rest(130)
  // A caller who comes at any time then waits for more than 20 ms less than once in a hundred times.
  for (const took of [30, 130, 250]) expect((took - 20) / (took + rest(took))).toBeLessThan(0.01)
  expect(rest(1_000)).toBe(30_000)
})
