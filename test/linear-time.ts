import { expect } from 'vitest'
import { cpuTimeOf } from './cpu-time.ts'

/** Work on eight times as much takes about eight times as long; a square would take 64. */
const bound = 24

/**
 * Expects that the time of a piece of work grows with its size only. It is measured again before it fails: other processes spoil the caches of a
 * core now and then, and a square is one every time.
 * @param make prepares what is measured, from a size; the same for both sizes but for that.
 */
export function expectLinearTime(make: (size: number) => () => unknown, small: number): void {
  const [one, eight] = [make(small), make(small * 8)]
  const grown = (): number => cpuTimeOf(eight) / cpuTimeOf(one)
  let times = grown()
  for (let again = 0; again < 4 && times >= bound; again++) times = grown()
  expect(times).toBeLessThan(bound)
}
