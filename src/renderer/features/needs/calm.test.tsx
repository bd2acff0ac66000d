import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { Calm } from './calm.tsx'

afterEach(cleanup)

test('where no agent is known yet, it says how to begin', async () => {
  const { store } = await renderApp(<Calm now={fixtureNow} />, createMockClient({ state: { ...fixtureState, agents: [] } }))
  expect(screen.getByRole('button', { name: 'Try the demo' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Invite an agent' }))
  expect(store.getState().overlay).toEqual({ kind: 'invite' })
})

test('where agents work, it says how many', async () => {
  const { store } = await renderApp(<Calm now={fixtureNow} />)
  expect(screen.queryByRole('button', { name: /Invite|demo/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /working/ }))
  expect(store.getState()).toMatchObject({ view: 'agents', agentsOnly: 'working' })
})
