import { describe, expect, it } from 'vitest'
import { makeEvent } from '../../test/suites/wire-fixture.ts'
import { limits } from '../core/limits.ts'
import type { Push } from './contract.ts'
import type { WirePush } from './state-change.ts'
import { createPushQueue } from './push-queue.ts'

function open() {
  const emitted: WirePush[] = []
  let resumed = 0
  const queue = createPushQueue(
    (push) => emitted.push(push),
    () => (resumed += 1),
  )
  return { queue, emitted, resumed: () => resumed }
}
const events = (count: number, textLength?: number): Push => ({
  type: 'events',
  workspace: 'w',
  events: Array.from({ length: count }, (_, index) => makeEvent(index + 1, textLength)),
  cursor: count,
})
const resync: Push = { type: 'resync', workspace: 'w', cursor: 1 }

describe('a push queue', () => {
  it('accepts as many events as the limit, and no more', () => {
    const { queue, emitted } = open()
    expect(queue.offer(events(limits.queuedEvents))).toBe(true)
    expect(queue.offer(events(1))).toBe(false)
    expect(emitted.length).toBe(1)
  })

  it('stays closed until half of it is taken, then requests more once', () => {
    const { queue, resumed } = open()
    for (let index = 0; index < 10; index += 1) queue.offer(events(limits.queuedEvents / 10))
    expect(queue.offer(events(1))).toBe(false)
    queue.taken(4)
    expect(queue.offer(events(1))).toBe(false)
    expect(resumed()).toBe(0)
    queue.taken(5)
    expect(resumed()).toBe(1)
    expect(queue.offer(resync)).toBe(true)
    expect(queue.offer(events(1))).toBe(true)
    queue.taken(7)
    expect(resumed()).toBe(1)
  })

  it('refuses one push that is larger than the queue, and requests the next immediately', async () => {
    const { queue, resumed } = open()
    expect(queue.offer(events(limits.queuedEvents + 1))).toBe(false)
    await Promise.resolve()
    expect(resumed()).toBe(1)
  })

  it('bounds by size', () => {
    const { queue } = open()
    const size = limits.message
    const fitting = Math.floor(limits.queuedBytes / (4 * size + 1_000))
    for (let index = 0; index < fitting; index += 1) expect(queue.offer(events(1, size))).toBe(true)
    expect(queue.offer(events(1, size))).toBe(false)
  })

  it.each([-1, 0, 0.5, 2, Number.NaN, Infinity, 1e300])('ignores the claim that %s pushes were taken', (total) => {
    const { queue, resumed } = open()
    queue.offer(events(limits.queuedEvents))
    expect(queue.offer(events(1))).toBe(false)
    queue.taken(total)
    expect(queue.offer(events(1))).toBe(false)
    expect(resumed()).toBe(0)
    queue.taken(1)
    expect(resumed()).toBe(1)
  })
})
