import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DebtRow } from '../../../core/debt.ts'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureClosed, fixtureDesk } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { NeedsView } from './needs-view.tsx'

afterEach(cleanup)

async function shown(more: Partial<DebtRow> = {}) {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const [closed] = fixtureClosed.map((row) => ({ ...row, ...more }))
  client.on('desk.page', ({ list }) => ok({ rows: list === 'closed' && closed ? [closed] : [], total: 1, hasMore: false }))
  const { store } = await renderApp(<NeedsView />, client)
  act(() => store.getState().setView('needs'))
  const list = await screen.findByRole('list', { name: 'Closed today' })
  await within(list).findByRole('listitem') // the list is there before its rows
  const press = (name: string | RegExp): void => void fireEvent.click(within(list).getByRole('button', { name }))
  return { client, store, press, list }
}

test('a closed row leads to what was asked, to what closed it, and to where that is written', async () => {
  const endAnchor = { label: 'chat.md:9', path: '.workplace/chat.md', line: 9 }
  const { client, store, press } = await shown({ endAnchor })
  press('you answered in 3 m')
  await waitFor(() => expect(store.getState().selection).toBe('e000009'))
  act(() => store.getState().setView('needs'))
  press('Question: Confirm the quarantine?')
  await waitFor(() => expect(store.getState().selection).toBe('e000014'))
  act(() => store.getState().setView('needs'))
  press('chat.md:9')
  await waitFor(() => expect(client.calls).toContainEqual({ method: 'events.open', input: { id: 'e000009' } }))
})

test('what the operator decided here leads to no message, and an asker who left may be back', async () => {
  const decided = await shown({ mark: { verb: 'settle', at: 1, cursor: 1 } })
  expect(within(decided.list).queryByRole('button', { name: 'you marked it done' })).toBeNull()
  cleanup()
  const [row] = fixtureClosed
  const end = { event: 'e000009', at: 1, by: 'tester', how: 'left', evidence: 'transport' } as const
  const gone = await shown(row && { debt: { ...row.debt, state: 'void', end } })
  gone.press('tester has been gone for a day')
  expect(within(gone.list).getByRole('button', { name: /^Reopen/ })).toBeTruthy()
})
