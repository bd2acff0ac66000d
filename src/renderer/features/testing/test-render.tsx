import { fireEvent, render, screen } from '@testing-library/react'
import type { RenderResult } from '@testing-library/react'
import { VirtuosoMockContext } from 'react-virtuoso'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from './client-mock.ts'
import type { MockClient } from './client-mock.ts'
import { fixtureNow } from './fixtures.ts'
import type { StoreEnv } from '../state/env.ts'
import { screens } from '../../../protocols/screens.ts'
import { createAppStore } from '../state/create-store.ts'
import { StoreContext } from '../state/store.ts'
import type { AppStore } from '../state/store.ts'

export interface Rendered extends RenderResult {
  readonly client: MockClient
  readonly store: AppStore
}

/** A store over a mock whose frames and timers run at once. */
export function testStore(client: MockClient = createMockClient(), more: Partial<StoreEnv> = {}): AppStore {
  let ids = 0
  return createAppStore(
    {
      client,
      now: () => fixtureNow,
      newId: () => `01TEST${String(++ids).padStart(20, '0')}`,
      onFrame: (run) => queueMicrotask(run),
      later: (run, ms) => void (ms < 2_000 && queueMicrotask(run)),
      isLooking: () => true,
      copy: async () => ok(undefined),
      readText: async () => ok(''),
      ...more,
    },
    screens,
  )
}

/** Renders a component inside a started store over a mock client. */
export async function renderApp(
  ui: React.ReactNode,
  client: MockClient = createMockClient(),
  more: Partial<StoreEnv> = {},
): Promise<Rendered> {
  const store = testStore(client, more)
  await store.getState().start()
  await Promise.resolve()
  const rendered = render(
    <StoreContext value={store}>
      <VirtuosoMockContext value={{ viewportHeight: 900, itemHeight: 30 }}>{ui}</VirtuosoMockContext>
    </StoreContext>,
  )
  return { ...rendered, client, store }
}

/** Opens a tab with the pointer. The button comes up again: while it is down, React tells nobody of selections in texts, in any test after. */
export function openTab(name: RegExp | string): void {
  const tab = screen.getByRole('tab', { name })
  fireEvent.mouseDown(tab, { button: 0 })
  fireEvent.mouseUp(tab)
}
