import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Push, WorkspaceState } from '../api/contract.ts'
import { emptyDesk } from '../../test/fakes/empty-desk.ts'
import { messageBody, storedEvent } from '../../test/fakes/events.ts'
import type { Event } from '../core/event.ts'
import { limits } from '../core/limits.ts'
import { openHub, type Hub } from './hub.ts'

const info = { id: 'w', path: '/w', name: 'w', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false }
let hub: Hub | undefined
afterEach(() => {
  hub?.close()
  vi.useRealTimers()
})

/** A hub with a list of events as its journal. */
function setUp(stored: Event[] = []): { hub: Hub; add(count: number, text?: string): Event[]; states: () => number } {
  let states = 0
  const head = (): number => stored.at(-1)?.cursor ?? 0
  const state = (): WorkspaceState => {
    states++
    return {
      type: 'state',
      workspace: 'w',
      cursor: head(),
      info,
      messages: stored.length,
      today: 0,
      conversations: [],
      forYou: 0,
      unusable: {},
      agents: [],
      guesses: [],
      links: [],
      views: [],
      commands: [],
      approvals: [],
      desk: emptyDesk,
    }
  }
  const since = (_workspace: string, cursor: number, limit: number): Event[] =>
    stored.filter((event) => event.cursor > cursor).slice(0, limit)
  const made = openHub({ workspace: 'w', journal: { since }, head, state })
  hub = made
  return {
    hub: made,
    states: () => states,
    add(count, text = 'x') {
      const from = head()
      const events = Array.from({ length: count }, (_, at) => storedEvent(from + at + 1, messageBody('a', 'b', text)))
      stored.push(...events)
      made.publish(events)
      return events
    },
  }
}

function cursors(pushes: readonly Push[]): number[] {
  return pushes.flatMap((push) => (push.type === 'events' ? push.events.map((event) => event.cursor) : []))
}

function types(pushes: readonly Push[]): string[] {
  return pushes.map((push) => push.type)
}

describe('following', () => {
  test('nothing is pushed during the call; the first push is the state', async () => {
    const { hub, add } = setUp()
    add(3)
    const pushes: Push[] = []
    hub.follow({ workspace: 'w', cursor: 1 }, (push) => pushes.push(push) > 0)
    expect(pushes).toEqual([])
    await Promise.resolve()
    expect(types(pushes)).toEqual(['state', 'events'])
    expect(cursors(pushes)).toEqual([2, 3])
  })

  test('without a cursor it begins now', async () => {
    const { hub, add } = setUp()
    add(3)
    const pushes: Push[] = []
    hub.follow({ workspace: 'w' }, (push) => pushes.push(push) > 0)
    await Promise.resolve()
    add(1)
    expect(cursors(pushes)).toEqual([4])
  })

  test('what is stored between the call and its first push is pushed once', async () => {
    const { hub, add } = setUp()
    const pushes: Push[] = []
    hub.follow({ workspace: 'w', cursor: 0 }, (push) => pushes.push(push) > 0)
    add(2)
    await Promise.resolve()
    add(1)
    expect(cursors(pushes)).toEqual([1, 2, 3])
  })

  test.each([
    [limits.queuedEvents, 'events'],
    [limits.queuedEvents + 1, 'resync'],
  ])('a follower that missed %i events gets %s', async (missed, type) => {
    const { hub, add } = setUp()
    for (let left = missed; left > 0; left -= 500) add(Math.min(500, left))
    const pushes: Push[] = []
    hub.follow({ workspace: 'w', cursor: 0 }, (push) => pushes.push(push) > 0)
    await Promise.resolve()
    expect(pushes[1]?.type).toBe(type)
    expect(cursors(pushes)).toHaveLength(type === 'events' ? missed : 0)
    expect(pushes.at(-1)).toMatchObject({ cursor: missed })
  })

  test('a cursor of another journal leads to a resync', async () => {
    const { hub, add } = setUp()
    add(3)
    const pushes: Push[] = []
    hub.follow({ workspace: 'w', cursor: 99 }, (push) => pushes.push(push) > 0)
    await Promise.resolve()
    expect(pushes[1]).toEqual({ type: 'resync', workspace: 'w', cursor: 3 })
  })

  test('a full follower receives nothing until it resumes, then one resync and the state', async () => {
    const { hub, add } = setUp()
    const pushes: Push[] = []
    let isFull = false
    const handle = hub.follow({ workspace: 'w' }, (push) => !isFull && pushes.push(push) > 0)
    await Promise.resolve()
    isFull = true
    add(5)
    isFull = false
    add(5)
    expect(types(pushes)).toEqual(['state'])
    handle.resume()
    expect(types(pushes)).toEqual(['state', 'resync', 'state'])
    expect(pushes[1]).toMatchObject({ cursor: 10 })
    add(1)
    expect(cursors(pushes)).toEqual([11])
  })

  test('nothing is pushed after the end', async () => {
    const { hub, add } = setUp()
    const pushes: Push[] = []
    const handle = hub.follow({ workspace: 'w' }, (push) => pushes.push(push) > 0)
    handle.end()
    await Promise.resolve()
    add(1)
    handle.resume()
    expect(pushes).toEqual([])
    expect(hub.followers()).toBe(0)
  })

  test('large messages go out in small pushes, in order', async () => {
    const { hub, add } = setUp()
    const pushes: Push[] = []
    hub.follow({ workspace: 'w' }, (push) => pushes.push(push) > 0)
    await Promise.resolve()
    add(5, 'x'.repeat(300_000))
    expect(cursors(pushes)).toEqual([1, 2, 3, 4, 5])
    expect(types(pushes)).toEqual(['state', ...Array<string>(5).fill('events')])
  })
})

