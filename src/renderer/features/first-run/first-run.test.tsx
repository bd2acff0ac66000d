import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureInfo, fixtureWorkspace } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { FirstRun } from './first-run.tsx'

afterEach(cleanup)

const folders = (path: string) =>
  (path.endsWith('.') ? ['.hidden'] : ['anchor', 'tidepool']).map((name) => ({
    name,
    path: `/home/mira/${name}`,
    hasChat: name === 'tidepool',
  }))
const fresh = (): MockClient =>
  createMockClient({
    handlers: {
      'workspaces.list': () => ok([]),
      'workspaces.folders': ({ path }) =>
        path === '/nope/' ? fail('not-found', 'There is no such folder.') : ok({ path: '/home/mira', folders: folders(path) }),
    },
  })
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Folder' })

const meaningOf = (word: string): string | null | undefined => screen.getByText(word).closest('div')?.querySelector('dd')?.textContent

test('the legend explains every status of an agent', async () => {
  await renderApp(<FirstRun />, fresh())
  expect(meaningOf('lost')).toBe('it disappeared, or reported an error')
  expect(meaningOf('ended')).toBe('it signed off or was stopped')
})

describe('the folder field', () => {
  test('lists folders, those with a .workplace first, hidden ones only on request', async () => {
    await renderApp(<FirstRun />, fresh())
    await screen.findByText('anchor')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual(['tidepoolhas .workplace', 'anchor'])
    fireEvent.change(field(), { target: { value: '.h' } })
    await screen.findByText('.hidden')
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual(['.hidden'])
  })
  test('arrow and Enter enter a folder, a second Enter opens it', async () => {
    const { client } = await renderApp(<FirstRun />, fresh())
    await screen.findByText('anchor')
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id)
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(field()).toHaveProperty('value', '/home/mira/tidepool/')
    fireEvent.submit(field())
    await waitFor(() =>
      expect(client.calls.find((call) => call.method === 'workspaces.open')?.input).toEqual({ path: '/home/mira/tidepool/' }),
    )
  })
  test('a refusal is shown at the field and keeps the input', async () => {
    const client = fresh()
    client.on('workspaces.open', () => fail('unavailable', 'The folder cannot be read.', { detail: 'EACCES' }))
    await renderApp(<FirstRun />, client)
    fireEvent.change(field(), { target: { value: '/root' } })
    fireEvent.submit(field())
    expect((await screen.findByRole('alert')).textContent).toContain('The folder cannot be read.')
    expect(field()).toHaveProperty('value', '/root')
    expect(field().getAttribute('aria-invalid')).toBe('true')
  })
  test('a folder that cannot be listed says so', async () => {
    await renderApp(<FirstRun />, fresh())
    fireEvent.change(field(), { target: { value: '/nope/' } })
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such folder.')
  })
  test('an empty field opens nothing', async () => {
    const { client } = await renderApp(<FirstRun />, fresh())
    fireEvent.submit(field())
    await screen.findByRole('alert')
    expect(client.calls.some((call) => call.method === 'workspaces.open')).toBe(false)
  })
})

test('the native dialog is used if there is one, and closing it is not a fault', async () => {
  const client = fresh()
  client.on('app.info', () => ok({ ...fixtureInfo, canPickFolder: true }))
  await renderApp(<FirstRun />, client)
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Open folder/ }))
  await waitFor(() => expect(client.calls.some((call) => call.method === 'workspaces.pick')).toBe(true))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the demo starts, and a fault is shown next to it', async () => {
  const client = fresh()
  client.on('workspaces.demo', () => fail('unavailable', 'No room for the demo.'))
  const { store } = await renderApp(<FirstRun />, client)
  fireEvent.click(screen.getByRole('button', { name: 'Start demo' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No room for the demo.')
  client.on('workspaces.demo', () => ok({ ...fixtureWorkspace, id: 'demo', demo: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Start demo' }))
  await waitFor(() => expect(store.getState().workspace).toBe('demo'))
})
