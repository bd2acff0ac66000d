import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkBatch } from './chunk-batch.ts'
import { defaultTimings } from './timings.ts'

let sent: string[]
beforeEach(() => {
  sent = []
  vi.useFakeTimers()
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const batch = (publish = (text: string): Promise<void> => Promise.resolve(void sent.push(text))): ChunkBatch =>
  new ChunkBatch(publish, defaultTimings.chunkMs)

it('passes on new text every 200 ms, and nothing if there is none (specification: Streaming Protocol)', async () => {
  const chunks = batch()
  chunks.add('a')
  await vi.advanceTimersByTimeAsync(150)
  chunks.add('b')
  await vi.advanceTimersByTimeAsync(49)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['ab'])
  await vi.advanceTimersByTimeAsync(5_000)
  chunks.add('')
  chunks.add('c')
  await vi.advanceTimersByTimeAsync(199)
  expect(sent).toEqual(['ab'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['ab', 'c'])
  await chunks.end()
  expect(sent).toEqual(['ab', 'c'])
})

it('collects text while a chunk is being sent; the end waits for all of it', async () => {
  const free: (() => void)[] = []
  const chunks = batch((text) => {
    sent.push(text)
    return new Promise((resolve) => free.push(resolve))
  })
  chunks.add('a')
  await vi.advanceTimersByTimeAsync(200)
  chunks.add('b')
  await vi.advanceTimersByTimeAsync(1_000)
  chunks.add('c')
  expect(sent).toEqual(['a'])
  let isOver = false
  const ended = chunks.end().then(() => (isOver = true))
  free[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([sent, isOver]).toEqual([['a', 'bc'], false])
  free[1]?.()
  await ended
  expect(sent).toEqual(['a', 'bc'])
})
