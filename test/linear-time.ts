import { expect } from 'vitest'
import { cpuTimeOf } from './cpu-time.ts'

/** Eight times the work takes about eight times as long; quadratic time would take 64. */
const bound = 24

/**
 * Expects the time of a piece of work to be linear in its size. It is measured again before it fails: other processes disturb a core's caches now and then, but
 * quadratic time fails every time.
 * @param make prepares what is measured, from a size; otherwise the same for both sizes.
 */
export function expectLinearTime(make: (size: number) => () => unknown, small: number): void {
  const [one, eight] = [make(small), make(small * 8)]
  const grown = (): number => cpuTimeOf(eight) / cpuTimeOf(one)
  let times = grown()
  for (let again = 0; again < 4 && times >= bound; again++) times = grown()
  expect(times).toBeLessThan(bound)
}
