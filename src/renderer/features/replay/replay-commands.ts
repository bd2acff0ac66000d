import { ChevronFirst, ChevronLast, Eye, History, Play, Reply, StepBack, StepForward, Undo2 } from 'lucide-react'
import { clockTime } from '../../ui/time.ts'
import { isDrawerShown } from '../common/drawer-shown.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { whyNoMessages } from '../state/draft.ts'
import { lookFromOf, lookKey } from './look-from.ts'
import { momentOf } from './state/replay.ts'

const isPast = (state: AppState): boolean => momentOf(state) !== undefined
const at = { group: 'Past', when: isPast } as const

/** Types a time: the field takes the focus, and the digit. */
function typeMoment(state: AppState, text?: string): void {
  state.setReplay({ isPlaying: false, typed: text, focus: state.replay.focus + 1 })
}

/** Commands of the past. While a moment is looked at they win over others with the same keys. */
export const replayCommands: readonly AppCommand[] = [
  {
    id: 'past.look',
    group: 'Past',
    label: 'Look from here',
    words: 'replay history',
    icon: Eye,
    keys: [lookKey],
    hint: (state) => clockTime(lookFromOf(state) ?? 0),
    when: (state) => lookFromOf(state) !== undefined,
    run: (state) => state.lookAt(lookFromOf(state) ?? 0),
  },
  {
    id: 'past.enter',
    group: 'Past',
    label: 'Look at the past',
    words: 'replay history earlier time',
    icon: History,
    when: (state) => state.workspace !== undefined && !isPast(state),
    run: async (state) => {
      await state.stepMoment(-1, 'event')
      typeMoment(state)
    },
  },
  {
    id: 'past.cancel',
    group: 'Past',
    label: 'Stop loading that moment',
    icon: Undo2,
    keys: ['Escape'],
    when: (state) => !isPast(state) && state.replay.reading !== undefined,
    run: (state) => state.cancelLook(),
  },
  {
    ...at,
    id: 'past.back',
    label: 'Back to now',
    words: 'live present',
    icon: Undo2,
    keys: ['Escape'],
    when: (state) => isPast(state) && !isDrawerShown(),
    run: (state) => state.backToNow(),
  },
  {
    ...at,
    id: 'past.play',
    label: (state) => (state.replay.isPlaying ? 'Pause the past' : 'Play the past'),
    sheetLabel: 'Play or pause',
    icon: Play,
    keys: ['Space'],
    run: (state) => state.togglePlay(),
  },
  { ...at, id: 'past.step-back', label: 'Step back', icon: StepBack, keys: ['['], run: (state) => state.stepMoment(-1) },
  { ...at, id: 'past.step-on', label: 'Step on', icon: StepForward, keys: [']'], run: (state) => state.stepMoment(1) },
  {
    ...at,
    id: 'past.failure-back',
    label: 'Failure before',
    icon: StepBack,
    keys: ['Shift+[', 'Shift+{'],
    run: (state) => state.stepMoment(-1, 'failure'),
  },
  {
    ...at,
    id: 'past.failure-on',
    label: 'Next failure',
    icon: StepForward,
    keys: ['Shift+]', 'Shift+}'],
    run: (state) => state.stepMoment(1, 'failure'),
  },
  { ...at, id: 'past.day', label: 'Beginning of the day', icon: ChevronFirst, keys: ['Home'], run: (state) => state.lookAtDay('first') },
  { ...at, id: 'past.day-end', label: 'End of the day', icon: ChevronLast, keys: ['End'], run: (state) => state.lookAtDay('last') },
  {
    ...at,
    id: 'past.reply',
    label: 'Reply now',
    icon: Reply,
    keys: ['r'],
    when: (state) => isPast(state) && (state.view === 'feed' || (state.view === 'flow' && state.flow.hasFeed)),
    run: (state) => replyNow(state),
  },
  {
    ...at,
    id: 'past.type',
    label: 'Type a time',
    icon: History,
    keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    keyOnly: true,
    run: (state, key) => typeMoment(state, key),
  },
]

/** Goes back to now, and writes there: an answer to the selected message, if there is one. */
export function replyNow(state: AppState): unknown {
  state.backToNow()
  const event = state.selectedEvent()
  return event?.body.kind === 'message' && whyNoMessages(state, event.source) === undefined ? state.reply(event.id) : state.messageTo()
}
