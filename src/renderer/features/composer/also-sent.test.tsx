import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Draft } from '../../../core/command.ts'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureNeeds } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { Composer } from './composer.tsx'

afterEach(cleanup)

const key = fixtureNeeds[0]?.id ?? ''
const about = { debt: key, ref: key, intent: 'handover', to: 'tester' } as const
const base = { from: 'operator', observers: [], about }
const first: Draft = { ...base, to: ['tester'], text: 'Please take over', label: 'request_review', data: { handedOverFrom: 'reviewer' } }
const second: Draft = { ...base, to: ['reviewer'], text: 'Somebody else takes this over', label: 'status_update', replyTo: 'e000008' }
const sent = (client: MockClient): { draft: Draft; id: string; at?: number }[] =>
  client.calls.flatMap(({ method, input }) => (method === 'messages.send' ? [input as { draft: Draft; id: string }] : []))

const shown = async (): Promise<string[]> => {
  await waitFor(() => expect(screen.getAllByLabelText('Text that will be written').map((one) => one.textContent)).toHaveLength(2))
  return screen.getAllByLabelText('Text that will be written').map((one) => one.textContent)
}
const press = (): boolean => fireEvent.click(screen.getByRole('button', { name: /^Send/u }))

/** The composer with a hand-over of two messages. */
async function handOver() {
  const client = createMockClient({ state: fixtureState })
  const preview = { wire: '', bytes: 1, limit: 100 }
  client.on('desk.draft', () => ok({ source: 'l1', draft: first, preview, also: [{ draft: second, preview }], closes: 0, frees: [] }))
  client.on('messages.preview', ({ draft, stamp }) =>
    ok({ wire: `${stamp?.id ?? ''} ${draft.label ?? ''} to ${draft.to.join()}: ${draft.text}`, bytes: 1, limit: 100 }),
  )
  const { store } = await renderApp(<Composer />, client)
  await act(() => store.getState().draftDebt(key, 'handover', 'tester'))
  return { client, store }
}

test('both exact texts are shown before either is sent; both are sent as shown, in their order, by one press', async () => {
  const { client } = await handOver()
  const texts = await shown()
  expect(sent(client)).toEqual([])
  press()
  await waitFor(() => expect(sent(client)).toHaveLength(2))
  expect(sent(client)).toMatchObject([{ draft: first }, { draft: second }])
  expect(sent(client).map(({ id, draft }) => `${id} ${draft.label ?? ''} to ${draft.to.join()}: ${draft.text}`)).toEqual(texts)
  expect(sent(client).every(({ at }) => at !== undefined)).toBe(true)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sent after it' })).toBeNull())
})

test('the second waits for the first; refused, it stays with the reason, and is sent alone', async () => {
  const { client, store } = await handOver()
  await shown()
  client.on('messages.send', () => fail('refused', 'The folder is read-only.'))
  press()
  await screen.findByText(/read-only/u)
  expect(sent(client)).toHaveLength(1)
  client.on('messages.send', ({ id, source, draft }) =>
    draft.to[0] === 'reviewer'
      ? fail('refused', 'The mailbox is full.')
      : ok({ id, workspace: 'w1', source, draft, wire: '', state: 'accepted', at: 1 }),
  )
  press()
  await screen.findByText(/mailbox is full/u)
  expect(screen.queryByRole('region', { name: 'Sent after it' })).toBeNull()
  const before = sent(client).length
  client.on('messages.send', ({ id, source, draft }) => ok({ id, workspace: 'w1', source, draft, wire: '', state: 'accepted', at: 1 }))
  press()
  await waitFor(() => expect(sent(client)).toHaveLength(before + 1))
  expect(sent(client).at(-1)?.draft).toMatchObject({ to: ['reviewer'], text: second.text, label: 'status_update', replyTo: 'e000008' })
  expect(store.getState().drafts.size).toBeGreaterThan(0)
})

test('a message whose first one failed on the wire is not sent', async () => {
  const { client } = await handOver()
  await shown()
  client.on('messages.send', ({ id, source, draft }) => ok({ id, workspace: 'w1', source, draft, wire: '', state: 'failed', at: 1 }))
  press()
  await screen.findByText(/was not sent/u)
  expect(sent(client)).toHaveLength(1)
})

test('somebody else who takes over is whom the debt passes to', async () => {
  const { store } = await handOver()
  act(() => store.getState().editDraft({ to: ['docs'] }))
  const draft = [...store.getState().drafts.values()].find((one) => one.also !== undefined)
  expect([draft?.about?.to, draft?.also?.[0]?.about?.to]).toEqual(['docs', 'docs'])
})
