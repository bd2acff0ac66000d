import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readMs } from '../../../core/read-time.ts'
import { ok } from '../../../core/fault.ts'
import { handOverOverlay } from '../overlays.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { sentMessages } from '../testing/waits-shown.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'

afterEach(cleanup)

test('all that somebody owes is handed over with every message that belongs to it, read before, with the bytes on the screen (F27)', async () => {
  let now = fixtureNow
  const client = createMockClient()
  client.on('desk.draft', ({ key, intent, to = '' }) => {
    const draft = { from: 'operator', to: [to], observers: [], text: `take ${key}`, about: { debt: key, ref: key, intent } }
    const told = { ...draft, to: ['coder'], text: `leave ${key}` }
    return ok({ source: 'l1', draft, also: [{ draft: told, preview: { wire: '', bytes: 1, limit: 9 } }], closes: 1, frees: [] })
  })
  client.on('messages.preview', ({ draft }) => ok({ wire: `WIRE ${draft.text}`, bytes: 1, limit: 999 }))
  const { store } = await renderApp(<HandOverDialog />, client, { now: () => now })
  act(() => store.getState().setOverlay(handOverOverlay({ key: 'a', text: 'two things', verb: 'Hand over all', keys: ['a', 'b'] })))
  const field = await screen.findByRole('combobox', { name: 'To' })
  // Its buttons stay in place when the texts arrive.
  expect(screen.getByRole('dialog').classList).toContain('steady')
  fireEvent.change(field, { target: { value: 'gemini' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const press = (): boolean =>
    fireEvent.submit(screen.getByRole('button', { name: /^(Show|Send)/ }).closest('form') ?? document.forms[0] ?? field)
  press()
  await screen.findByText('WIRE leave b')
  // The second click on the button that showed them.
  press()
  expect(sentMessages(client)).toEqual([])
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send 4' }).disabled).toBe(false))
  now += readMs // not before: on a busy machine the time on the screen may not have begun
  press()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentMessages(client).map(({ draft }) => draft.text)).toEqual(['take a', 'leave a', 'take b', 'leave b'])
  const stamps = client.calls.flatMap(({ method, input }) =>
    method === 'messages.preview' ? [(input as { stamp: { id: string } }).stamp.id] : [],
  )
  expect(sentMessages(client).map(({ id }) => stamps.includes(id))).toEqual([true, true, true, true])
})

test('to escalate, the lead is proposed, and can be changed', async () => {
  const known = fixtureState.agents.map((agent) => (agent.id === 'coder' ? { ...agent, role: 'lead' } : agent))
  const client = createMockClient({ state: { ...fixtureState, agents: known } })
  const row = fixtureRow(fixtureDebt(8, { creditor: 'tester', debtor: 'reviewer' }))
  const { store } = await renderApp(<HandOverDialog />, client)
  const chosen = async (intent: 'escalate' | 'handover', debt = row): Promise<unknown> => {
    client.on('desk.get', () => ok({ row: debt, events: [], waiting: [], awaited: [] }))
    act(() => store.getState().setOverlay(undefined))
    const calls = client.calls.length
    act(() => store.getState().setOverlay(handOverOverlay({ key: debt.debt.key, text: 'Keep 15?', verb: 'Escalate', intent })))
    await screen.findByRole('dialog')
    await waitFor(() => expect(client.calls.slice(calls).map(({ method }) => method)).toContain('desk.get'))
    await act(() => Promise.resolve())
    return screen.queryByRole('button', { name: 'Remove coder' }) !== null
  }
  expect(await chosen('escalate')).toBe(true)
  expect(await chosen('handover')).toBe(false)
  // It asked itself, or is the one who owes it.
  expect(await chosen('escalate', fixtureRow(fixtureDebt(9, { creditor: 'coder', debtor: 'reviewer' })))).toBe(false)
  expect(await chosen('escalate', fixtureRow(fixtureDebt(10, { creditor: 'tester', debtor: 'coder' })))).toBe(false)
})
