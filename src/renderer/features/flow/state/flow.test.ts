import { describe, expect, it } from 'vitest'
import type { Input } from '../../../../api/contract.ts'
import { fail, ok } from '../../../../core/fault.ts'
import type { FlowMessage } from '../../../../core/flow.ts'
import { createMockClient, type MockClient } from '../../testing/client-mock.ts'
import { messageEvent } from '../../testing/fixtures.ts'
import { fixtureFlow } from '../../testing/flow-page.ts'
import { testStore } from '../../testing/test-render.tsx'
import { flowNow, messageOf } from '../../../../../test/fakes/flow-rows.ts'
import { mostMarks } from '../merge-pages.ts'
import type { AppStore } from '../../state/store.ts'

const minute = 60_000
const frame = { ...(fixtureFlow.frame as NonNullable<typeof fixtureFlow.frame>), debts: [], tasks: [] }
type Window = Input<'flow.window'>

/** An engine with these messages, `size` a page. */
function coreWith(
  messages: readonly FlowMessage[],
  size = 1_000,
): { readonly client: MockClient; readonly asked: () => Window[]; add(message: FlowMessage): void; replace(message: FlowMessage): void } {
  const all = [...messages]
  const client = createMockClient()
  client.on('flow.window', ({ from, to, before }) => {
    const found = all
      .filter(({ at, cursor }) => at >= from && at < to && (before === undefined || cursor < before))
      .toSorted((a, b) => a.cursor - b.cursor)
    const page = found.slice(-size)
    const next = found.length > page.length ? { before: page[0]?.cursor ?? 1 } : {}
    const first = before === undefined ? { frame: { ...frame, messages: found.length } } : {}
    return ok({ asOf: to, ...first, messages: page, answers: [], tools: [], notes: [], ...next })
  })
  const asked = (): Window[] => client.calls.filter(({ method }) => method === 'flow.window').map(({ input }) => input as Window)
  const replace = (message: FlowMessage): void => {
    all[all.findIndex(({ event }) => event === message.event)] = message
  }
  return { client, asked, add: (message) => void all.push(message), replace }
}

async function storeOf(client: MockClient): Promise<AppStore> {
  const store = testStore(client)
  await store.getState().start()
  return store
}
const window = (now: number, span = 20 * minute) => ({ from: now - span, to: now })
const ids = (store: AppStore): string[] => store.getState().flowRows.messages.map(({ event }) => event)

