import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pastCore, pastMoment } from '../testing/past-fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { FlowInspector } from './flow-inspector.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const feed = (): HTMLElement | null => screen.queryByRole('region', { name: 'Feed next to Flow' })

test('in the past the feed of then is next to Flow; what is opened is selected in it, without leaving Flow, and it closes', async () => {
  vi.stubGlobal('innerWidth', 1_440)
  const client = pastCore()
  const { store } = await renderApp(<FlowInspector />, client)
  act(() => store.getState().setView('flow'))
  expect(feed()).toBeNull()
  await act(() => store.getState().lookAt(pastMoment))
  await waitFor(() => expect(store.getState().feed.rows.length).toBeGreaterThan(0))
  expect(feed()).not.toBeNull()
  const [first] = store.getState().feed.rows
  await act(() => store.getState().openFlowEvent(first?.id ?? ''))
  expect(store.getState()).toMatchObject({ view: 'flow', selection: first?.id, scroll: { to: 'event', id: first?.id } })
  expect(feed()).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close the feed' }))
  expect(feed()).toBeNull()
  expect(screen.getByRole('tab', { name: 'Raw' })).toBeTruthy()
})
