import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DebtRow } from '../../../core/debt.ts'
import { ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { OwedStrip } from './owed-strip.tsx'

afterEach(cleanup)

const withDesk = (desk: Partial<typeof fixtureDesk>): MockClient =>
  createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, ...desk } } })
const open = (): boolean => fireEvent.click(screen.getByRole('button', { expanded: false }))

test('closed, it says how much is owed and what is overdue; opened, it lists what has used the most of its limit first', async () => {
  const { store } = await renderApp(<OwedStrip />, withDesk({}))
  const strip = screen.getByRole('region', { name: 'Owed by others' })
  expect(within(strip).getByText('4')).toBeTruthy()
  expect(within(strip).getByText('1 overdue')).toBeTruthy()
  expect(within(strip).queryAllByRole('listitem')).toHaveLength(0)
  open()
  const rows = await within(strip).findAllByRole('listitem')
  expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
    expect.stringContaining('gemini owes orchestrator'),
    expect.stringContaining('reviewer owes coder'),
  ])
  expect(within(strip).queryByRole('button', { name: /^Show all/ })).toBeNull()
  fireEvent.click(within(rows[0] ?? strip).getByRole('button', { name: 'Nudge' }))
  await waitFor(() => expect(store.getState().nudged.size).toBe(1))
})

test('under the pointer no row changes place, whatever others do: one that ended stays without verbs, a new one comes last', async () => {
  const client = withDesk({})
  const [one, two, late] = [
    fixtureRow(fixtureDebt(1, { debtor: 'ada' })),
    fixtureRow(fixtureDebt(2, { debtor: 'bob' })),
    fixtureRow(fixtureDebt(3, { debtor: 'eve', openedAt: 0, sign: 0 })),
  ]
  let rows: DebtRow[] = [one, two]
  client.on('desk.page', () => ok({ rows, total: rows.length, hasMore: false }))
  const { store } = await renderApp(<OwedStrip />, client)
  open()
  const list = await screen.findByRole('list', { name: 'Owed by others' })
  const names = (): (string | null)[] =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.getAttribute('aria-label'))
  await waitFor(() => expect(names()).toHaveLength(2))
  const before = names()
  fireEvent.pointerEnter(list)
  rows = [{ ...late, overdueAt: 1 }, two]
  act(() => store.setState({ state: { ...fixtureState, desk: { ...fixtureDesk, revision: 2 } } }))
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(names()).toEqual([expect.stringMatching(/^ada .*closed/), before[1], expect.stringContaining('eve')])
  const [first] = within(list).getAllByRole('listitem')
  expect(within(first ?? list).queryByRole('button', { name: 'Nudge' })).toBeNull()
  fireEvent.pointerLeave(list)
  await waitFor(() => expect(names()[0]).toContain('eve'))
  expect(names()).toHaveLength(2)
})

test('of many, five are shown, and the way to all', async () => {
  const client = withDesk({})
  const rows = Array.from({ length: 6 }, (_, at) => fixtureRow(fixtureDebt(at + 1, { debtor: 'coder' })))
  client.on('desk.page', () => ok({ rows, total: 60, hasMore: true }))
  const { store } = await renderApp(<OwedStrip />, client)
  open()
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 60' }))
  expect(store.getState().view).toBe('needs')
  expect(store.getState().owedAsked).toBe(1)
})

test('one creditor with many rows, all long overdue, leaves room for the others', async () => {
  const client = withDesk({})
  const forged = Array.from({ length: 8 }, (_, at) => {
    const debt = fixtureDebt(at + 1, { debtor: 'coder', creditor: 'mallory' })
    return fixtureRow(debt, { overdueAt: debt.sign + 1 })
  })
  const real = fixtureRow(fixtureDebt(20, { debtor: 'coder', creditor: 'planner' }))
  client.on('desk.page', () => ok({ rows: [...forged, real], total: 9, hasMore: false }))
  await renderApp(<OwedStrip />, client)
  open()
  const names = (await screen.findAllByRole('listitem')).map((row) => row.getAttribute('aria-label'))
  expect(names).toHaveLength(5)
  expect(names).toContainEqual(expect.stringContaining('coder owes planner'))
})

test('while others owe nothing, it is not there, whatever the operator owes', async () => {
  await renderApp(<OwedStrip />, withDesk({ counts: { needs: 1, owed: 1, overdue: 0, owedByOthers: 0, overdueByOthers: 0, stuck: 0 } }))
  expect(screen.queryByRole('region')).toBeNull()
})
