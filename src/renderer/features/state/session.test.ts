import { expect, test, vi } from 'vitest'
import type { Output } from '../../../api/contract.ts'
import { fail, ok, type Fault, type Result } from '../../../core/fault.ts'
import { folderOverlay } from '../overlays.ts'
import type { AppState } from '../screen.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureEvents, fixtureState } from '../testing/fixtures.ts'
import { testStore } from '../testing/test-render.tsx'

test('a folder that opens slowly does not replace the one that was opened after it', async () => {
  const client = createMockClient()
  const store = testStore(client)
  await store.getState().start()
  const now = store.getState
  const slow = Promise.withResolvers<Result<Output<'workspaces.open'>>>()
  const [harbour, reef] = ['w2', 'w3'].map((id) => ({ ...fixtureState.info, id, path: `/${id}` }))
  client.on('workspaces.open', ({ path }) => (path === '/w2' ? slow.promise : ok(reef ?? fixtureState.info)))
  const first = now().openWorkspace('/w2')
  await now().openWorkspace('/w3')
  slow.resolve(ok(harbour ?? fixtureState.info))
  expect(await first).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  expect(now().workspace).toBe('w3')
})

test('a start that takes long keeps what the operator opened meanwhile', async () => {
  const slow = Promise.withResolvers<Result<Output<'workspaces.open'>>>()
  const opened = { ...fixtureState.info, id: 'w3', path: '/w3' }
  const client = createMockClient()
  client.on('workspaces.open', ({ path }) => (path === '/w3' ? ok(opened) : slow.promise))
  const start = (): { readonly now: () => AppState; readonly started: Promise<void> } => {
    const store = testStore(client)
    return { now: store.getState, started: store.getState().start() }
  }
  const [dialog, view, other] = [start(), start(), start()]
  await vi.waitFor(() => expect(client.calls.filter(({ method }) => method === 'workspaces.open')).toHaveLength(3))
  dialog.now().setOverlay(folderOverlay({}))
  view.now().setView('settings')
  await other.now().openWorkspace('/w3')
  slow.resolve(ok(fixtureState.info))
  await Promise.all([dialog.started, view.started, other.started])
  expect(dialog.now()).toMatchObject({ workspace: fixtureState.info.id, phase: 'ready' })
  expect(folderOverlay.of(dialog.now())).toBeDefined()
  expect(view.now()).toMatchObject({ workspace: fixtureState.info.id, view: 'settings' })
  expect(other.now()).toMatchObject({ workspace: 'w3', phase: 'ready' })
})

test('the start and the page that a lost connection ended are repeated when it is back', async () => {
  const client = createMockClient()
  client.on('workspaces.open', () => {
    client.setConnection('connecting')
    return fail('unavailable', 'The connection was lost.')
  })
  const store = testStore(client)
  await store.getState().start()
  expect(store.getState().workspace).toBeUndefined()
  client.on('workspaces.open', () => ok(fixtureState.info))
  client.on('feed.page', () => fail('unavailable', 'The connection was lost.'))
  client.setConnection('open')
  await vi.waitFor(() => expect(store.getState().feedPhase).toBe('failed'))
  client.on('feed.page', () => ok({ events: [...fixtureEvents], hasBefore: false, hasAfter: false }))
  client.setConnection('open')
  await vi.waitFor(() => expect(store.getState().feed.rows).toEqual(fixtureEvents))
})

test('a workspace that the core no longer follows is left, with the reason', async () => {
  const client = createMockClient()
  let refuse: ((fault: Fault) => void) | undefined
  const store = testStore({
    ...client,
    subscribe(to, onPush, onFault) {
      refuse = onFault
      return client.subscribe(to, onPush, onFault)
    },
  })
  await store.getState().start()
  await vi.waitFor(() => expect(store.getState().state).toBeDefined())
  const { fault } = fail('not-found', 'This workspace is no longer in the list.')
  refuse?.(fault)
  expect(store.getState()).toMatchObject({ workspace: undefined, state: undefined, startFault: fault })
})
