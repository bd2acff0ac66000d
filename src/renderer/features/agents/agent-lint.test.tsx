import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import type { Conformance } from '../../../core/conformance.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { AgentPane } from './agent-pane.tsx'
import { AgentsView } from './agents-view.tsx'

afterEach(cleanup)

const rules: Conformance['rules'] = [
  { rule: 'CH007', protocol: 'chat', severity: 'error', messages: 25, message: 'A continuation starts in column 1.', example: 'e000008' },
]

function linting(reports: Partial<Conformance>): MockClient {
  const agents = fixtureState.agents.map((agent) => ({ ...agent, sent: agent.name === 'coder' ? 400 : agent.sent }))
  const desk = { ...fixtureState.desk, agents: [{ id: 'coder', owes: 3, overdue: 1, owed: 2, awaitedAgent: 'reviewer' }] }
  const client = createMockClient({ state: { ...fixtureState, agents, desk } })
  client.on('agents.lint', (input) => ok(input.agents.map((agent) => ({ agent, messages: 400, found: 0, rules: [], ...reports }))))
  return client
}

const show = (client: MockClient): Promise<Rendered> =>
  renderApp(
    <>
      <AgentsView />
      <section aria-label="Pane">
        <AgentPane />
      </section>
    </>,
    client,
  )

test('an agent that breaks a rule has its score in the table, and the rule with a report for its author in the pane', async () => {
  const { store } = await show(linting({ found: 25, score: 93.75, rules }))
  const row = await screen.findByRole('row', { name: /coder/ })
  await within(row).findByRole('button', { name: '94 of 100, show the findings of coder' })
  expect(within(row).getByRole('button', { name: '3 owed by coder, 1 overdue' })).toBeTruthy()
  fireEvent.click(within(row).getByRole('button', { name: 'coder' }))
  const lint = await screen.findByRole('region', { name: 'Lint' })
  await within(lint).findByText(/^25 of the last 400 messages break 1 rule/)
  expect(within(lint).getByLabelText('Report for its author').textContent).toContain('CH007 ×25')
  fireEvent.click(within(lint).getByRole('button', { name: 'Write to coder' }))
  await waitFor(() => expect(store.getState().composerFocus).toBeGreaterThan(0))
})

test('below the table, each broken rule leads to its newest message and to the agent that breaks it most', async () => {
  const { store } = await show(linting({ found: 25, score: 93.75, rules }))
  const list = await screen.findByRole('list', { name: 'Broken rules' })
  const row = within(list).getByRole('listitem')
  // All seven agents of the fixture answer with the same report.
  expect(row.textContent).toContain('+6×175')
  expect(row.textContent).toContain('CH007, error')
  fireEvent.click(within(row).getByRole('button', { name: 'coder' }))
  expect(store.getState().detail.get('agents')).toBe('coder')
  fireEvent.click(within(row).getByRole('button', { name: 'A continuation starts in column 1.' }))
  await waitFor(() => expect(store.getState().highlight).toBe('e000008'))
})

test('a clean agent says so', async () => {
  await show(linting({ score: 100 }))
  const row = await screen.findByRole('row', { name: /coder/ })
  fireEvent.click(within(row).getByRole('button', { name: 'coder' }))
  const lint = await screen.findByRole('region', { name: 'Lint' })
  await within(lint).findByText(/No findings in 400 messages/)
  expect(screen.queryByRole('list', { name: 'Broken rules' })).toBeNull()
})

/** Chooses the other order of the table, with the keys. */
async function orderByRules(): Promise<void> {
  const menu = screen.getByRole('button', { name: 'Order: Needs first' })
  menu.focus()
  fireEvent.keyDown(menu, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Least clean first' }))
}

test('ordered by the rules, the table shows score, findings and the rule broken most, the worst agent first', async () => {
  const client = linting({})
  client.on('agents.lint', (input) =>
    ok(
      input.agents.map((agent) => {
        const found = agent === 'coder' ? 27 : 0
        const often = {
          ...rules[0]!,
          rule: 'CH021',
          severity: 'warning' as const,
          messages: 26,
          message: 'Unknown status.',
          example: 'e000007',
        }
        return { agent, messages: 400, found, score: found === 0 ? 100 : 92.4, rules: found === 0 ? [] : [...rules, often] }
      }),
    ),
  )
  const { store } = await show(client)
  await orderByRules()
  const table = screen.getByRole('table', { name: 'Agents' })
  expect(within(table).getByRole('columnheader', { name: 'Clean, of 100' })).toBeTruthy()
  await waitFor(() => expect(within(table).getAllByRole('row')[1]?.textContent).toContain('coder'))
  const row = within(table).getAllByRole('row')[1]!
  expect(within(row).getByRole('cell', { name: '92 27 of 400 messages with findings' })).toBeTruthy()
  expect(row.textContent).toContain('Unknown status.')
  fireEvent.click(within(row).getByRole('button', { name: 'CH021, 26 messages, show the newest' }))
  await waitFor(() => expect(store.getState().highlight).toBe('e000007'))
})

test('names that are made up later keep no agent unchecked that was there before, and who is not checked says so', async () => {
  const [first] = fixtureState.agents
  if (first === undefined) throw new Error('no agent')
  const named = (name: string, sent: number) => ({ ...first, id: name, name, names: [], isOperator: false, sent })
  const flood = Array.from({ length: 60 }, (_, at) => named(`made-up-${at}`, 4_000))
  const client = createMockClient({ state: { ...fixtureState, agents: [named('sloppy', 30), ...flood, named('late', 30)] } })
  client.on('agents.lint', (input) =>
    ok(input.agents.map((agent) => ({ agent, messages: 30, found: 30, score: agent === 'sloppy' ? 0 : 100, rules: [] }))),
  )
  await show(client)
  const late = await screen.findByRole('row', { name: /late/ })
  expect(within(late).getByRole('cell', { name: '– not checked' })).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /sloppy/ })).queryByRole('cell', { name: '– not checked' })).toBeNull()
  await orderByRules()
  const table = screen.getByRole('table', { name: 'Agents' })
  await waitFor(() => expect(within(table).getAllByRole('row')[1]?.textContent).toContain('sloppy'))
  expect(within(table).getByRole('row', { name: /late/ }).textContent).toContain('not checked')
  expect(within(table).getAllByRole('row')[1]?.textContent).not.toContain('not checked')
})

test('an agent with few messages has no score, and says why', async () => {
  const agents = fixtureState.agents.map((agent) => ({ ...agent, sent: agent.name === 'coder' ? 12 : 400 }))
  const client = createMockClient({ state: { ...fixtureState, agents } })
  client.on('agents.lint', (input) => ok(input.agents.map((agent) => ({ agent, messages: 400, found: 0, score: 100, rules: [] }))))
  await show(client)
  await orderByRules()
  const row = screen.getByRole('row', { name: /coder/ })
  expect(row.textContent).toContain('12 sent, too few to say')
  expect(row.querySelector('.meter')).toBeNull()
  const other = screen.getByRole('row', { name: /tester/ })
  await within(other).findByRole('cell', { name: '100 clean' })
})

test('the score leads to its findings', async () => {
  const { store } = await show(linting({ found: 25, score: 93.75, rules }))
  act(() => store.getState().setDetail('agents', 'tester'))
  fireEvent.click(await screen.findByRole('button', { name: '94 of 100, show the findings of coder' }))
  const lint = screen.getByRole('region', { name: 'Lint' })
  expect(document.activeElement).toBe(lint)
  await within(lint).findByText(/^25 of the last 400 messages break 1 rule/)
})