describe('reading a window', () => {
  it('goes page by page, oldest first in the end', async () => {
    const { client, asked } = coreWith([messageOf(30, 'a', 'b'), messageOf(20, 'a', 'b'), messageOf(10, 'a', 'b')], 1)
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    expect(ids(store)).toEqual(['a-b-30', 'a-b-20', 'a-b-10'])
    expect(asked().map(({ before }) => before)).toEqual([undefined, 999_990, 999_980])
  })

  it('says which part of it is still to be read', async () => {
    const { client } = coreWith([messageOf(30, 'a', 'b'), messageOf(20, 'a', 'b'), messageOf(10, 'a', 'b')], 1)
    const store = await storeOf(client)
    const parts = new Set<unknown>()
    store.subscribe(({ flowUnread }) => parts.add(flowUnread))
    await store.getState().readFlow(window(flowNow), flowNow)
    const { from } = window(flowNow)
    expect([...parts]).toEqual([undefined, { from, to: flowNow - 10_000 }, { from, to: flowNow - 20_000 }])
    expect(store.getState().flowUnread).toBeUndefined()
  })

  it('of very many pages reads the newest, and says before when marks are missing', async () => {
    const { client, asked } = coreWith(
      Array.from({ length: 12 }, (_, at) => messageOf(120 - at * 10, 'a', 'b')),
      1,
    )
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    expect(asked()).toHaveLength(10)
    expect(store.getState().flowRows).toMatchObject({ wholeFrom: flowNow - 100_000, messages: { length: 10 } })
    await store.getState().readFlow(window(flowNow + 60 * minute, minute), flowNow + 60 * minute)
    expect(store.getState().flowRows.wholeFrom).toBeUndefined()
  })

  it('follows with the newest part only, and the last two minutes now and then', async () => {
    const { client, asked, add } = coreWith([messageOf(600, 'a', 'b')])
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    await store.getState().readFlow(window(flowNow + 1_000), flowNow + 1_000)
    expect(asked()).toHaveLength(1)
    add({ ...messageOf(0, 'a', 'b'), at: flowNow + 1_500 })
    store.getState().flowArrived([messageEvent(40, 'a', 'b', 'new')])
    await store.getState().readFlow(window(flowNow + 2_000), flowNow + 2_000)
    expect(asked().at(-1)).toMatchObject({ from: flowNow + 1 - 3_000, to: flowNow + 2_001 })
    expect(ids(store)).toEqual(['a-b-600', 'a-b-0'])
    await store.getState().readFlow(window(flowNow + 20_000), flowNow + 20_000)
    expect(asked().at(-1)).toMatchObject({ from: flowNow + 2_001 - 2 * minute, to: flowNow + 20_001 })
    expect(asked()).toHaveLength(3)
  })

  it('reads older minutes of the window again in turn: a message can be read long after it was sent', async () => {
    const old = messageOf(300, 'a', 'b')
    const { client, asked, replace } = coreWith([messageOf(500, 'a', 'b'), old])
    const store = await storeOf(client)
    const ten = (now: number) => window(now, 10 * minute)
    await store.getState().readFlow(ten(flowNow), flowNow)
    replace({ ...old, to: [{ to: 'b', arrival: 'read' }] })
    const arrival = (): string | undefined => store.getState().flowRows.messages.find(({ event }) => event === old.event)?.to[0]?.arrival
    expect(arrival()).toBe('sent')
    for (let now = flowNow; now < flowNow + minute; now += 4_000) await store.getState().readFlow(ten(now), now)
    expect(arrival()).toBe('read')
    expect(ids(store)).toEqual(['a-b-500', 'a-b-300'])
    const spans = asked().map(({ from, to }) => to - from)
    expect(Math.max(...spans.slice(1))).toBeLessThan(3 * minute)
    expect(spans.length).toBeLessThan(12)
  })

  it('reads what is new at once, also when older minutes are due', async () => {
    const { client, add } = coreWith([messageOf(600, 'a', 'b')])
    const store = await storeOf(client)
    const read = (seconds: number): Promise<unknown> =>
      store.getState().readFlow(window(flowNow + seconds * 1_000), flowNow + seconds * 1_000)
    // The last two minutes are due at 16, and so older ones at 20.
    for (const seconds of [0, 16]) await read(seconds)
    add({ ...messageOf(0, 'a', 'b'), at: flowNow + 19_500 })
    store.getState().flowArrived([messageEvent(40, 'a', 'b', 'new')])
    await read(20)
    expect(ids(store)).toEqual(['a-b-600', 'a-b-0'])
  })

  it('while it is paused counts what is said, not what is read from history', async () => {
    const { client } = coreWith([])
    const store = await storeOf(client)
    store.getState().pauseFlow(flowNow)
    store.getState().flowArrived([messageEvent(40, 'a', 'b', 'new'), { ...messageEvent(41, 'a', 'b', 'old'), late: true }])
    expect(store.getState().flow.newCount).toBe(1)
  })

  it('reads everything that arrived while it was not shown', async () => {
    const { client, add } = coreWith([messageOf(600, 'a', 'b')], 1)
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    const later = flowNow + 10 * minute
    for (const ago of [-60, -120, -180, -240, -300]) add(messageOf(ago, 'a', 'b'))
    store.getState().flowArrived([])
    await store.getState().readFlow(window(later), later)
    expect(ids(store)).toEqual(['a-b-600', 'a-b--60', 'a-b--120', 'a-b--180', 'a-b--240', 'a-b--300'])
  })

  it('reads what is older when it is moved back, and no more', async () => {
    const { client, asked } = coreWith([messageOf(2_000, 'a', 'b'), messageOf(10, 'a', 'b')])
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    await store.getState().readFlow(window(flowNow - 15 * minute), flowNow)
    expect(asked().at(-1)).toMatchObject({ from: flowNow - 35 * minute, to: flowNow - 20 * minute })
    expect(ids(store)).toEqual(['a-b-2000', 'a-b-10'])
    expect(asked()).toHaveLength(2)
  })

  it('forgets what is far behind, and keeps at most so many marks', async () => {
    const { client } = coreWith([messageOf(1_100, 'a', 'b'), messageOf(10, 'a', 'b')])
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    const later = flowNow + 38 * minute
    await store.getState().readFlow(window(flowNow + 19 * minute), flowNow + 19 * minute)
    await store.getState().readFlow(window(later), later)
    expect(ids(store)).toEqual(['a-b-10'])
    expect(store.getState().flowRows.from).toBeGreaterThanOrEqual(later - 40 * minute)
    expect(mostMarks).toBe(10_000)
  })

  it('of a day reads density, again only when it moved visibly, and marks when it is short again', async () => {
    const { client, asked } = coreWith([messageOf(10, 'a', 'b')])
    const day = 24 * 60 * minute
    const bins = { from: flowNow - day, width: minute, lanes: [{ agent: 'a', link: 'l1', counts: [1] }] }
    client.on('flow.window', ({ from, to }) => {
      const isDay = to - from > 60 * minute
      const messages = isDay ? [] : [messageOf(10, 'a', 'b')]
      return ok({
        asOf: to,
        frame: { ...frame, ...(isDay && { bins }) },
        messages,
        answers: [],
        tools: [],
        notes: [],
        ...(isDay && { before: 9 }),
      })
    })
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow, day), flowNow)
    await store.getState().readFlow(window(flowNow + 1_000, day), flowNow + 1_000)
    expect(asked()).toHaveLength(1)
    await store.getState().readFlow(window(flowNow + 5 * minute, day), flowNow + 5 * minute)
    expect(asked()).toHaveLength(2)
    expect(store.getState().flowRows.bins).toBeDefined()
    await store.getState().readFlow(window(flowNow), flowNow)
    expect(store.getState().flowRows).toMatchObject({ from: flowNow - 20 * minute, bins: undefined, messages: [{ event: 'a-b-10' }] })
  })

  it('keeps what is there after a fault, and reads again when asked to', async () => {
    const { client, asked } = coreWith([messageOf(10, 'a', 'b')])
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    client.on('flow.window', () => fail('unavailable', 'The journal cannot be read.'))
    store.getState().flowChanged()
    await store.getState().readFlow(window(flowNow + 1_000), flowNow + 1_000)
    expect(store.getState().flowFault).toMatchObject({ since: flowNow + 1_000 })
    expect(ids(store)).toEqual(['a-b-10'])
    const before = asked().length
    store.getState().retryFlow()
    await store.getState().readFlow(window(flowNow + 2_000), flowNow + 2_000)
    expect(asked().length).toBe(before + 1)
  })

  it('starts over in another workspace', async () => {
    const { client } = coreWith([messageOf(10, 'a', 'b')])
    const store = await storeOf(client)
    await store.getState().readFlow(window(flowNow), flowNow)
    store.getState().showWorkspace({ id: 'w2', path: '/x', name: 'x', operator: 'o', operatorAsked: true, openedAt: 1, demo: false })
    expect(store.getState()).toMatchObject({ flowRows: { messages: [] }, flowPhase: 'loading' })
  })
})
