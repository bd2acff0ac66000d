import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../core/fault.ts'
import { fixtureNow } from '../features/testing/fixtures.ts'
import { minute, pastAt, pastCore, pastMoment as then } from '../features/testing/past-fixtures.ts'
import { App } from './layout.tsx'
import { renderApp } from './testing.ts'

afterEach(cleanup)

test('names the file, where it belongs and what is left out, until it is back (F29)', async () => {
  const client = pastCore()
  client.on('past.state', ({ asOf }) => ok({ ...pastAt(asOf), notRecorded: [{ what: 'archive', archive: 'archive-2026-03.db' }] }))
  const { store } = await renderApp(<App />, client)
  await waitFor(() => expect(store.getState().state).toBeDefined())
  await store.getState().lookAt(then)
  const missing = await screen.findByRole('status', { name: 'Missing of this moment' })
  expect(missing.textContent).toMatch(/archive-2026-03\.db is missing or damaged.* counts\. Put the file back into \/home\/mira\/\S+,/)
  client.on('past.state', ({ asOf }) => ok(pastAt(asOf)))
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Missing of this moment' })).toBeNull())
  expect(store.getState().past?.asOf).toBe(then)
})

test('before the journal begins, nothing is said about what needed the operator (F29)', async () => {
  const client = pastCore()
  const counts = { needs: 0, owed: 0, overdue: 0, owedByOthers: 0, overdueByOthers: 0, stuck: 0 }
  const notRecorded = [{ what: 'messages' as const, until: fixtureNow - 5 * minute }]
  client.on('past.state', ({ asOf }) => ok({ ...pastAt(asOf), needs: [], counts, notRecorded }))
  const { store } = await renderApp(<App />, client)
  await waitFor(() => expect(store.getState().state).toBeDefined())
  store.getState().setView('needs')
  await store.getState().lookAt(then)
  expect((await screen.findByRole('status', { name: 'Missing of this moment' })).textContent).toContain('begins on 2026-')
  expect(screen.queryByText('Nothing needed you.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull()
})
