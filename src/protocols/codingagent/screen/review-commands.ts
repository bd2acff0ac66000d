import { ArrowDown, ArrowUp, Check, ListChecks, Play, Square, SquareCheck, Undo2, Wrench } from 'lucide-react'
import { newestApplied, rollBackObstacle } from './plan-rows.ts'
import { isAtPrompts } from '../../jaibber/screen/paste/prompts.ts'
import { openDeskOf, reviewedRoundOf } from './session-state.ts'
import { applyObstacle, canDecide, runningIndex, shownRow } from './review-state.ts'
import type { AppCommand, AppState } from '../../../renderer/features/screen.ts'

const onDesk = (state: AppState): boolean => state.view === 'paste' && !isAtPrompts(state)
const hasPlan = (state: AppState): boolean => onDesk(state) && reviewedRoundOf(state)?.plan !== undefined
const decides = (state: AppState): boolean => onDesk(state) && canDecide(state)

/** What can be done with a plan on the paste desk. */
export const reviewCommands: readonly AppCommand[] = [
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
    label: 'Details of the row',
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
    label: (state) => (shownRow(state)?.apply === true ? 'Leave the row out' : 'Take the row in'),
    sheetLabel: 'Take a row in or leave it out',
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
    when: (state) => decides(state) && state.paste.busy === undefined,
    run: (state) => state.dryRun(),
  },
  {
    id: 'review.repair',
    group: 'Paste',
    label: 'Repair the reply',
    icon: Wrench,
    when: (state) => decides(state) && state.paste.busy === undefined && (reviewedRoundOf(state)?.plan?.repairs ?? 0) > 0,
    run: (state) => state.repairReply(),
  },
  {
    id: 'review.unrepair',
    group: 'Paste',
    label: 'Undo the repair of the reply',
    icon: Undo2,
    when: (state) => decides(state) && state.paste.busy === undefined && reviewedRoundOf(state)?.reply?.original !== undefined,
    run: (state) => state.unrepairReply(),
  },
  {
    id: 'review.apply',
    group: 'Paste',
    label: 'Apply',
    icon: Check,
    keys: ['$mod+Enter'],
    when: (state) => onDesk(state) && applyObstacle(state) === undefined,
    run: (state) => state.applyPlan(),
  },
  {
    id: 'review.stop',
    group: 'Paste',
    label: 'Stop what runs',
    icon: Square,
    when: (state) => onDesk(state) && runningIndex(state) !== undefined,
    run: (state) => state.stopRun(),
  },
  {
    id: 'review.roll-back',
    group: 'Paste',
    label: (state) => `Roll back round ${newestApplied(openDeskOf(state)?.row) ?? ''}`,
    sheetLabel: 'Roll back the newest applied round',
    icon: Undo2,
    when: (state) =>
      onDesk(state) &&
      newestApplied(openDeskOf(state)?.row) !== undefined &&
      rollBackObstacle(openDeskOf(state)?.row) === undefined &&
      state.paste.busy === undefined,
    run: (state) => state.askReview('roll back'),
  },
]
