import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureNeeds, fixtureRow, fixtureStuck } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { renderApp } from '../testing/test-render.tsx'
import { needCommands } from './need-commands.ts'
import { NeedsView } from './needs-view.tsx'

afterEach(cleanup)

const desk = (needs: readonly Need[]) => ({ desk: { ...fixtureDesk, needs: [...needs] } })
const rows = (): HTMLElement[] => within(screen.getByRole('list', { name: 'Needs me' })).getAllByRole('article')

async function shown(needs: readonly Need[]): Promise<MockClient> {
  const client = createMockClient({ state: { ...fixtureState, ...desk(needs) } })
  const ui = (
    <>
      <TestKeys commands={needCommands} />
      <NeedsView />
    </>
  )
  const { store } = await renderApp(ui, client)
  act(() => store.getState().setView('needs'))
  await screen.findByRole('region', { name: 'Owed by others' })
  return client
}

test('what comes while the pointer is below the rows pushes nothing down, also if the keys were used among the rows before', async () => {
  const client = await shown(fixtureNeeds.slice(1))
  fireEvent.keyDown(document.body, { key: 'n', code: 'any' })
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  const { parentElement: below } = screen.getByRole('region', { name: 'Owed by others' })
  fireEvent.pointerEnter(below as HTMLElement)
  act(() => client.setState(desk(fixtureNeeds)))
  expect(rows()).toHaveLength(fixtureNeeds.length - 1)
  fireEvent.pointerLeave(below as HTMLElement)
  await waitFor(() => expect(rows()).toHaveLength(fixtureNeeds.length))
})

test('a question that comes while the pointer is among what is stuck does not push that down', async () => {
  const stuck = fixtureStuck('lost', { debts: ['l1|1'] })
  const lost = { ...fixtureNeeds[0], id: stuck.id, source: 'lost', row: undefined, stuck } as Need
  const client = await shown([...fixtureNeeds.slice(1), lost])
  const part = screen.getByRole('region', { name: 'Stuck' })
  fireEvent.pointerEnter(part)
  act(() => client.setState(desk([...fixtureNeeds, lost])))
  expect(rows()).toHaveLength(fixtureNeeds.length - 1)
  fireEvent.pointerLeave(part)
  await waitFor(() => expect(rows()).toHaveLength(fixtureNeeds.length))
})

test('what was open before knows its raw source', async () => {
  const client = createMockClient()
  const old = fixtureRow(fixtureDebt(1, { openedAt: fixtureNow - 10 * 86_400_000 }))
  client.on('desk.page', ({ list }) => ok({ rows: list === 'before' ? [old] : [], total: 1, hasMore: false }))
  await renderApp(<NeedsView />, client)
  const list = await screen.findByRole('list', { name: 'From before' })
  fireEvent.click(within(list).getByRole('button', { name: 'chat.md:1' }))
  await waitFor(() => expect(client.calls).toContainEqual({ method: 'events.open', input: { id: old.debt.ask } }))
})
