import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Bell,
  FoldVertical,
  Minus,
  Pause,
  Play,
  Plus,
  RotateCcw,
  SquareArrowOutUpRight,
  Table,
} from 'lucide-react'
import type { AppCommand, AppState } from '../screen.ts'
import type { FlowDebt } from '../../../core/flow.ts'
import { clampSpan } from '../../../core/flow/scale.ts'
import { showOwnDebts } from './lane-head.tsx'
import type { FlowMark } from './marks.ts'
import { firstSpan } from './state/flow.ts'

const inFlow = (state: AppState): boolean => state.workspace !== undefined && state.view === 'flow'
const inPlot = (state: AppState): boolean => inFlow(state) && !state.flow.isTable

const inTable = (state: AppState): boolean => inFlow(state) && state.flow.isTable

const markOf = (state: AppState): FlowMark | undefined => state.flowDrawn.marks.find(({ id }) => id === state.flow.mark)

/** The next of a list, which stays at its ends; without a present one, its first or last. */
function nextOf<T extends { readonly id: string }>(list: readonly T[], id: string | undefined, by: 1 | -1): T | undefined {
  const at = list.findIndex((each) => each.id === id)
  return list[at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + by, 0), list.length - 1)]
}

/** Moves the focus to another lane, whose head takes it, or to another row of the table. */
function stepRow(state: AppState, by: 1 | -1): void {
  const { flow, flowDrawn } = state
  const focus = flow.focus + 1
  if (flow.isTable) {
    const next = nextOf(flowDrawn.table, flow.mark, by)
    return next && state.setFlow({ row: next.row, mark: next.id, focus })
  }
  const next = nextOf(flowDrawn.layout?.rows ?? [], flow.row, by)
  return next && state.setFlow({ row: next.id, mark: undefined, focus })
}

/** Moves to the next mark of the row, or of any row; without one it begins with the newest. */
function stepMark(state: AppState, by: 1 | -1, isAny: boolean): void {
  const row = state.flow.row ?? state.flowDrawn.layout?.rows[0]?.id
  const marks = state.flowDrawn.marks.filter((mark) => isAny || mark.row === row)
  const at = marks.findIndex(({ id }) => id === state.flow.mark)
  const next = marks[at < 0 ? marks.length - 1 : at + by]
  if (next === undefined) {
    if (!isAny && by < 0 && at <= 0) state.setFlow({ mark: undefined, focus: state.flow.focus + 1 })
    return
  }
  state.setFlow({ row: next.row, mark: next.id, focus: state.flow.focus + 1 })
}

/** Zooms around the mark that is selected, otherwise around the right edge. */
function zoom(state: AppState, factor: number): void {
  const { span, end } = state.flow
  const next = clampSpan(span * factor)
  if (end === undefined) return state.setFlow({ span: next })
  const mark = markOf(state)
  const around = mark === undefined ? end : Math.min(mark.at, end)
  const to = around + (end - around) * (next / span)
  state.setFlow({ span: next, end: Math.min(to, state.now()) })
}

function foldHere(state: AppState): void {
  const row = state.flowDrawn.layout?.rows.find(({ id }) => id === state.flow.row)
  const key = row?.group?.key
  if (key === undefined) return
  state.foldFlowGroup(key, row?.kind !== 'folded')
  state.setFlow({ row: `group:${key}`, mark: undefined, focus: state.flow.focus + 1 })
}

/** Opens a row without a mark: a group folds, the operator's lane leads to what they owe. */
function openRow(state: AppState): void {
  const lane = state.flowRows.lanes.find(({ agent }) => agent === state.flow.row)
  if (lane?.isOperator === true && !state.isSimulated) showOwnDebts(state, lane.agent)
  else foldHere(state)
}

function isOwedByOthers({ until, isMine }: FlowDebt): boolean {
  return until === undefined && !isMine
}

/** What others owe: a mark's debt, or the one that a message opened. The operator needs no reminder of their own. */
function debtOf(state: AppState): string | undefined {
  const mark = markOf(state)
  if (mark?.kind === 'debt') return isOwedByOthers(mark.debt) ? mark.debt.key : undefined
  return mark?.kind === 'message'
    ? state.flowRows.debts.find((debt) => debt.ask === mark.message.event && isOwedByOthers(debt))?.key
    : undefined
}

const move = { group: 'Flow', keyOnly: true, moves: true } as const

