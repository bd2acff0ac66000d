import type { FlowAnswer, FlowBins, FlowDebt, FlowLane, FlowMessage, FlowNote, FlowRing, FlowTask, FlowTool } from '../flow.ts'
import type { LinkStatus } from '../link.ts'

/** What is known of a span of time, put together from pages. Lists are oldest first. */
export interface FlowRows {
  /** The span that the pages cover. */
  readonly from: number
  readonly to: number
  readonly lanes: readonly FlowLane[]
  readonly moreLanes: number
  readonly debts: readonly FlowDebt[]
  readonly tasks: readonly FlowTask[]
  readonly rings: readonly FlowRing[]
  /** Each link's status at `from`; absent: not recorded. */
  readonly lamps: Readonly<Record<string, LinkStatus['lamp']>>
  /** Messages in the span, also those that are not listed (yet). */
  readonly total: number
  readonly bins: FlowBins | undefined
  readonly messages: readonly FlowMessage[]
  readonly answers: readonly FlowAnswer[]
  readonly tools: readonly FlowTool[]
  readonly notes: readonly FlowNote[]
  /** There were too many marks to read those before this, ms; undefined: all were read. */
  readonly wholeFrom: number | undefined
}

export const noRows: FlowRows = {
  from: 0,
  to: 0,
  lanes: [],
  moreLanes: 0,
  debts: [],
  tasks: [],
  rings: [],
  lamps: {},
  total: 0,
  bins: undefined,
  messages: [],
  answers: [],
  tools: [],
  notes: [],
  wholeFrom: undefined,
}
