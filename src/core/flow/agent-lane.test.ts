import { expect, test } from 'vitest'
import { debtOf, flowMidnight, flowNow, laneOf } from '../../../test/fakes/flow-rows.ts'
import type { FlowFrame } from '../flow.ts'
import { agentLane, agentSpan, saidIn } from './agent-lane.ts'
import { measuresOf } from './measures.ts'

const hour = 3_600_000
const from = flowNow - 2 * agentSpan
const bins = {
  from,
  width: hour / 2,
  lanes: [
    { agent: 'coder', link: 'l1', counts: [0, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 1] },
    { agent: 'coder', link: 'l2', counts: [0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0] },
    { agent: 'tester', link: 'l1', counts: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  ],
}
const frame: FlowFrame = {
  lanes: [laneOf('coder'), laneOf('tester')],
  moreLanes: 0,
  debts: [debtOf(100, 'coder', 'tester', 30), debtOf(90, 'tester', 'coder', 30)],
  moreDebts: 0,
  tasks: [],
  rings: [],
  lamps: {},
  messages: 15,
  bins,
  notRecorded: [],
}
const input = { agent: 'coder', from, to: flowNow, now: flowNow, width: 216, midnight: flowMidnight, measures: measuresOf('compact') }

test("an agent's day has its density and what it owes, from the half hour of its first sign on", () => {
  const layout = agentLane(frame, input)
  expect(layout?.rows.map(({ id }) => id)).toEqual(['coder'])
  // 6:48 was the first of its messages.
  expect(new Date(layout?.scale.from ?? 0).toTimeString().slice(0, 5)).toBe('06:30')
  expect(layout?.density).toMatchObject([{ row: 'coder', bars: [{ count: 3 }, { count: 4 }, { count: 2 }, { count: 1 }] }])
  expect(layout?.bars.map(({ debt }) => debt.debtor)).toEqual(['coder'])
  expect(layout?.ages).toMatchObject([{ tone: 'over' }])
  expect(saidIn(frame, 'coder')).toBe(10)
})

test('an agent without a lane has no picture, and one that did nothing has the last hour', () => {
  expect(agentLane(frame, { ...input, agent: 'nobody' })).toBeUndefined()
  const layout = agentLane({ ...frame, bins: undefined, debts: [] }, input)
  expect(flowNow - (layout?.scale.from ?? 0)).toBe(hour)
})
