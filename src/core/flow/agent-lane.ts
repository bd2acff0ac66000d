import type { FlowFrame } from '../flow.ts'
import { arrangeLanes, noOrder } from './lanes.ts'
import { layoutFlow, type FlowLayout } from './layout.ts'
import type { Measures } from './measures.ts'
import { noRows } from './rows.ts'

const hour = 3_600_000
const halfHour = hour / 2
/** A window of this length has the density of each lane, whatever it has of messages. */
export const agentSpan = 3 * hour

interface AgentLaneInput {
  readonly agent: string
  /** The window of the frame, ms; it is longer than `agentSpan`. */
  readonly from: number
  readonly to: number
  /** The right edge. */
  readonly now: number
  /** Of the plot without what is right of now, px. */
  readonly width: number
  readonly midnight: number
  readonly measures: Measures
}

/** How many messages an agent sent and got in a window, by its density. Pure. */
export function saidIn({ bins }: Pick<FlowFrame, 'bins'>, agent: string): number {
  const own = bins?.lanes.filter((lane) => lane.agent === agent) ?? []
  return own.reduce((sum, { counts }) => sum + counts.reduce((all, each) => all + each, 0), 0)
}

/** An agent's lane alone, from half an hour before its first sign in the window; undefined: it has no lane. Pure. */
export function agentLane(frame: FlowFrame, { agent, from, to, now, width, midnight, measures }: AgentLaneInput): FlowLayout | undefined {
  const lane = frame.lanes.find((one) => one.agent === agent)
  if (lane === undefined) return undefined
  const debts = frame.debts.filter(({ debtor }) => debtor === agent)
  const bins = frame.bins?.lanes.filter((one) => one.agent === agent) ?? []
  const binFrom = (at: number): number => (frame.bins?.from ?? from) + at * (frame.bins?.width ?? 0)
  const said = bins.map(({ counts }) => counts.findIndex((count) => count > 0)).flatMap((at) => (at < 0 ? [] : [binFrom(at)]))
  const first = Math.max(from, Math.min(now, ...said, ...debts.map(({ since }) => since)))
  const begin = midnight + Math.floor((first - midnight) / halfHour) * halfHour
  const self = { id: agent, isOperator: lane.isOperator, group: { key: '', name: '' }, needsYou: false, isTrouble: false, lastSeen: 0 }
  return layoutFlow({
    data: { ...noRows, from, to, lanes: [lane], debts, rings: frame.rings, lamps: frame.lamps, bins: frame.bins },
    lanes: arrangeLanes([self], { order: noOrder, folded: new Set(), quiet: new Set(), measures, isGrouped: false }),
    scale: { from: Math.min(begin, now - hour), to: now, width: Math.max(1, width) },
    now,
    midnight,
    measures,
    hidden: new Set(),
  })
}
