import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureRow, fixtureStuck } from '../testing/desk-fixtures.ts'
import { fixtureNow } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { StuckEvidence } from './stuck-evidence.tsx'

afterEach(cleanup)

test('a debt that is passed over says what its debtor did instead, the newest first', async () => {
  const client = createMockClient()
  client.on('desk.ofEvent', ({ event }) => {
    const of = Number(event.slice(1))
    const end = { event, at: fixtureNow - of * 1_000, by: 'reviewer', how: 'ref', evidence: 'declared' } as const
    const row = fixtureRow(fixtureDebt(of, { creditor: `c${of}`, debtor: 'reviewer', text: `text ${of}`, state: 'settled', end }))
    // The same message may also open something.
    return ok({ rows: [fixtureRow(fixtureDebt(of + 20)), row], ledger: [] })
  })
  const stuck = fixtureStuck('starvation', { events: ['e000008', 'e000011', 'e000012', 'e000013', 'e000014'] })
  await renderApp(<StuckEvidence stuck={stuck} />, client)
  await screen.findByRole('button', { name: 'text 14' })
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent)
  expect(lines).toMatchObject(
    [/c14.*text 14/, /c13.*text 13/, /c12.*text 12/, /1 other/].map((each) => expect.stringMatching(each) as string),
  )
})

test('of several debts that are passed over, the oldest are listed', async () => {
  const client = createMockClient()
  client.on('desk.get', ({ key }) =>
    ok({ row: fixtureRow(fixtureDebt(1, { key, text: `asked ${key}` })), acts: [], events: [], waiting: [], awaited: [] }),
  )
  const stuck = fixtureStuck('starvation', { events: [], debts: ['1', '2', '3', '4', '5'] })
  await renderApp(<StuckEvidence stuck={stuck} />, client)
  await screen.findByRole('button', { name: 'asked 3' })
  const lines = within(screen.getByRole('list', { name: 'Passed over' })).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toMatchObject(
    [/asked 1/, /asked 2/, /asked 3/, /2 others/].map((each) => expect.stringMatching(each) as string),
  )
})

test('requests of one turn that are passed over are one line, as they are one row everywhere else', async () => {
  const client = createMockClient()
  client.on('desk.get', ({ key }) => {
    const row = fixtureRow(fixtureDebt(1, { key, text: `text ${key}` }), { asked: key === '2' ? 2 : 1 })
    return ok({ row, acts: [], events: [], waiting: [], awaited: [] })
  })
  const stuck = fixtureStuck('starvation', { events: [], debts: ['1', '2', '3'], rows: 2 })
  await renderApp(<StuckEvidence stuck={stuck} />, client)
  await screen.findByRole('button', { name: 'text 2' })
  const lines = within(screen.getByRole('list', { name: 'Passed over' })).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toMatchObject(
    [/text 1$/, /text 2.*asked 2 ×$/].map((each) => expect.stringMatching(each) as string),
  )
})
