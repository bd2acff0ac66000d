import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPace } from './pace.ts'

test('the time until the first stretch, in which links come up, is not made up for', async () => {
  const { signal } = new AbortController()
  const pace = openPace(1)
  await sleep(150)
  const began = performance.now()
  for (let stretch = 0; stretch < 2; stretch++) await pace.next(100, signal)
  expect(performance.now() - began).toBeGreaterThan(90)
})
