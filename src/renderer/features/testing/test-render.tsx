import { fireEvent, render, screen } from '@testing-library/react'
import type { RenderResult } from '@testing-library/react'
import { VirtuosoMockContext } from 'react-virtuoso'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from './client-mock.ts'
import type { MockClient } from './client-mock.ts'
import { fixtureNow } from './fixtures.ts'
import type { StoreEnv } from '../state/env.ts'
import type { ProtocolScreen } from '../screen.ts'
import { createAppStore } from '../state/create-store.ts'
import { StoreContext } from '../state/store.ts'
import type { AppStore } from '../state/store.ts'

export interface Rendered extends RenderResult {
  readonly client: MockClient
  readonly store: AppStore
}

export interface Testing {
  /** A store over a mock whose frames and timers run at once. */
  testStore(client?: MockClient, more?: Partial<StoreEnv>): AppStore
  /** Renders a component inside a started store over a mock client. */
  renderApp(ui: React.ReactNode, client?: MockClient, more?: Partial<StoreEnv>): Promise<Rendered>
}

/** Stores and pages for tests of the shell (all screens), of one protocol's screen (that one), and of features (none). */
export function testingWith(screens: readonly ProtocolScreen[]): Testing {
  const testStore: Testing['testStore'] = (client = createMockClient(), more = {}) => {
    let ids = 0
    const env: StoreEnv = {
      client,
      now: () => fixtureNow,
      newId: () => `01TEST${String(++ids).padStart(20, '0')}`,
      onFrame: (run) => queueMicrotask(run),
      later: (run, ms) => void (ms < 2_000 && queueMicrotask(run)),
      isLooking: () => true,
      copy: async () => ok(undefined),
      download: () => undefined,
      readText: async () => ok(''),
      ...more,
    }
    return createAppStore(env, screens)
  }
  const renderApp: Testing['renderApp'] = async (ui, client = createMockClient(), more = {}) => {
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
  return { testStore, renderApp }
}

/** For tests of features: no protocol has a screen. */
export const { testStore, renderApp } = testingWith([])

/** Opens a tab with the pointer. The button comes up again: while it is down, React tells nobody of selections in texts, in any test after. */
export function openTab(name: RegExp | string): void {
  const tab = screen.getByRole('tab', { name })
  fireEvent.mouseDown(tab, { button: 0 })
  fireEvent.mouseUp(tab)
}
