import { expect, test, vi } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import type { MockClient } from '../testing/client-mock.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { testStore } from '../testing/test-render.tsx'
import type { AppState } from '../screen.ts'

async function started(client: MockClient = createMockClient()): Promise<() => AppState> {
  const store = testStore(client, { isLooking: () => false })
  await store.getState().start()
  await vi.waitFor(() => expect(store.getState().feedPhase).toBe('ready'))
  await vi.waitFor(() => expect(store.getState().state).toBeDefined())
  return store.getState
}

const inputs = (client: MockClient, method: string): unknown[] =>
  client.calls.filter((call) => call.method === method).map((call) => call.input)

test('*next unread* goes to the oldest unread message of the most recent conversation, also from a filter without any', async () => {
  const now = await started()
  const unread = now().state?.conversations.filter((one) => one.unread > 0) ?? []
  const latest = unread.toSorted((a, b) => b.lastOrd - a.lastOrd)[0]
  const gone = await now().nextUnread()
  expect(gone).toMatchObject({ ok: true, value: { body: { kind: 'message', conversation: latest?.key } } })
  expect(now().following).toBe(false)
  const calm = now().state?.conversations.find((one) => one.unread === 0)
  now().setFilter({ conversation: calm?.id })
  expect(await now().nextUnread()).toMatchObject({ ok: true })
  expect(now().filter).toEqual({ conversation: latest?.id })
})

test('*mark all read* reads what the filter shows, and Undo makes each conversation unread again from its old mark', async () => {
  const client = createMockClient()
  const now = await started(client)
  const unread = now().state?.conversations.filter((one) => one.unread > 0) ?? []
  await now().markAllRead()
  expect(inputs(client, 'conversations.markRead')).toEqual([
    { workspace: 'w1', filter: {}, upTo: Math.max(...unread.map((one) => one.lastOrd)) },
  ])
  now().toasts.at(-1)?.act?.run()
  await vi.waitFor(() => expect(inputs(client, 'conversations.markUnread')).toHaveLength(unread.length))
})

test('without unread messages both do nothing', async () => {
  const client = createMockClient({
    state: { ...fixtureState, conversations: fixtureState.conversations.map((one) => ({ ...one, unread: 0 })) },
  })
  const now = await started(client)
  expect(await now().nextUnread()).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  await now().markAllRead()
  expect(inputs(client, 'conversations.markRead')).toEqual([])
})
