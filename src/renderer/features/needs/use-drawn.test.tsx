import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import { readMs } from '../../../core/read-time.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureClosed, fixtureDebt, fixtureDesk, fixtureNeeds, fixtureRow, fixtureStuck } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { renderApp } from '../testing/test-render.tsx'
import { needCommands } from './need-commands.ts'
import { NeedsView } from './needs-view.tsx'

afterEach(cleanup)

const marked = (client: MockClient): unknown[] => client.calls.filter(({ method }) => method === 'desk.mark').map(({ input }) => input)

/** Needs me, on a page of which other rows have drawn some debts a while ago. @returns a function that lets time pass in which the rest can be read */
async function shown(client: MockClient, drawn: readonly string[]): Promise<() => void> {
  let now = fixtureNow
  const ui = (
    <>
      <TestKeys commands={needCommands} />
      <NeedsView />
    </>
  )
  const { store } = await renderApp(ui, client, { now: () => now })
  act(() => store.getState().drewDebts(drawn))
  now += readMs
  act(() => store.getState().setView('needs'))
  await screen.findByRole('region', { name: 'Owed by others' })
  return () => void (now += readMs)
}

test('what an agent that is lost owes is no longer needed as a whole, though other lists have drawn only a part of it', async () => {
  const stuck = fixtureStuck('lost', { debts: ['l1|1', 'l1|2', 'l1|3'] })
  const [first] = fixtureNeeds
  const need = { ...first, id: stuck.id, source: 'lost', row: undefined, stuck } as Need
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [need] } } })
  const read = await shown(client, ['l1|2'])
  read()
  fireEvent.keyDown(document.body, { key: 'n', code: 'any' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'e', code: 'any' })
  await waitFor(() => expect(marked(client)).toEqual([{ workspace: 'w1', keys: stuck.debts, verb: 'waive' }]))
})

test('what was open before is kept as a whole, though rows have drawn a part of it', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const old = [fixtureRow(fixtureDebt(1)), fixtureRow(fixtureDebt(2))]
  client.on('desk.page', ({ list }) => ok({ rows: list === 'before' ? old : [], total: 2, hasMore: false }))
  const read = await shown(client, ['l1|1:1:x'])
  await screen.findByRole('list', { name: 'From before' })
  read()
  fireEvent.click(screen.getByRole('button', { name: 'Keep all' }))
  await waitFor(() => expect(marked(client)).toEqual([{ workspace: 'w1', keys: ['l1|1:1:x', 'l1|1:2:x'], verb: 'pin' }]))
})

test('what was closed is open again as a whole, though rows have drawn a part of it', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const [closed] = fixtureClosed.map((row) => ({ ...row, keys: ['l1|1', 'l1|2'] }))
  client.on('desk.page', ({ list }) => ok({ rows: list === 'closed' && closed ? [closed] : [], total: 1, hasMore: false }))
  const read = await shown(client, ['l1|1'])
  const list = await screen.findByRole('list', { name: 'Closed today' })
  read()
  fireEvent.click(within(list).getByRole('button', { name: /^Reopen/ }))
  await waitFor(() => expect(marked(client)).toEqual([{ workspace: 'w1', keys: ['l1|1', 'l1|2'], verb: 'reopen' }]))
})
