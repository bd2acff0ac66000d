import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { FlowDebt, FlowPage } from '../../../core/flow.ts'
import { laneOf } from '../../../../test/fakes/flow-rows.ts'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { dayStart } from '../../ui/time.ts'
import { AgentDay } from './agent-day.tsx'

afterEach(cleanup)

const start = dayStart(fixtureNow)
const minute = 60_000
const page = (agent: string, debts: readonly Partial<FlowDebt>[], tasks: NonNullable<FlowPage['frame']>['tasks']): FlowPage => ({
  asOf: fixtureNow,
  frame: {
    lanes: [laneOf(agent)],
    moreLanes: 0,
    debts: debts.map((debt, at) => ({
      key: `l1|${at}`,
      kind: 'answer',
      link: 'l1',
      ask: `e${at}`,
      creditor: 'planner',
      text: `Why ${at}?`,
      since: start,
      state: 'open',
      evidence: 'inferred',
      isMine: false,
      isTaken: false,
      ...debt,
    })),
    moreDebts: 0,
    tasks,
    rings: [],
    lamps: {},
    messages: 0,
    notRecorded: [],
  },
  messages: [],
  answers: [],
  tools: [],
  notes: [],
})

test('how fast an agent answers today, what it left open, and its tasks; another agent has none', async () => {
  const [agent, other] = fixtureState.agents.filter(({ isOperator }) => !isOperator)
  if (agent === undefined || other === undefined) throw new Error('The fixtures have two agents.')
  const client = createMockClient()
  client.on('flow.window', () =>
    ok(
      page(
        agent.id,
        [
          { debtor: agent.id, state: 'settled', until: start + 2 * minute },
          { debtor: agent.id, state: 'settled', until: start + 8 * minute },
          { debtor: agent.id, limitAt: start + minute },
        ],
        [{ key: 'l1|9', agent: agent.id, link: 'l1', title: 'Rotate the keys', changes: [{ at: start, state: 'working' }] }],
      ),
    ),
  )
  await renderApp(
    <>
      <AgentDay agent={other} />
      <AgentDay agent={agent} />
    </>,
    client,
  )
  // There is one region: the answer about the other agent came first.
  const today = within(await screen.findByRole('region', { name: 'Today' }))
  expect(today.getByText(/half within 2\sm.*nine of ten within 8\sm/)).toBeTruthy()
  expect(today.getByRole('img', { name: /0 messages, 3 debts/ })).toBeTruthy()
  expect(today.getByText(/1 overdue/)).toBeTruthy()
  expect(today.getByText('Rotate the keys')).toBeTruthy()

  const textsOf = (list: string): (string | null)[] =>
    within(today.getByRole('list', { name: list }))
      .getAllByRole('button')
      .map((row) => row.textContent)
  fireEvent.click(today.getByRole('button', { name: '2 answered' }))
  expect(textsOf('Answered')).toEqual(['Question: Why 1?', 'Question: Why 0?'])
  fireEvent.click(today.getByRole('button', { name: '1 left open' }))
  expect(textsOf('Left open')).toEqual(['Question: Why 2?'])
  expect(today.queryByRole('list', { name: 'Answered' })).toBeNull()
  fireEvent.click(today.getByRole('button', { name: '1 overdue' }))
  expect(textsOf('Overdue')).toEqual(['Question: Why 2?'])
  fireEvent.click(today.getByRole('button', { name: 'Question: Why 2?' }))
  await waitFor(() =>
    expect(client.calls.some(({ method, input }) => method === 'events.get' && JSON.stringify(input) === '{"id":"e2"}')).toBe(true),
  )
})
