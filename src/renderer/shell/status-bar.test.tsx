import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../core/fault.ts'
import type { Link } from '../../core/link.ts'
import { NeedsView } from '../features/needs/needs-view.tsx'
import { createMockClient } from '../features/testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureRow } from '../features/testing/desk-fixtures.ts'
import { fixtureHalt } from '../features/testing/halt-fixtures.ts'
import { fixtureLink, fixtureState } from '../features/testing/fixtures.ts'
import { renderApp } from './testing.ts'
import { StatusBar } from './status-bar.tsx'

afterEach(cleanup)

const withLinks = (...links: Link[]) => createMockClient({ state: { ...fixtureState, links } })

test('one lamp per link, with its word and number; it links to it', async () => {
  const { store } = await renderApp(<StatusBar />)
  const lamp = await screen.findByRole('button', { name: 'up chat.md 142 lines' })
  expect(lamp.textContent).toContain('142 lines')
  fireEvent.click(lamp)
  expect(store.getState().view).toBe('links')
  expect(store.getState().detail.get('links')).toBe('l1')
})

test('a link that is down says why', async () => {
  const reason = { code: 'unavailable' as const, message: 'The file cannot be read.' }
  await renderApp(<StatusBar />, withLinks({ ...fixtureLink, status: { lamp: 'down', text: 'not read', since: 0, reason } }))
  expect((await screen.findByRole('button', { name: /chat\.md/ })).textContent).toContain('The file cannot be read.')
})

test('says if there are no links and if nothing is running', async () => {
  const none = await renderApp(<StatusBar />, withLinks())
  await screen.findByText('No links')
  none.unmount()
  await renderApp(<StatusBar />, withLinks({ ...fixtureLink, enabled: false, status: { lamp: 'off', text: 'off', since: 0 } }))
  await screen.findByText('Nothing running')
})

test('long work can be cancelled; a refusal is shown next to it', async () => {
  const progress = { done: 5, total: 10, unit: 'lines', cancellable: true }
  const { client } = await renderApp(<StatusBar />, withLinks({ ...fixtureLink, status: { ...fixtureLink.status, progress } }))
  client.on('links.act', () => fail('conflict', 'It has just ended.'))
  expect((await screen.findByRole('button', { name: /chat\.md/ })).textContent).toContain('reading 5 of 10 lines')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('It has just ended.')
})

test('a lost connection is reported', async () => {
  const { client } = await renderApp(<StatusBar />)
  act(() => client.setConnection('closed', 'Patchbay does not run any more.'))
  expect(screen.getByText('no connection to Patchbay')).toBeTruthy()
  expect(screen.getByText('Patchbay does not run any more.')).toBeTruthy()
  const lamp = screen.getByRole('button', { name: /unknown chat\.md/ })
  expect(lamp.textContent).not.toContain('lines')
  expect(lamp.querySelector('.g-unknown')).not.toBeNull()
})

test('unusable input is counted next to its lamp and links to the reasons', async () => {
  const { store } = await renderApp(<StatusBar />, createMockClient({ state: { ...fixtureState, unusable: { l1: 2 } } }))
  fireEvent.click(await screen.findByRole('button', { name: '2 not usable' }))
  expect(store.getState().filter).toEqual({ source: 'l1', faults: true })
})

test('a damaged journal is reported with what to do, and links to Settings', async () => {
  const journalFault = fail('unavailable', 'The journal is damaged. Run `patchbay repair`.').fault
  const { store } = await renderApp(<StatusBar />, createMockClient({ state: { ...fixtureState, journalFault } }))
  expect((await screen.findByRole('alert')).textContent).toContain('patchbay repair')
  fireEvent.click(screen.getByRole('button', { name: /^Journal/ }))
  expect(store.getState().view).toBe('settings')
})

test('HALT opens its dialog; while halted, lamps are octagons that say what each link does, and it leads to Resume', async () => {
  const { client, store } = await renderApp(<StatusBar />)
  fireEvent.click(await screen.findByRole('button', { name: 'HALT' }))
  expect(store.getState().haltDialog).toMatchObject({ kind: 'halt', scope: { kind: 'all' }, level: 'stop' })
  act(() => store.getState().closeHaltDialog())
  act(() => client.setState({ halt: { ...fixtureHalt, level: 'ask' } }))
  expect(await screen.findByRole('button', { name: 'up chat.md 142 lines' })).toBeTruthy()
  act(() => client.setState({ halt: fixtureHalt }))
  const lamp = await screen.findByRole('button', { name: 'halted chat.md reading only' })
  expect(lamp.querySelector('.g')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Halted \d\d:\d\d · Resume$/ }))
  expect(store.getState().haltDialog).toMatchObject({ kind: 'resume', id: fixtureHalt.id })
})

test('a number of all debts leads to all of them, and the operator owes theirs', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const own = fixtureRow(fixtureDebt(9, { creditor: 'tester', debtor: 'operator' }))
  client.on('desk.page', ({ list }) => ok({ rows: list === 'overdue' ? [own] : [], total: 1, hasMore: false }))
  await renderApp(
    <>
      <NeedsView />
      <StatusBar />
    </>,
    client,
  )
  fireEvent.click(await screen.findByRole('button', { name: '2 overdue' }))
  const list = await screen.findByRole('list', { name: 'Overdue' })
  const row = await within(list).findByRole('listitem', { name: /^you owe tester/ })
  expect(within(row).queryByRole('button', { name: /Nudge/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '5 owed' }))
  expect(await screen.findByRole('region', { name: 'Owed by everybody' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show what others owe' }))
  expect(await screen.findByRole('region', { name: 'Owed by others' })).toBeTruthy()
  expect(client.calls.flatMap(({ method, input }) => (method === 'desk.page' ? (input as { list: string }).list : []))).toContain('all')
})
