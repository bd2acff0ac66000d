import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDesk, fixtureNeeds } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { NeedsView } from './needs-view.tsx'

afterEach(cleanup)

test('the menu of a row that was not selected stays open, and the row is selected', async () => {
  const { store } = await renderApp(<NeedsView />, createMockClient({ state: { ...fixtureState, desk: fixtureDesk } }))
  act(() => store.getState().setView('needs'))
  const rows = within(await screen.findByRole('list', { name: 'Needs me' })).getAllByRole('article')
  const more = within(rows[1] ?? document.body).getByRole('button', { name: /^More for / })
  // As a mouse does it: the menu opens with the press, and the click follows.
  fireEvent.pointerDown(more, { button: 0, ctrlKey: false, pointerType: 'mouse' })
  const menu = await screen.findByRole('menu')
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  fireEvent.click(more)
  await waitFor(() => expect(store.getState().need).toBe(fixtureNeeds[1]?.id))
  expect(screen.getByRole('menuitem', { name: /^Look from here/ })).toBeTruthy()
  expect(menu.contains(document.activeElement)).toBe(true)
})
