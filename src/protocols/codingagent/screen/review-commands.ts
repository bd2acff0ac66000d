import { ArrowDown, ArrowUp, Check, ListChecks, Play, Square, SquareCheck, Undo2, Wrench } from 'lucide-react'
import { newestApplied, rollBackObstacle } from './plan-rows.ts'
import { isPasteOf } from '../../../renderer/features/paste/shown-paste.ts'
import { openSessionOf, reviewedRoundOf } from './open-session.ts'
import { applyObstacle, canDecide, runningIndex, shownRow } from './review-state.ts'
import type { CodingAgentSlice, State } from './slices.ts'
import type { AppCommand } from '../../../renderer/features/screen.ts'

const onSession = (state: State): boolean => state.view === 'paste' && isPasteOf(state, 'codingagent')
const hasPlan = (state: State): boolean => onSession(state) && reviewedRoundOf(state)?.plan !== undefined
const decides = (state: State): boolean => onSession(state) && canDecide(state)

/** Commands for the plan of a session. */
export const reviewCommands: readonly AppCommand<CodingAgentSlice>[] = [
  {
    id: 'review.down',
    group: 'Move',
    label: 'Down',
    icon: ArrowDown,
    keys: ['j', 'ArrowDown'],
    when: hasPlan,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveRow(1),
  },
  {
    id: 'review.up',
    group: 'Move',
    label: 'Up',
    icon: ArrowUp,
    keys: ['k', 'ArrowUp'],
    when: hasPlan,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveRow(-1),
  },
  {
    id: 'review.open',
    group: 'Move',
    label: 'Row details',
    icon: Check,
    keys: ['Enter'],
    when: hasPlan,
    keyOnly: true,
    run: () => document.getElementById('row-detail')?.focus(),
  },
  {
    id: 'review.next-change',
    group: 'Move',
    label: 'Next change',
    icon: ArrowDown,
    keys: [']'],
    when: hasPlan,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveChange(1),
  },
  {
    id: 'review.previous-change',
    group: 'Move',
    label: 'Previous change',
    icon: ArrowUp,
    keys: ['['],
    when: hasPlan,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveChange(-1),
  },
  {
    id: 'review.toggle',
    group: 'Paste',
    label: (state) => (shownRow(state)?.apply === true ? 'Exclude the row' : 'Include the row'),
    sheetLabel: 'Include or exclude a row',
    icon: SquareCheck,
    keys: ['Space'],
    when: decides,
    keyOnly: true,
    run: (state) => state.toggleRow(),
  },
  {
    id: 'review.all',
    group: 'Paste',
    label: 'Select all or none',
    icon: ListChecks,
    when: decides,
    run: (state) => state.toggleAllRows(),
  },
  {
    id: 'review.dry-run',
    group: 'Paste',
    label: 'Dry run',
    icon: Play,
    when: (state) => decides(state) && state.session.busy === undefined,
    run: (state) => state.dryRun(),
  },
  {
    id: 'review.repair',
    group: 'Paste',
    label: 'Repair the reply',
    icon: Wrench,
    when: (state) => decides(state) && state.session.busy === undefined && (reviewedRoundOf(state)?.plan?.repairs ?? 0) > 0,
    run: (state) => state.repairReply(),
  },
  {
    id: 'review.unrepair',
    group: 'Paste',
    label: 'Undo the repair of the reply',
    icon: Undo2,
    when: (state) => decides(state) && state.session.busy === undefined && reviewedRoundOf(state)?.reply?.original !== undefined,
    run: (state) => state.unrepairReply(),
  },
  {
    id: 'review.apply',
    group: 'Paste',
    label: 'Apply',
    icon: Check,
    keys: ['$mod+Enter'],
    when: (state) => onSession(state) && applyObstacle(state) === undefined,
    run: (state) => state.applyPlan(),
  },
  {
    id: 'review.stop',
    group: 'Paste',
    label: 'Stop the running command',
    icon: Square,
    when: (state) => onSession(state) && runningIndex(state) !== undefined,
    run: (state) => state.stopRun(),
  },
  {
    id: 'review.roll-back',
    group: 'Paste',
    label: (state) => `Roll back round ${newestApplied(openSessionOf(state)?.row) ?? ''}`,
    sheetLabel: 'Roll back the last applied round',
    icon: Undo2,
    when: (state) =>
      onSession(state) &&
      newestApplied(openSessionOf(state)?.row) !== undefined &&
      rollBackObstacle(openSessionOf(state)?.row) === undefined &&
      state.session.busy === undefined,
    run: (state) => state.askReview('roll back'),
  },
]
