import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Output } from '../../../api/contract.ts'
import { ok } from '../../../core/fault.ts'
import { waitsOverlay } from '../overlays.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureRow, fixtureStuck } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { WaitsDialog } from './waits-dialog.tsx'

afterEach(cleanup)

type Waits = Output<'desk.waits'>
const arrow = (of: number, from: string, to: string): Waits['arrows'][number] => {
  const debt = fixtureDebt(of, { creditor: from, debtor: to, evidence: 'declared', text: `the ${from} question` })
  return {
    from,
    to,
    since: fixtureNow - of * 60_000,
    evidence: 'declared',
    row: fixtureRow(debt),
    event: debt.ask,
    anchor: { label: `chat.md:${of}` },
  }
}
const ring = fixtureStuck('deadlock', { debts: ['l1|1:8:x', 'l1|1:7:x'] })
const two: Waits = { arrows: [arrow(7, 'coder', 'reviewer'), arrow(8, 'reviewer', 'coder')], hasMore: false, stuck: [ring] }

async function shown(waits: Waits, client = createMockClient()): Promise<Rendered & { readonly set: (next: Waits) => void }> {
  let now = waits
  client.on('desk.waits', () => ok(now))
  client.on('messages.preview', ({ draft }) => ok({ wire: `WIRE ${draft.text}`, bytes: 1, limit: 1_000 }))
  client.on('messages.send', () => ok({ id: 'c1' }) as never)
  const rendered = await renderApp(<WaitsDialog />, client)
  act(() => rendered.store.getState().setOverlay(waitsOverlay({})))
  await screen.findByRole('dialog', { name: 'Who waits for whom' })
  return {
    ...rendered,
    set(next) {
      now = next
      const { state } = rendered.store.getState()
      act(() => rendered.store.setState({ state: { ...fixtureState, ...state, desk: { ...fixtureState.desk, revision: 99 } } }))
    },
  }
}
const sent = (client: MockClient): unknown[] => client.calls.filter(({ method }) => method === 'messages.send').map(({ input }) => input)

test('a ring is one sentence, its waits are numbered, and the cheapest way out is chosen', async () => {
  const { client } = await shown(two)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('coder waits for reviewer; reviewer waits for coder')
  const waits = screen.getByRole('list', { name: 'Waits' })
  expect(waits.querySelectorAll('li')).toHaveLength(2)
  expect(waits.querySelector('[aria-current=true]')?.textContent).toContain('the reviewer question')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Answer/ }).checked).toBe(true)
  expect(sent(client)).toEqual([])
})

test('an answer is sent as the operator, once, and only with the text that is on the screen', async () => {
  const { client } = await shown(two)
  const field = screen.getByRole('textbox', { name: 'Message' })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(sent(client)).toEqual([])
  fireEvent.change(field, { target: { value: 'It is in scp.' } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(sent(client)).toEqual([])
  await screen.findByText('WIRE It is in scp.')
  fireEvent.change(field, { target: { value: 'It is in sub.' } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(sent(client)).toEqual([])
  fireEvent.change(field, { target: { value: 'It is in scp.' } })
  await screen.findByText('WIRE It is in scp.')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent(client)).toMatchObject([{ draft: { from: 'operator', text: 'It is in scp.' } }]))
  // The message itself ends the debt, once it is confirmed.
  await screen.findByRole('button', { name: /^Send/, busy: false })
  expect(client.calls.filter(({ method }) => method === 'desk.mark')).toEqual([])
})

test('a ring that is resolved while it is shown says so, and leaves only Close', async () => {
  const { set } = await shown(two)
  set({ arrows: [], hasMore: false, stuck: [] })
  expect(await screen.findByText('Resolved')).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /^Nudge/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
})

test('nobody waits; of more than six agents the picture is a list', async () => {
  const { set } = await shown({ arrows: [], hasMore: false, stuck: [] })
  expect(screen.getByText('Nobody waits.')).toBeTruthy()
  set({ arrows: Array.from({ length: 7 }, (_, at) => arrow(at + 1, `a${at}`, 'coder')), hasMore: false, stuck: [] })
  expect((await screen.findByRole('list', { name: 'Who is waited for' })).textContent).toContain('coder')
  expect(screen.queryByRole('img')).toBeNull()
})
