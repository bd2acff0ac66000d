import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { renderApp } from '../testing/test-render.tsx'
import { Storage } from './storage.tsx'

afterEach(cleanup)

const closed = { file: 'archive-2026-01.db', month: '2026-01', state: 'closed', bytes: 3_000_000, events: 1_200 } as const
const months = [
  { month: '2026-02', events: 1_000, bytes: 1_000_000 },
  { month: '2026-12', events: 500, bytes: 2_000_000 },
]

async function shownDialog(): Promise<ReturnType<typeof within>> {
  fireEvent.click(await screen.findByRole('button', { name: 'Move months…' }))
  return within(screen.getByRole('dialog'))
}

test('months up to a chosen one are moved after a preview; progress is shown and cancelled', async () => {
  const client = createMockClient({ handlers: { 'archives.months': () => ok(months) } })
  await renderApp(<Storage />, client)
  fireEvent.click(await screen.findByRole('button', { name: 'Move months…' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(await dialog.findByRole('radio', { name: /2026-12/ }))
  expect(dialog.getByRole('status').textContent).toMatch(/2 months: 1,500 events, 3\.0\sMB/)
  client.on('archives.list', () => ok({ bytes: 1, archives: [], moving: { done: 1, total: 2 } }))
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(client.calls.find(({ method }) => method === 'archives.move')?.input).toEqual({ before: '2027-01' }))
  expect((await screen.findByText(/1 done/)).textContent).toContain('2 months')
  expect(screen.getByRole('button', { name: 'Move months…' })).toHaveProperty('disabled', true)
  client.on('archives.list', () => ok({ bytes: 1, archives: [closed] }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('archive-2026-01.db')).toBeTruthy()
  expect(client.calls.some(({ method }) => method === 'archives.cancel')).toBe(true)
})

test('a move without a month is not offered, and one without a chosen month says what to choose', async () => {
  const client = createMockClient({ handlers: { 'archives.months': () => ok([]) } })
  await renderApp(<Storage />, client)
  const empty = await shownDialog()
  expect(await empty.findByText(/no earlier months/)).toBeTruthy()
  expect(empty.queryByRole('button', { name: 'Move' })).toBeNull()
  fireEvent.click(empty.getByRole('button', { name: /^Cancel/ }))
  client.on('archives.months', () => ok(months))
  const some = await shownDialog()
  expect((await some.findByRole('status')).textContent).toBe('Choose the last month that moves.')
  expect(some.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true)
})

test('an archive is brought back; why it cannot be is told (F26)', async () => {
  const missing = { file: 'archive-2026-02.db', month: '2026-02', state: 'closed', bytes: 0 } as const
  const client = createMockClient({ handlers: { 'archives.list': () => ok({ bytes: 1, archives: [closed, missing] }) } })
  client.on('archives.bringBack', () => fail('unavailable', 'The archive is missing.'))
  await renderApp(<Storage />, client)
  const list = within(await screen.findByRole('list', { name: 'Archived months' }))
  expect(list.getByText(/1,200 events/)).toBeTruthy()
  expect(list.getByText('missing or damaged')).toBeTruthy()
  fireEvent.click(list.getByRole('button', { name: 'Bring back 2026-02' }))
  expect((await screen.findByRole('alert')).textContent).toContain('missing')
  expect(client.calls.find(({ method }) => method === 'archives.bringBack')?.input).toEqual({ file: missing.file })
})

test('a second click brings nothing back again, and what is in the way is told only while it is', async () => {
  let moving: { readonly done: number; readonly total: number } | undefined
  const other = { ...closed, file: 'archive-2026-02.db', month: '2026-02' }
  const client = createMockClient({
    handlers: { 'archives.list': () => ok({ bytes: 1, archives: [closed, other], ...(moving && { moving }) }) },
  })
  client.on('archives.bringBack', () => {
    moving = { done: 0, total: 0 }
    return ok({})
  })
  await renderApp(<Storage />, client)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Bring back 2026-01' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(client.calls.filter(({ method }) => method === 'archives.list')).toHaveLength(2))
  expect(client.calls.filter(({ method }) => method === 'archives.bringBack')).toHaveLength(1)
  moving = undefined
  await waitFor(() => expect(button.disabled).toBe(false))

  client.on('archives.bringBack', () => {
    moving = { done: 0, total: 0 }
    return fail('conflict', 'Months are being moved.')
  })
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('being moved')
  moving = undefined
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(button.disabled).toBe(false)
})
