import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { AppStore } from '../state/store.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureEvents, messageEvent } from '../testing/fixtures.ts'
import { openTab, renderApp } from '../testing/test-render.tsx'
import { FeedInspector } from './feed-inspector.tsx'

afterEach(cleanup)

const question = messageEvent(21, 'reviewer', 'operator', 'The gateway allows 30 s. Keep 15, or match it?')
const cue: [number, number] = [25, 46]

function row(more: Partial<DebtRow['debt']> = {}): DebtRow {
  const names = { creditor: 'reviewer', debtor: 'operator' }
  const times = { openedAt: question.at, sign: question.at, time: 'ours' } as const
  const debt = { key: 'l1|21', kind: 'answer', source: 'l1', protocol: 'chat', ask: question.id, text: 'Keep 15, or match it?' } as const
  return {
    debt: { ...debt, ...names, ...times, evidence: 'inferred', cue, asked: 1, state: 'open', ...more },
    keys: ['l1|21'],
    asked: 1,
    blocks: ['coder'],
    ...names,
  }
}

async function opened(rows: readonly DebtRow[]): Promise<MockClient> {
  return (await shown(rows)).client
}

async function shown(rows: readonly DebtRow[]): Promise<{ readonly client: MockClient; readonly store: AppStore }> {
  const client = createMockClient({ events: [...fixtureEvents, question] })
  client.on('desk.ofEvent', () =>
    ok({
      rows: [...rows],
      ledger: [
        { step: 'written', state: 'yes', how: 'a line of the file', at: question.at, evidence: 'declared' },
        { step: 'delivered', state: 'cannot tell', how: 'no receipts', evidence: 'unknown' },
        { step: 'acked', state: 'not yet', how: 'no sign yet', evidence: 'unknown' },
      ],
    }),
  )
  const { store } = await renderApp(<FeedInspector />, client)
  await waitFor(() => expect(store.getState().feed.rows.length).toBeGreaterThan(0))
  act(() => store.getState().select(question.id))
  openTab('Ledger')
  return { client, store }
}

test('says who owes what, from which words it was read, and takes the operator’s word', async () => {
  const client = await opened([row()])
  const owed = await screen.findByRole('list', { name: 'Owed' })
  expect(within(owed).getByRole('listitem').textContent).toContain('Keep 15, or match it?')
  expect(owed.querySelector('u')?.textContent).toBe('Keep 15, or match it?')
  expect(owed.textContent).toContain('Reads like a request')
  // The words of the menu on Needs me.
  expect(within(owed).getByRole('button', { name: 'It is a request' })).toBeTruthy()
  fireEvent.click(within(owed).getByRole('button', { name: 'Not a request' }))
  await waitFor(() =>
    expect(client.calls.find(({ method }) => method === 'desk.mark')?.input).toMatchObject({ keys: ['l1|21'], verb: 'none' }),
  )
})

test('the operator’s word is on what the row shows, though a list has drawn only another part of it', async () => {
  const { client, store } = await shown([{ ...row(), keys: ['l1|21', 'l1|22'] }])
  act(() => store.getState().drewDebts(['l1|22']))
  fireEvent.click(await screen.findByRole('button', { name: 'Not a request' }))
  await waitFor(() =>
    expect(client.calls.find(({ method }) => method === 'desk.mark')?.input).toMatchObject({ keys: ['l1|21', 'l1|22'], verb: 'none' }),
  )
})

test('what is declared or has ended is no guess', async () => {
  await opened([
    row({ evidence: 'declared' }),
    row({ key: 'l1|20', state: 'settled', end: { at: question.at + 60_000, by: 'operator', how: 'ref', evidence: 'declared' } }),
  ])
  const owed = await screen.findByRole('list', { name: 'Owed' })
  expect(within(owed).getAllByRole('listitem')).toHaveLength(2)
  expect(within(owed).queryByRole('button')).toBeNull()
  expect(owed.textContent).toContain('answered')
})

test('each step has its word, and what proves it or why nothing does', async () => {
  await opened([])
  const steps = within(await screen.findByRole('list', { name: 'How far it got' })).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^written.*a line of the file$/),
    'deliveredno receipts',
    'ackedno sign yet',
  ])
  expect(screen.queryByRole('list', { name: 'Owed' })).toBeNull()
})

test('what another message owes is never shown beside this one', async () => {
  const { client, store } = await shown([row()])
  await screen.findByRole('list', { name: 'Owed' })
  client.on('desk.ofEvent', () => new Promise(() => {}))
  act(() => store.getState().select('e000008'))
  expect(screen.queryByRole('list', { name: 'Owed' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Not a request' })).toBeNull()
})

test('a fault stands in its place', async () => {
  const client = createMockClient({ events: [...fixtureEvents, question] })
  client.on('desk.ofEvent', () => fail('unavailable', 'The journal cannot be read.'))
  const { store } = await renderApp(<FeedInspector />, client)
  await waitFor(() => expect(store.getState().feed.rows.length).toBeGreaterThan(0))
  act(() => store.getState().select(question.id))
  openTab('Ledger')
  await screen.findByText('The journal cannot be read.')
})
