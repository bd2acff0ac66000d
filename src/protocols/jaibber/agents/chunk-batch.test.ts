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

it('hands on what came in 200 ms, new text only, and nothing when nothing came (specification: Streaming Protocol)', async () => {
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

it('while one is on its way the next one grows; the end waits for all of it', async () => {
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