/** Commands of Flow. */
export const flowCommands: readonly AppCommand[] = [
  {
    ...move,
    id: 'flow.down',
    label: (state) => (state.flow.isTable ? 'Next row' : 'Next lane'),
    sheetLabel: 'Next lane or row of the table',
    icon: ArrowDown,
    keys: ['j', 'ArrowDown'],
    when: inFlow,
    run: (state) => stepRow(state, 1),
  },
  {
    ...move,
    id: 'flow.up',
    label: (state) => (state.flow.isTable ? 'Previous row' : 'Previous lane'),
    sheetLabel: 'Previous lane or row of the table',
    icon: ArrowUp,
    keys: ['k', 'ArrowUp'],
    when: inFlow,
    run: (state) => stepRow(state, -1),
  },
  {
    ...move,
    id: 'flow.left',
    label: 'Earlier in the lane',
    icon: ArrowLeft,
    keys: ['h', 'ArrowLeft'],
    when: inPlot,
    run: (state) => stepMark(state, -1, false),
  },
  {
    ...move,
    id: 'flow.right',
    label: 'Later in the lane',
    icon: ArrowRight,
    keys: ['l', 'ArrowRight'],
    when: inPlot,
    run: (state) => stepMark(state, 1, false),
  },
  {
    ...move,
    id: 'flow.before',
    label: 'Event before, of any lane',
    icon: ArrowLeft,
    keys: ['['],
    when: inFlow,
    run: (state) => stepMark(state, -1, true),
  },
  {
    ...move,
    id: 'flow.after',
    label: 'Next event, of any lane',
    icon: ArrowRight,
    keys: [']'],
    when: inFlow,
    run: (state) => stepMark(state, 1, true),
  },
  {
    id: 'flow.open',
    group: 'Flow',
    label: 'Open what is selected',
    icon: SquareArrowOutUpRight,
    keys: ['Enter'],
    keyOnly: true,
    when: (state) => (inTable(state) ? markOf(state) !== undefined : inFlow(state) && (markOf(state) ?? state.flow.row) !== undefined),
    run: (state) => {
      const mark = markOf(state)
      return mark === undefined ? openRow(state) : state.openMark(mark)
    },
  },
  {
    id: 'flow.pause',
    group: 'Flow',
    label: (state) => (state.flow.end === undefined ? 'Pause Flow' : 'Follow in Flow'),
    sheetLabel: 'Pause or follow',
    icon: Pause,
    keys: ['Space'],
    when: inFlow,
    run: (state) => (state.flow.end === undefined ? state.pauseFlow(state.now()) : state.followFlow()),
  },
  { id: 'flow.now', group: 'Flow', label: 'Back to now', icon: Play, keys: ['.'], when: inFlow, run: (state) => state.followFlow() },
  { id: 'flow.in', group: 'Flow', label: 'Zoom in', icon: Plus, keys: ['[Shift]++', '='], when: inFlow, run: (state) => zoom(state, 0.5) },
  { id: 'flow.out', group: 'Flow', label: 'Zoom out', icon: Minus, keys: ['-'], when: inFlow, run: (state) => zoom(state, 2) },
  {
    id: 'flow.twenty',
    group: 'Flow',
    label: 'Show 20 minutes',
    icon: RotateCcw,
    keys: ['0'],
    when: inFlow,
    run: (state) => state.setFlow({ span: firstSpan }),
  },
  {
    id: 'flow.fold',
    group: 'Flow',
    label: 'Fold or unfold the group',
    icon: FoldVertical,
    keys: ['f'],
    when: (state) => inPlot(state) && state.flow.row !== undefined,
    run: foldHere,
  },
  {
    id: 'flow.nudge',
    group: 'Flow',
    label: 'Nudge who owes it',
    icon: Bell,
    keys: ['g'],
    when: (state) => inFlow(state) && debtOf(state) !== undefined,
    run: (state) => {
      const key = debtOf(state)
      return key === undefined ? undefined : state.draftDebt(key, 'nudge')
    },
  },
  {
    id: 'flow.table',
    group: 'Flow',
    label: (state) => (state.flow.isTable ? 'Flow as lanes' : 'Flow as a table'),
    sheetLabel: 'Lanes or table',
    icon: Table,
    keys: ['Shift+T'],
    when: inFlow,
    run: (state) => state.setFlow({ isTable: !state.flow.isTable }),
  },
]
