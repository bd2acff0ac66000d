import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail } from '../../../../core/fault.ts'
import { BoardInspector } from '../../../../renderer/features/board/board-inspector.tsx'
import { BoardView } from '../../../../renderer/features/board/board-view.tsx'
import { NewTask } from '../../../../renderer/features/board/new-task.tsx'
import { newTaskOverlay } from '../../../../renderer/features/overlays.ts'
import { createMockClient } from '../../../../renderer/features/testing/client-mock.ts'
import { messageEvent } from '../../../../renderer/features/testing/fixtures.ts'
import { asked } from '../../../../renderer/features/testing/link-calls.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { busyNetwork, fixtureNetwork } from './board-fixtures.ts'
import { networkTasks } from './task-source.ts'
import { createLinkClient, type LinkClient } from '../../../../renderer/features/testing/link-client.ts'

afterEach(cleanup)

async function show(client: LinkClient): Promise<Rendered> {
  const rendered = await renderApp(
    <>
      <BoardView />
      <BoardInspector />
    </>,
    client,
  )
  act(() => rendered.store.getState().setView('board'))
  await screen.findByRole('button', { name: /^Map every caller/ })
  return rendered
}

async function newTask(client: LinkClient): Promise<Rendered> {
  const rendered = await renderApp(<NewTask />, client)
  act(() => rendered.store.getState().setOverlay(newTaskOverlay({})))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'Run the suite' } })
  return rendered
}

function enter(field: string, value: string): void {
  const input = screen.getByRole('combobox', { name: field })
  fireEvent.change(input, { target: { value } })
  fireEvent.keyDown(input, { key: 'Enter' })
}

test('shows tasks of a network with their assignees and the envelopes behind their changes', async () => {
  await show(createLinkClient(busyNetwork()))
  const card = screen.getByRole('button', { name: /^Port rate limiter/ }).closest<HTMLElement>('[data-card]')
  expect(card?.closest<HTMLElement>('[data-column]')?.dataset['column']).toBe('working')
  expect(card?.textContent).toContain('scout')
  expect(card?.textContent).toContain('owner gone')
  fireEvent.click(screen.getByRole('button', { name: /^Map every caller/ }))
  const rows = await waitFor(() => within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem'))
  expect(rows.map((row) => row.textContent).join()).toMatch(/created, assigned to coder.*working/)
})

test('creates a task on the chosen network, with the owner as assignee and its reach', async () => {
  const client = createLinkClient(busyNetwork(), fixtureNetwork('l6', 'local'))
  await newTask(client)
  fireEvent.change(screen.getByRole('combobox', { name: 'Network' }), { target: { value: 'l6' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Channel' }), { target: { value: '#ops' } })
  enter('Owner', 'coder')
  enter('To', '@workers')
  expect(await screen.findByRole('group', { name: 'Reach' })).toBeTruthy()
  await screen.findByText(/"task.create"/)
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(asked(client, 'create')).toEqual([
      { title: 'Run the suite', assignee: 'coder', to: ['@workers'], place: '#ops', id: 'l6-kept' },
    ]),
  )
})

test('shows a fault about the assignee at the owner', async () => {
  const client = createLinkClient(busyNetwork())
  client.answer('preview', () => fail('invalid', '“a b” is not a valid nick.', { field: 'assignee' }))
  await newTask(client)
  expect((await screen.findByText(/is not a valid nick/)).closest('[data-field]')?.getAttribute('data-field')).toBe('owner')
})

test('needs a channel to create a task', async () => {
  const client = createLinkClient(fixtureNetwork('l5', 'libera', { channels: [] }))
  await newTask(client)
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Join a channel first')
  expect(asked(client, 'create')).toEqual([])
})

test('reloads for task envelopes only', () => {
  const events = ['task.create', 'task.update', 'agent.hello'].map((label) => messageEvent(90, 'coder', 'operator', 'x', { label }))
  expect(events.map((event) => networkTasks.isAbout?.(event))).toEqual([true, true, false])
})

test('offers to add a network when there is none', async () => {
  const { store } = await renderApp(<BoardView />, createMockClient())
  fireEvent.click(await screen.findByRole('button', { name: 'Add a network' }))
  expect(store.getState().detail.get('links')).toBe('new:scuttlebot')
  expect(screen.queryByRole('button', { name: /^Task/ })).toBeNull()
})

test('keeps the tasks of a network that is down, with the reason', async () => {
  const network = busyNetwork()
  const client = createLinkClient(network)
  await show(client)
  act(() => client.setState({ links: [{ ...network.link, status: { ...network.link.status, lamp: 'down', text: 'refused: banned' } }] }))
  expect(within(screen.getByRole('list', { name: /out of date/ })).getByText(/refused: banned/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Map every caller/ })).toBeTruthy()
})
