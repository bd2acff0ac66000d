import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AgentDebts } from '../../../api/desk.ts'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureOwed, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { AgentPane } from './agent-pane.tsx'
import { AgentsView } from './agents-view.tsx'

afterEach(cleanup)

const open = [
  ...fixtureOwed,
  ...[2, 3, 4, 7, 9, 10].map((of) => fixtureRow(fixtureDebt(of, { creditor: 'coder', debtor: 'docs', text: `Question ${of}?` }))),
]

const numbersOf = (id: string): AgentDebts => ({
  id,
  owes: open.filter(({ debtor }) => debtor === id).length,
  overdue: open.filter(({ debtor, life }) => debtor === id && life === 'overdue').length,
  owed: open.filter(({ creditor }) => creditor === id).length,
})

/** Every number of the table and every row of the pane comes from the same debts. */
async function show(): Promise<Rendered> {
  const agents = ['coder', 'docs', 'gemini', 'reviewer'].map(numbersOf)
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, agents } } })
  client.on('desk.page', ({ list, agent, side }) => {
    const rows = open.filter(({ creditor, debtor }) => (side === 'owes' ? debtor : creditor) === agent)
    return ok({ rows: list === 'open' ? rows : [], total: rows.length, hasMore: false })
  })
  return renderApp(
    <>
      <AgentsView />
      <section aria-label="Pane">
        <AgentPane />
      </section>
    </>,
    client,
  )
}

const part = (name: string): HTMLElement => screen.getByRole('region', { name })

test('what an agent owes and is owed leads to exactly these debts in its pane', async () => {
  const { store } = await show()
  fireEvent.click(await screen.findByRole('button', { name: '1 owed by gemini, 1 overdue' }))
  expect(store.getState().detail.get('agents')).toBe('gemini')
  expect(document.activeElement).toBe(part('Owes'))
  expect(within(part('Owes')).getByRole('heading').textContent).toContain('1')
  const list = await screen.findByRole('list', { name: 'Owes' })
  expect(
    within(list)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Result: Port the rate limiter'])
  expect(screen.queryByRole('region', { name: 'Owed' })).toBeNull()
})

test('a number shows all of its debts; otherwise the pane has the first', async () => {
  const { store } = await show()
  await screen.findByRole('table')
  act(() => store.getState().setDetail('agents', 'docs'))
  const list = await screen.findByRole('list', { name: 'Owes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: '6 owed by docs' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(6)
  fireEvent.click(screen.getByRole('button', { name: '7 owed to coder' }))
  expect(document.activeElement).toBe(part('Owed'))
  // Without a number, an agent begins with the first again, and takes no focus, even if what was asked for had not been read.
  const row = screen.getByRole('button', { name: 'gemini' })
  row.focus()
  for (const agent of ['docs', 'coder']) {
    act(() => store.getState().setDetail('agents', agent))
    expect(await screen.findByRole('button', { name: /^Show all [67]$/ })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Pane' }).contains(document.activeElement)).toBe(false)
  }
})

test('a part that was asked for comes into view again with its rows: what stands above it has grown meanwhile', async () => {
  const { store } = await show()
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    if (this === screen.queryByRole('region', { name: 'Owes' })) rows.push(within(part('Owes')).queryAllByRole('listitem').length)
  })
  const rows: number[] = []
  await screen.findByRole('table')
  act(() => store.getState().showAgentPart('docs', 'owes'))
  await waitFor(() => expect(rows).toEqual([0, 6]))
  seen.mockRestore()
})

test('a part that is drawn again takes no focus', async () => {
  const { store } = await show()
  fireEvent.click(await screen.findByRole('button', { name: '6 owed by docs' }))
  await within(part('Owes')).findAllByRole('listitem')
  // The part takes the focus once more when its rows have been drawn.
  await waitFor(() => expect(store.getState().agentPart).toBeUndefined())
  const row = screen.getByRole('button', { name: 'docs' })
  row.focus()
  const { desk } = store.getState().state ?? {}
  for (const agents of [[], desk?.agents ?? []])
    act(() => store.setState(({ state }) => ({ state: state && { ...state, desk: { ...state.desk, agents } } })))
  expect(part('Owes')).toBeTruthy()
  expect(document.activeElement).toBe(row)
})

test('a part takes no focus with its rows from where the operator has gone meanwhile', async () => {
  const { store, client } = await show()
  const answers: (() => void)[] = []
  client.on(
    'desk.page',
    () => new Promise((resolve) => answers.push(() => resolve(ok({ rows: open, total: open.length, hasMore: false })))),
  )
  fireEvent.click(await screen.findByRole('button', { name: '6 owed by docs' }))
  expect(document.activeElement).toBe(part('Owes'))
  const row = screen.getByRole('button', { name: 'gemini' })
  row.focus()
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
  await waitFor(() => expect(answers.length).toBeGreaterThan(0))
  for (const answer of answers) answer()
  await waitFor(() => expect(store.getState().agentPart).toBeUndefined())
  expect(document.activeElement).toBe(row)
  expect(seen).not.toHaveBeenCalled()
  seen.mockRestore()
})
