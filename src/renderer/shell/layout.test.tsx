import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../core/fault.ts'
import { createMockClient } from '../features/testing/client-mock.ts'
import { fixtureDesk, fixtureOwed } from '../features/testing/desk-fixtures.ts'
import { fixtureState } from '../features/testing/fixtures.ts'
import { App } from './layout.tsx'
import { renderApp } from './testing.ts'

afterEach(cleanup)

test.each([
  ['nothing in it has no inspector', { ...fixtureDesk, needs: [] }, 0],
  ['something in it has one', fixtureDesk, 1],
] as const)('Needs me with %s', async (_about, desk, panes) => {
  const { store } = await renderApp(<App />, createMockClient({ state: { ...fixtureState, desk: { ...desk, needs: [...desk.needs] } } }))
  act(() => store.getState().setView('needs'))
  await screen.findByRole('main', { name: 'Needs me' })
  expect(screen.queryAllByRole('complementary', { name: 'Inspector' })).toHaveLength(panes)
  act(() => store.getState().selectNeed(fixtureOwed[0]?.debt.key))
  await waitFor(() => expect(screen.queryAllByRole('complementary', { name: 'Inspector' })).toHaveLength(1))
  act(() => store.getState().setView('feed'))
  expect(screen.getAllByRole('complementary', { name: 'Inspector' })).toHaveLength(1)
})

test('without a workspace, the first page leads to Simulate and back', async () => {
  const listed = { folder: '/data/scenarios', scenarios: [], faults: [] }
  const handlers = { 'workspaces.list': () => ok([]), 'simulations.list': () => ok(listed), 'simulations.state': () => ok({ ran: [] }) }
  await renderApp(<App />, createMockClient({ handlers }))
  const simulate = await screen.findByRole('button', { name: 'Simulate' })
  simulate.focus()
  fireEvent.click(simulate)
  const main = await screen.findByRole('main', { name: 'Simulate' })
  await waitFor(() => expect(document.activeElement).toBe(main))
  await screen.findByText(/\/data\/scenarios/)
  fireEvent.click(screen.getByRole('button', { name: 'Needs me' }))
  await screen.findByRole('main', { name: 'Start' })
})

test('a change of view that removes what had the focus moves it to the main pane', async () => {
  const { store } = await renderApp(<App />, createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [] } } }))
  act(() => store.getState().setView('links'))
  const links = await screen.findByRole('main', { name: 'Links' })
  expect(document.activeElement).toBe(links)
  links.querySelector('button')?.focus()
  act(() => store.getState().setView('needs'))
  expect(document.activeElement).toBe(await screen.findByRole('main', { name: 'Needs me' }))
  const rail = screen.getByRole('button', { name: 'Links' })
  rail.focus()
  fireEvent.click(rail)
  await screen.findByRole('main', { name: 'Links' })
  expect(document.activeElement).toBe(rail)
  // By the keys, the rail is left.
  act(() => store.getState().setView('needs'))
  expect(document.activeElement).toBe(await screen.findByRole('main', { name: 'Needs me' }))
})

test('what has the focus and is removed without a change of view leaves it to the main pane, which is no other control', async () => {
  await renderApp(<App />, createMockClient())
  const main = await screen.findByRole('main')
  const row = main.appendChild(document.createElement('button'))
  row.focus()
  row.remove()
  await waitFor(() => expect(document.activeElement).toBe(main))
  const [gone, next] = [document.createElement('button'), document.createElement('button')]
  main.append(gone, next)
  gone.focus()
  gone.remove()
  next.focus()
  await waitFor(() => expect(gone.isConnected).toBe(false))
  expect(document.activeElement).toBe(next)
  // The keys let go of it themselves: Tab goes on from where it was.
  next.blur()
  main.append(document.createElement('i'))
  await waitFor(() => expect(main.querySelector('i')).not.toBeNull())
  expect(document.activeElement).toBe(document.body)
})

test('a drawer that closes gives the focus back to what opened it, and a form of a new link takes it', async () => {
  const { store } = await renderApp(<App />, createMockClient())
  act(() => store.getState().setView('links'))
  const links = await screen.findByRole('main', { name: 'Links' })
  const [add] = within(links).getAllByRole('button', { expanded: false })
  add?.focus()
  fireEvent.click(add ?? links)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  fireEvent.keyDown(name, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(add))
})
