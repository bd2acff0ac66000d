import { expect, test } from 'vitest'
import { stoodStillIn } from './stood-still.ts'

test('a machine that sleeps during a halt stands still once (F28)', () => {
  const stoodStill = stoodStillIn([
    { at: 50, ms: 10 },
    { at: 10, ms: 20 },
    { at: 15, ms: 5 },
    { at: 25, ms: 10 },
    { at: 10, ms: 20 },
  ])
  expect([0, 12, 32, 40, 55, 60].map((since) => stoodStill(since))).toEqual([35, 33, 13, 10, 5, 0])
})
