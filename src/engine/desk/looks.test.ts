import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLooks, type Looks } from './looks.ts'

let looks: Looks
/** When the desk was looked at, ms. */
let times: number[]
/** How long a look takes, ms. */
let slowness: number
let nextAt: number

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  times = []
  slowness = 0
  nextAt = Infinity
  let slowed = 0
  looks = openLooks({ now: () => Date.now(), steady: () => performance.now() + slowed }, () => {
    times.push(Date.now())
    slowed += slowness
    return nextAt
  })
})
afterEach(() => {
  looks.close()
  vi.useRealTimers()
})

/** Something changes every 10 ms. */
async function busy(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10) {
    looks.soon()
    await vi.advanceTimersByTimeAsync(10)
  }
}

test('while things change, it looks four times a second, and at the moment at which time alone changes something', async () => {
  await busy(1_000)
  expect(times).toEqual([0, 250, 500, 750, 1_000])
  looks.at(1_234)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times.slice(5)).toEqual([1_234])
})

test('after two looks that took long it looks later, whatever changes something, but within ten seconds', async () => {
  slowness = 100
  nextAt = 0
  await busy(3_500)
  expect(times).toEqual([0, 1, 1_001, 2_001, 3_001])
  slowness = 5_000
  await busy(31_000)
  expect(times.slice(5)).toEqual([4_001, 5_001, 15_001, 25_001])
})

test('one that took long says nothing: the machine may have stood still', async () => {
  await busy(300)
  slowness = 5_000
  await busy(250)
  slowness = 0
  await busy(500)
  expect(times).toEqual([0, 250, 500, 750, 1_000])
})

test('a clock that is set back holds nothing up', async () => {
  await busy(100)
  await vi.advanceTimersByTimeAsync(1_000)
  vi.setSystemTime(-86_400_000)
  await busy(500)
  expect(times.map((at) => at + 86_400_000).slice(2)).toEqual([250, 500])
})
