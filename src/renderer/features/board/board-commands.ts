import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Check,
  ListFilter,
  MessageSquare,
  Plus,
  SquareArrowOutUpRight,
  UserPlus,
} from 'lucide-react'
import { cardKey } from './board-columns.ts'
import { creatable, taskLinksOf, taskSourceOf } from './task-links.ts'
import type { TaskVerb } from './task-source.ts'
import { findCard } from './state/board.ts'
import { sayNothingDone } from '../replay/refused-then.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { newTaskOverlay, taskActOverlay } from '../overlays.ts'

const onBoard = (state: AppState): boolean => state.view === 'board'
const hasTask = (state: AppState): boolean => onBoard(state) && state.board.selected !== undefined
/** In the past, tasks are only looked at. */
const canAct = (state: AppState): boolean => hasTask(state) && state.past === undefined
const can =
  (verb: TaskVerb) =>
  (state: AppState): boolean =>
    canAct(state) && taskSourceOf(state, state.board.selected?.link)?.cannot?.[verb] === undefined

/** What a key says where it cannot run: that no task is selected, or beside the card why its link cannot do this to it. */
function refuse(state: AppState, verb: TaskVerb, label: string): (() => unknown) | undefined {
  if (!onBoard(state)) return undefined
  if (state.past !== undefined) return () => sayNothingDone(state)
  const { selected } = state.board
  if (selected === undefined) return () => state.toast({ text: 'Not done', detail: 'Select a task first, with j and k.', isFault: true })
  const why = taskSourceOf(state, selected.link)?.cannot?.[verb]
  return why === undefined ? undefined : () => state.refuseTask(cardKey(selected.link, selected.task), `${label}: ${why}`)
}

/** Title of the selected task. */
function taskHint(state: AppState): string | undefined {
  const { selected } = state.board
  return selected === undefined ? undefined : findCard(state, cardKey(selected.link, selected.task))?.card.title?.slice(0, 80)
}

function askAbout(state: AppState, act: 'assign' | 'comment' | 'complete'): void {
  const { selected } = state.board
  if (selected === undefined) return
  const card = findCard(state, cardKey(selected.link, selected.task))?.card
  const own = act === 'assign' && card !== undefined ? taskSourceOf(state, selected.link)?.assign?.(card) : undefined
  state.setOverlay(own ?? taskActOverlay({ act, ...selected }))
}

/** Commands of the board. */
export const boardCommands: readonly AppCommand[] = [
  {
    id: 'board.down',
    group: 'Move',
    label: 'Down',
    icon: ArrowDown,
    keys: ['j'],
    when: onBoard,
    keyOnly: true,
    moves: true,
    run: (state) => state.stepTask(0, 1),
  },
  {
    id: 'board.up',
    group: 'Move',
    label: 'Up',
    icon: ArrowUp,
    keys: ['k'],
    when: onBoard,
    keyOnly: true,
    moves: true,
    run: (state) => state.stepTask(0, -1),
  },
  {
    id: 'board.open',
    group: 'Move',
    label: 'Open',
    icon: SquareArrowOutUpRight,
    keys: ['Enter'],
    when: hasTask,
    keyOnly: true,
    run: (state) => state.setDrawer('inspector'),
  },
  {
    id: 'board.new',
    group: 'Board',
    label: 'New task',
    icon: Plus,
    keys: ['t'],
    when: (state) => creatable(taskLinksOf(state)).length > 0,
    run: (state) => state.setOverlay(newTaskOverlay({})),
  },
  {
    id: 'board.left',
    group: 'Board',
    label: 'Move the task to the previous column',
    icon: ArrowLeft,
    keys: ['h'],
    hint: taskHint,
    when: canAct,
    refuse: (state) => refuse(state, 'move', 'Move'),
    run: (state) => state.shiftTask(-1),
  },
  {
    id: 'board.right',
    group: 'Board',
    label: 'Move the task to the next column',
    icon: ArrowRight,
    keys: ['l'],
    hint: taskHint,
    when: canAct,
    refuse: (state) => refuse(state, 'move', 'Move'),
    run: (state) => state.shiftTask(1),
  },
  {
    id: 'board.assign',
    group: 'Board',
    label: 'Assign the task',
    icon: UserPlus,
    keys: ['a'],
    hint: taskHint,
    when: can('assign'),
    refuse: (state) => refuse(state, 'assign', 'Assign'),
    run: (state) => askAbout(state, 'assign'),
  },
  {
    id: 'board.comment',
    group: 'Board',
    label: 'Comment on the task',
    icon: MessageSquare,
    keys: ['c'],
    hint: taskHint,
    when: can('comment'),
    refuse: (state) => refuse(state, 'comment', 'Comment'),
    run: (state) => askAbout(state, 'comment'),
  },
  {
    id: 'board.complete',
    group: 'Board',
    label: 'Complete the task',
    icon: Check,
    keys: ['d'],
    hint: taskHint,
    when: can('complete'),
    refuse: (state) => refuse(state, 'complete', 'Complete'),
    run: (state) => askAbout(state, 'complete'),
  },
  {
    id: 'board.filter',
    group: 'Board',
    label: (state) => (state.board.showsFilter ? 'Hide the board filter' : 'Filter the board'),
    sheetLabel: 'Filter the board',
    icon: ListFilter,
    keys: ['f'],
    when: onBoard,
    run: (state) => state.setBoard({ showsFilter: !state.board.showsFilter }),
  },
]
