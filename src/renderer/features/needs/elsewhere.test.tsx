import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDesk } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { Elsewhere } from './elsewhere.tsx'

afterEach(cleanup)

test('each other workspace has its number, and a click goes there', async () => {
  const others = [
    { workspace: 'w2', name: 'berth', needs: 4 },
    { workspace: 'w3', name: 'reef', needs: 1 },
  ]
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, elsewhere: 5, others } } })
  const known = others.map(({ workspace, name }) => ({ ...fixtureState.info, id: workspace, name, path: `/projects/${name}` }))
  client.on('workspaces.list', () => ok([fixtureState.info, ...known]))
  const { store } = await renderApp(<Elsewhere />, client)
  await waitFor(() => expect(store.getState().workspaces).toHaveLength(3))
  fireEvent.keyDown(screen.getByRole('button', { name: '5 elsewhere' }), { key: 'Enter' })
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([expect.stringMatching(/^berth 4/), expect.stringMatching(/^reef 1/)])
  fireEvent.click(items[1] as HTMLElement)
  await waitFor(() => expect(client.calls).toContainEqual({ method: 'workspaces.open', input: { path: '/projects/reef' } }))
})
