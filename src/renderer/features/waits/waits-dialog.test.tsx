import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import { waitsOverlay } from '../overlays.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDesk, fixtureNeeds } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { fixtureArrow, fixtureRing, noWaits, sentMessages as sent, showWaits as shown } from '../testing/waits-shown.tsx'
import { WaitsDialog } from './waits-dialog.tsx'

afterEach(cleanup)

const two = fixtureRing('coder', 'reviewer')

test('a ring is one sentence, its waits are numbered, and the cheapest way out is chosen', async () => {
  const { client } = await shown(two)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('coder waits for reviewer; reviewer waits for coder')
  const waits = screen.getByRole('list', { name: 'Waits' })
  expect(waits.querySelectorAll('li')).toHaveLength(2)
  expect(waits.querySelector('[aria-current=true]')?.textContent).toContain('the reviewer question')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Answer/ }).checked).toBe(true)
  expect(sent(client)).toEqual([])
})

test('of asks of one time, the one that was stored last closed the ring', async () => {
  const at = { since: 0 }
  const [first, last] = [fixtureArrow(7, 'coder', 'reviewer', { ask: 'e000007' }), fixtureArrow(8, 'reviewer', 'coder', { ask: 'e000008' })]
  for (const arrows of [
    [first, last],
    [last, first],
  ]) {
    await shown({ ...two, arrows: arrows.map((arrow) => ({ ...arrow, ...at })) })
    expect(screen.getByText(/^Nobody in the ring/).parentElement?.textContent).toContain('by chat.md:8')
    cleanup()
  }
})

test('a wait whose author is in doubt says so before its text', async () => {
  await shown({ ...noWaits, arrows: [fixtureArrow(7, 'operator', 'coder', { doubt: 'not sent from here' })] })
  const text = screen.getByTitle('in doubt: not sent from here · the operator question')
  expect(text.textContent).toMatch(/^in doubt · Question: the operator question/)
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
  await screen.findByRole('button', { name: /^Sent/, busy: false })
  expect(client.calls.filter(({ method }) => method === 'desk.mark')).toEqual([])
})

test('what is sent has the id and the time of the text on the screen', async () => {
  const { client } = await shown(two)
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'It is in scp.' } })
  await screen.findByText('WIRE It is in scp.')
  fireEvent.click(screen.getByRole('button', { name: /^Send/ }))
  await waitFor(() => expect(sent(client)).toHaveLength(1))
  const previewed = client.calls.findLast(({ method }) => method === 'messages.preview')?.input as { stamp: object }
  expect(sent(client)).toMatchObject([previewed.stamp])
})

test('a ring that is resolved while it is shown says when, and leaves only Close', async () => {
  const { set } = await shown(two)
  set(noWaits)
  expect(await screen.findByText(/^Resolved \d\d:\d\d:\d\d/)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /^Nudge/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Send|Nudge|Ignore/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
})

test('what takes a while to read says so, and can be closed', async () => {
  const client = createMockClient()
  client.on('desk.waits', () => new Promise(() => undefined))
  const { store } = await renderApp(<WaitsDialog />, client)
  act(() => store.getState().setOverlay(waitsOverlay({})))
  expect((await screen.findByRole('dialog', { name: 'Who waits for whom' })).textContent).toContain('Reading…')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(store.getState().overlay).toBeUndefined()
})

test('while the journal is read for what is owed, it does not say that nobody waits', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureState.desk, rebuilding: { done: 1, total: 2 } } } })
  client.on('desk.waits', () => ok(noWaits))
  const { store } = await renderApp(<WaitsDialog />, client)
  act(() => store.getState().setOverlay(waitsOverlay({})))
  expect((await screen.findByRole('dialog', { name: 'Who waits for whom' })).textContent).toContain('Reading…')
  client.setState({ desk: fixtureState.desk })
  await screen.findByText('Nobody waits.')
})

test('nobody waits; of more than six agents the picture is a list', async () => {
  const { set } = await shown(noWaits)
  expect(screen.getByText('Nobody waits.')).toBeTruthy()
  set({ ...noWaits, arrows: Array.from({ length: 7 }, (_, at) => fixtureArrow(at + 1, `a${at}`, 'coder')) })
  expect((await screen.findByRole('list', { name: 'Who is waited for' })).textContent).toContain('coder')
  expect(screen.queryByRole('img')).toBeNull()
})

test('a ring of more than six is a list in its order', async () => {
  await shown(fixtureRing('a', 'b', 'c', 'd', 'e', 'f', 'g'))
  const rows = [...screen.getByRole('list', { name: 'The ring' }).children].map((row) => row.textContent)
  expect(rows).toHaveLength(7)
  expect(rows[6]).toMatch(/^g.*a/)
  expect(screen.queryByRole('img', { name: /;/ })).toBeNull()
})

test('a wait that no message ends offers none, and leads to the row that ends it', async () => {
  const decision = fixtureArrow(3, 'llm', 'operator', { kind: 'decide' })
  const { client, store } = await shown({ ...noWaits, arrows: [decision] })
  const need: Need = { ...(fixtureNeeds[0] as Need), id: 'decide', source: 'decide', ...(decision.row && { row: decision.row }) }
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [need] } }))
  expect(screen.queryByRole('radio', { name: /^Answer/ })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: /Needs me/ }))
  expect(store.getState()).toMatchObject({ overlay: undefined, view: 'needs', need: 'decide' })
  expect(client.calls.filter(({ method }) => method === 'desk.draft')).toEqual([])
})

test('of many waits all can be reached, and the one of the agent that it was opened for is there at once', async () => {
  const many = { ...noWaits, arrows: Array.from({ length: 120 }, (_, at) => fixtureArrow(at + 1, `a${at}`, 'coder')) }
  await shown(many, undefined, { agent: 'a60' })
  const waits = screen.getByRole('list', { name: 'Waits' })
  expect(waits.querySelector('[aria-current=true]')?.textContent).toContain('the a60 question')
  const listed: number[] = []
  for (let more: HTMLElement | null = waits; more !== null; more = screen.queryByText(/^Show more/)) {
    if (more !== waits) fireEvent.click(more)
    listed.push(waits.children.length)
  }
  expect(listed).toEqual([61, 111, 120])
})

test('of an agent that waits for nobody, a wait for it is selected', async () => {
  const arrows = Array.from({ length: 120 }, (_, at) => fixtureArrow(at + 1, `a${at}`, at === 80 ? 'tester' : 'coder'))
  await shown({ ...noWaits, arrows }, undefined, { agent: 'tester' })
  expect(screen.getByRole('list', { name: 'Waits' }).querySelector('[aria-current=true]')?.textContent).toContain('the a80 question')
})
