import { expect } from 'vitest'

/**
 * Expects that work on eight times as much takes about eight times as long; a square would take 64. The best of several turns is taken, and all is
 * measured again before it fails: a pause of the machine is no square, and a square is one every time.
 * @param make prepares what is measured, from a size; the same for both sizes but for that.
 */
export function expectLinearTime(make: (size: number) => () => unknown, small: number): void {
  let times = measured(make, small)
  for (let again = 0; again < 4 && !isLinear(times); again++) times = measured(make, small)
  expect(times[1]).toBeLessThan(bound(times[0]))
}

function measured(make: (size: number) => () => unknown, small: number): readonly [number, number] {
  return [best(make(small)), best(make(small * 8))]
}

function best(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5; turn++) {
    const began = performance.now()
    work()
    least = Math.min(least, performance.now() - began)
  }
  return least
}

function isLinear([one, eight]: readonly [number, number]): boolean {
  return eight < bound(one)
}

/** The constant covers a clock tick. */
function bound(one: number): number {
  return one * 24 + 2
}
