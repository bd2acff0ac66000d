import { cleanup, screen, within } from '@testing-library/react'
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
      ask: 'e',
      creditor: 'planner',
      text: 'Why?',
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
})