describe('load', () => {
  test('a burst is one resync every 250 ms while it lasts, and live pushes continue after it', async () => {
    vi.useFakeTimers()
    const { hub, add } = setUp()
    const pushes: Push[] = []
    hub.follow({ workspace: 'w' }, (push) => pushes.push(push) > 0)
    await vi.advanceTimersByTimeAsync(0)
    add(600)
    add(600)
    add(600)
    expect(cursors(pushes)).toHaveLength(600)
    await vi.advanceTimersByTimeAsync(250)
    expect(types(pushes).filter((type) => type === 'resync')).toHaveLength(1)
    expect(pushes.at(-1)).toMatchObject({ type: 'resync', cursor: 1_800 })
    add(1_100)
    add(1)
    expect(cursors(pushes)).toHaveLength(600)
    await vi.advanceTimersByTimeAsync(250)
    expect(pushes.at(-1)).toMatchObject({ type: 'resync', cursor: 2_901 })
    add(1)
    await vi.advanceTimersByTimeAsync(250)
    expect(pushes.at(-1)).toMatchObject({ type: 'resync', cursor: 2_902 })
    add(1)
    expect(cursors(pushes).at(-1)).toBe(2_903)
  })

  test('a burst that goes on is one resync and one state a second, and one when it ends', async () => {
    vi.useFakeTimers()
    const { hub, add, states } = setUp()
    const pushes: Push[] = []
    hub.follow({ workspace: 'w' }, (push) => pushes.push(push) > 0)
    await vi.advanceTimersByTimeAsync(0)
    const resyncs = async (periods: number): Promise<number> => {
      const before = pushes.length
      for (let period = 0; period < periods; period++) {
        add(1_100)
        hub.changed()
        await vi.advanceTimersByTimeAsync(250)
      }
      return types(pushes.slice(before)).filter((type) => type === 'resync').length
    }
    expect(await resyncs(4)).toBe(3)
    const stated = states()
    expect(await resyncs(16)).toBe(4)
    expect(states() - stated).toBeLessThanOrEqual(5)
    expect(await resyncs(2)).toBe(0)
    const atEnd = states()
    hub.changed()
    await vi.advanceTimersByTimeAsync(251)
    expect(states()).toBe(atEnd + 1)
    expect(pushes.findLast(({ type }) => type === 'resync')).toMatchObject({ cursor: 22 * 1_100 })
  })

  test('a burst followed by nothing leaves no second resync', async () => {
    vi.useFakeTimers()
    const { hub, add } = setUp()
    const pushes: Push[] = []
    hub.follow({ workspace: 'w' }, (push) => pushes.push(push) > 0)
    await vi.advanceTimersByTimeAsync(0)
    add(1_100)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(types(pushes)).toEqual(['state', 'resync'])
    add(1)
    expect(cursors(pushes)).toEqual([1_101])
  })

  test('the state is sent immediately and then at most four times a second', async () => {
    vi.useFakeTimers()
    const { hub, states } = setUp()
    hub.follow({ workspace: 'w' }, () => true)
    await vi.advanceTimersByTimeAsync(0)
    const first = states()
    for (let ms = 0; ms < 1_000; ms += 10) {
      hub.changed()
      await vi.advanceTimersByTimeAsync(10)
      if (ms === 0) expect(states() - first).toBe(1)
    }
    expect(states() - first).toBeGreaterThanOrEqual(4)
    expect(states() - first).toBeLessThanOrEqual(5)
  })

  test('what needs the operator does not wait for that, and is sent twenty times a second at most', async () => {
    vi.useFakeTimers()
    const { hub, states } = setUp()
    hub.follow({ workspace: 'w' }, () => true)
    await vi.advanceTimersByTimeAsync(0)
    hub.changed()
    await vi.advanceTimersByTimeAsync(10)
    const first = states()
    hub.changed()
    for (let ms = 0; ms < 1_000; ms += 10) {
      hub.changed(true)
      await vi.advanceTimersByTimeAsync(10)
      if (ms === 50) expect(states() - first).toBe(1)
    }
    expect(states() - first).toBeGreaterThanOrEqual(15)
    expect(states() - first).toBeLessThanOrEqual(20)
  })

  test('what the operator decided is sent at once, also after pushes that took long (F27)', async () => {
    vi.useFakeTimers()
    const { hub, states } = setUp()
    // Each state takes a second.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + states() * 1_000)
    onTestFinished(() => clock.mockRestore())
    hub.follow({ workspace: 'w' }, () => true)
    await vi.advanceTimersByTimeAsync(0)
    for (const _slow of [1, 2]) {
      hub.changed()
      await vi.advanceTimersByTimeAsync(20_000)
    }
    hub.changed()
    await vi.advanceTimersByTimeAsync(0)
    const first = states()
    hub.changed(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(states() - first).toBe(0)
    hub.decided()
    await vi.advanceTimersByTimeAsync(50)
    expect(states() - first).toBe(1)
  })

  test('without followers the state is not computed', async () => {
    vi.useFakeTimers()
    const { hub, states } = setUp()
    hub.changed()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(states()).toBe(0)
  })
})
