import { memo, useEffect, useRef } from 'react'
import type { Agent } from '../../../core/agent.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { age, counted, plain } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import type { FlowNames } from './flow-names.ts'
import type { FlowRows } from '../../../core/flow/rows.ts'
import { owesOf, type Trouble } from './lane-agents.ts'
import { GroupHead, LaneHead, laneWord, type LaneWords } from './lane-head.tsx'
import type { LaneRow } from '../../../core/flow/lanes.ts'
import type { FlowMark } from './marks.ts'
import { sentenceOf } from './words.ts'

interface LaneGridProps {
  readonly rows: readonly LaneRow[]
  /** The marks of the row that the keys are at. */
  readonly marks: readonly FlowMark[]
  readonly trouble: Trouble
  readonly isDense: boolean
  readonly names: FlowNames
  readonly now: number
  onFocusMark(mark: FlowMark | undefined): void
}

const noAgents: readonly Agent[] = []

/**
 * The lanes as a grid: the head of each row says who, its cells are the marks as sentences. Only the row with the focus has cells: what is under the others
 * would be read by nobody and written every second.
 */
export const LaneGrid = memo(function LaneGrid(props: LaneGridProps): React.JSX.Element {
  const { rows, marks, trouble, isDense, names, now, onFocusMark } = props
  const row = useApp((state) => state.flow.row)
  const mark = useApp((state) => state.flow.mark)
  const focus = useApp((state) => state.flow.focus)
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const data = useApp((state) => state.flowRows)
  const desk = useApp((state) => state.state?.desk)
  const isThen = useApp((state) => state.past !== undefined)
  const lanes = new Map(data.lanes.map((lane) => [lane.agent, lane]))
  const live = new Map(agents.map((agent) => [agent.id, agent]))
  const active = rows.some(({ id }) => id === row) ? row : rows[0]?.id
  const perHour = 3_600_000 / Math.max(1, data.to - data.from)
  const protocolsOf = (of: readonly string[]): readonly string[] => [
    ...new Set(of.flatMap((agent) => lanes.get(agent)?.links.map((link) => names.protocol(link)) ?? [])),
  ]
  return (
    <div className="lane-grid" role="grid" aria-label="Lanes" aria-rowcount={rows.length} data-pane-focus="">
      {rows.map((each, index) => {
        const shown = {
          row: each,
          index,
          isActive: each.id === active,
          activeMark: each.id === active ? mark : undefined,
          focus: each.id === active ? focus : 0,
          marks: each.id === row ? marks : noMarks,
          names,
          now,
          onFocusMark,
        }
        if (each.kind === 'group' || each.kind === 'folded') {
          const inside = new Set(each.agents)
          const sum = (of: ReadonlyMap<string, number>): number => each.agents.reduce((total, agent) => total + (of.get(agent) ?? 0), 0)
          const said = saidBy(data, inside)
          const owed = data.debts.filter(({ debtor, until }) => until === undefined && debtor !== undefined && inside.has(debtor)).length
          const lost = each.agents.filter((agent) => trouble.lost.has(agent)).length
          const deadlocks = trouble.deadlocks.filter(({ agents: ring }) => ring.some((agent) => inside.has(agent))).length
          const isFolded = each.kind === 'folded'
          const label = `${visibleString(each.group?.name ?? '')}, ${counted(each.agents.length, 'agent')}, ${isFolded ? 'folded' : 'open'}`
          return (
            <Row key={each.id} {...shown} label={label} style={isFolded ? 'fold-l' : 'grp'}>
              <GroupHead
                row={each}
                overdue={sum(trouble.overdue)}
                lost={lost}
                deadlocks={deadlocks}
                perHour={isFolded ? Math.round(said * perHour) : 0}
                owed={owed}
                protocols={isFolded ? protocolsOf(each.agents).slice(0, 3) : []}
              />
            </Row>
          )
        }
        const lane = lanes.get(each.id)
        const agent = live.get(each.id)
        const status = agent?.status ?? lane?.status
        if (lane === undefined || status === undefined) return null
        const words: LaneWords = {
          id: each.id,
          name: names.agent(each.id),
          hue: names.hue(each.id),
          status,
          owes: owesOf(desk, each.id),
          isOperator: lane.isOperator,
          protocols: protocolsOf([each.id]).slice(0, 3),
          isThen,
        }
        const since = status.since === undefined ? '' : `, ${plain(age(status.since, now))}`
        const label = [visibleString(words.name), laneWord(words)].filter((text) => text !== '').join(', ') + since
        const isLine = each.kind === 'quiet' || isDense
        return (
          <Row key={each.id} {...shown} label={label} style={isLine ? 'q' : ''}>
            <LaneHead words={words} isLine={isLine} now={now} />
          </Row>
        )
      })}
    </div>
  )
})

/** Messages of these agents in the window. */
function saidBy({ messages, bins }: FlowRows, agents: ReadonlySet<string>): number {
  if (bins === undefined) return messages.filter(({ from }) => agents.has(from)).length
  return bins.lanes.reduce((sum, { agent, counts }) => sum + (agents.has(agent) ? counts.reduce((all, each) => all + each, 0) : 0), 0)
}

const noMarks: readonly FlowMark[] = []

interface RowProps {
  readonly row: LaneRow
  readonly index: number
  readonly isActive: boolean
  /** The mark of the row that the keys are at; absent: they are at its head. */
  readonly activeMark: string | undefined
  /** Grows when the row, or its mark, should take the focus. */
  readonly focus: number
  readonly marks: readonly FlowMark[]
  readonly names: FlowNames
  readonly now: number
  readonly label: string
  readonly style: string
  readonly children: React.ReactNode
  onFocusMark(mark: FlowMark | undefined): void
}

const Row = memo(function Row(props: RowProps): React.JSX.Element {
  const { row, index, isActive, activeMark, focus, marks, names, now, label, style, children, onFocusMark } = props
  const store = useStoreApi()
  const line = useRef<HTMLDivElement>(null)
  const at = marks.some(({ id }) => id === activeMark) ? activeMark : undefined
  useEffect(() => {
    if (focus === 0 || !isActive) return
    const target = line.current?.querySelector<HTMLElement>('[tabindex="0"]')
    target?.focus({ preventScroll: true })
    line.current?.scrollIntoView({ block: 'nearest' })
  }, [focus, isActive])
  return (
    <div
      ref={line}
      className={`ln ${style}${isActive && at !== undefined ? ' on' : ''}`}
      style={{ height: row.height }}
      role="row"
      aria-rowindex={index + 1}
      data-row={row.id}
    >
      <div
        role="rowheader"
        className="lane-head"
        tabIndex={isActive && at === undefined ? 0 : -1}
        aria-label={label}
        onFocus={() => {
          if (store.getState().flow.row !== row.id) store.getState().setFlow({ row: row.id, mark: undefined })
          onFocusMark(undefined)
        }}
      >
        {children}
      </div>
      {marks.map((mark) => (
        <div
          key={mark.id}
          role="gridcell"
          className="sr"
          tabIndex={mark.id === at ? 0 : -1}
          onFocus={() => onFocusMark(mark)}
          onBlur={() => onFocusMark(undefined)}
        >
          {sentenceOf(mark, names, now)}
        </div>
      ))}
    </div>
  )
})
