import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../core/limits.ts'
import type { ClientFrame, ServerFrame } from './frames.ts'
import { createWireClient } from './wire-client.ts'
import type { TransportEvents, WireClientOptions } from './wire-client.ts'

interface Attempt {
  readonly at: number
  readonly events: TransportEvents
  readonly sent: ClientFrame[]
  isClosed: boolean
  answer(frame: ServerFrame): void
}

/** A client whose every connection is in the hand of the test. */
function open(more: Partial<WireClientOptions> = {}) {
  const attempts: Attempt[] = []
  const client = createWireClient({
    open: (events) => {
      const attempt: Attempt = {
        at: Date.now(),
        events,
        sent: [],
        isClosed: false,
        answer: (frame) => events.received(JSON.stringify(frame)),
      }
      attempts.push(attempt)
      return { send: (text) => void attempt.sent.push(JSON.parse(text) as ClientFrame), close: () => void (attempt.isClosed = true) }
    },
    random: () => 0.5,
    ...more,
  })
  const last = (): Attempt => attempts.at(-1) as Attempt
  return { client, attempts, last }
}

/** The pauses before seven attempts, ms. */
async function pauses(random: number): Promise<number[]> {
  const { client, attempts, last } = open({ random: () => random, firstPause: 100, longestPause: 1_000 })
  for (let round = 0; round < 7; round += 1) {
    last().events.closed()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(attempts.length).toBe(round + 2)
  }
  client.close()
  return attempts.slice(1).map((attempt, index) => attempt.at - (attempts[0]?.at ?? 0) - index * 2_000)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a wire client', () => {
  it('sends no frame for which the core would close the connection (F18)', async () => {
    const { client, last } = open()
    last().events.opened()
    const room = limits.wsFrame - JSON.stringify({ kind: 'call', id: 1, method: 'settings.set', input: '' }).length
    const fits = client.call('settings.set', 'x'.repeat(room) as never)
    expect(last().sent).toHaveLength(1)
    last().answer({ kind: 'result', id: 1, result: { ok: true, value: null } })
    expect(await fits).toMatchObject({ ok: true })
    for (const text of ['x'.repeat(room + 1), '€'.repeat(room / 3 + 1), '"'.repeat(room / 2 + 1), 'x'.repeat(room * 10)]) {
      expect(await client.call('settings.set', text as never)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
    }
    expect(last().sent).toHaveLength(1)
    client.close()
  })

  it('retries with delays that double, are bounded, and vary by half', async () => {
    expect(await pauses(0.5)).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000])
    expect(await pauses(0)).toEqual([50, 100, 200, 400, 500, 500, 500])
  })

  it('starts with the first delay again after it was open', async () => {
    const { client, attempts, last } = open({ firstPause: 100 })
    for (let round = 0; round < 3; round += 1) {
      last().events.closed()
      await vi.advanceTimersByTimeAsync(2_000)
    }
    last().events.opened()
    last().events.closed()
    await vi.advanceTimersByTimeAsync(100)
    expect(attempts.length).toBe(5)
    client.close()
  })

  it('checks whether a silent core is there, and gives the connection up if not', async () => {
    const { client, attempts, last } = open({ silence: 1_000 })
    last().events.opened()
    await vi.advanceTimersByTimeAsync(1_000)
    const ping = last().sent.at(-1)
    expect(ping?.kind).toBe('ping')
    last().answer({ kind: 'result', id: ping?.id ?? -1, result: { ok: true, value: null } })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(attempts[0]?.isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(attempts[0]?.isClosed).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(attempts.length).toBe(2)
    client.close()
  })

  it('subscribes again from its cursor if a change of the state is missing', () => {
    const { client, last } = open()
    last().events.opened()
    const pushes: string[] = []
    client.subscribe({ workspace: 'w' }, (push) => pushes.push(push.type))
    const subscribed = last().sent.at(-1)
    if (subscribed?.kind !== 'subscribe') throw new Error('not subscribed')
    const { id } = subscribed
    last().answer({ kind: 'push', id, push: { type: 'resync', workspace: 'w', cursor: 7 } })
    last().answer({ kind: 'push', id, push: { type: 'change', workspace: 'w', number: 2, change: { fields: [] } } })
    last().answer({ kind: 'push', id, push: { type: 'change', workspace: 'w', number: 3, change: { fields: [] } } })
    expect(pushes).toEqual(['resync'])
    expect(
      last()
        .sent.filter(({ kind }) => kind !== 'taken')
        .slice(1),
    ).toEqual([
      { kind: 'unsubscribe', id },
      { kind: 'subscribe', id: id + 1, subscription: { workspace: 'w', cursor: 7 } },
    ])
    client.close()
  })

  it('gives up a connection that is never established', async () => {
    const { client, attempts } = open({ silence: 1_000 })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(attempts[0]?.isClosed).toBe(true)
    expect(attempts.length).toBe(2)
    client.close()
  })

  it('ends a call that waits for a connection or an answer, after its time limit', async () => {
    const { client, last } = open({ connectTime: 500, callTime: 5_000, silence: 60_000 })
    const unsent = client.call('settings.get', {})
    await vi.advanceTimersByTimeAsync(500)
    expect(await unsent).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    last().events.opened()
    expect(last().sent).toEqual([])
    const unanswered = client.call('settings.get', {})
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await unanswered).toMatchObject({ ok: false, fault: { code: 'timeout' } })
    client.close()
  })

  it('continues from the last event, not from a state that was ahead of it', () => {
    const { client, attempts, last } = open({ firstPause: 0 })
    client.subscribe({ workspace: 'w' }, () => undefined)
    last().events.opened()
    const id = last().sent[0]?.id ?? -1
    expect(last().sent[0]).toMatchObject({ kind: 'subscribe', subscription: { workspace: 'w' } })
    const state = (cursor: number): ServerFrame => ({ kind: 'push', id, push: { type: 'state', workspace: 'w', cursor } as never })
    last().answer(state(7))
    last().answer({ kind: 'push', id, push: { type: 'events', workspace: 'w', events: [], cursor: 9 } })
    last().answer(state(12))
    expect(last().sent.slice(1)).toEqual([1, 2, 3].map((total) => ({ kind: 'taken', id, total })))
    last().events.closed()
    vi.advanceTimersByTime(0)
    last().events.opened()
    expect(attempts.length).toBe(2)
    expect(last().sent[0]).toMatchObject({ kind: 'subscribe', subscription: { workspace: 'w', cursor: 9 } })
    client.close()
  })

  it('subscribes before it sends what waited for a connection, and sends everything once', () => {
    const { client, last } = open()
    client.onConnection((state) => {
      if (state === 'open') void client.call('settings.get', {})
    })
    client.subscribe({ workspace: 'w' }, () => undefined)
    void client.call('app.info', {})
    last().events.opened()
    expect(last().sent.map((frame) => (frame.kind === 'call' ? frame.method : frame.kind))).toEqual([
      'subscribe',
      'app.info',
      'settings.get',
    ])
    client.close()
  })

  it('ignores data of a connection that it has given up', async () => {
    const { client, attempts, last } = open({ firstPause: 0 })
    const pushes: unknown[] = []
    client.subscribe({ workspace: 'w' }, (push) => pushes.push(push))
    const [first] = attempts
    first?.events.opened()
    const id = first?.sent[0]?.id ?? -1
    first?.events.closed()
    await vi.advanceTimersByTimeAsync(0)
    last().events.opened()
    first?.answer({ kind: 'push', id, push: { type: 'resync', workspace: 'w', cursor: 1 } })
    first?.events.closed()
    expect(pushes).toEqual([])
    expect(attempts.length).toBe(2)
    client.close()
  })

  it.each(['', 'null', '[]', '{"kind":"result"}', '{"kind":"push","id":99}', '{"kind":"?"}', '\u0000'])('survives the frame %j', (text) => {
    const { client, last } = open()
    last().events.opened()
    expect(() => last().events.received(text)).not.toThrow()
    client.close()
  })
})
