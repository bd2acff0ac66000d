import { Octagon, Play } from 'lucide-react'
import { counted } from '../../../core/count.ts'
import type { AppCommand } from '../screen.ts'
import { haltKeys } from './halt-chord.ts'
import { isResuming, refusingHalt } from './state/in-force.ts'

/** Halt and Resume. They work wherever the focus is, also in dialogs. */
export const haltCommands: readonly AppCommand[] = [
  {
    id: 'halt.open',
    group: 'Go',
    label: 'Halt',
    words: 'stop everything pause emergency kill',
    icon: Octagon,
    keys: [haltKeys],
    isUrgent: true,
    hint: ({ state }) => counted(state?.links.filter(({ enabled }) => enabled).length ?? 0, 'link'),
    when: (state) => (refusingHalt(state) === undefined || isResuming(state.state?.halt)) && state.phase === 'ready',
    run: (state) => state.openHalt(undefined, refusingHalt(state)?.level),
  },
  {
    id: 'halt.resume',
    group: 'Go',
    label: 'Resume',
    words: 'continue go on end the halt',
    icon: Play,
    keys: [haltKeys],
    isUrgent: true,
    when: (state) => state.state?.halt !== undefined,
    run: (state) => state.openResume(),
  },
  {
    id: 'halt.cut',
    group: 'Go',
    label: 'Cut the links',
    words: 'disconnect leave',
    icon: Octagon,
    when: (state) => state.state?.halt?.level === 'stop' && state.state.halt.scope.kind !== 'agents',
    run: (state) => state.openHalt(state.state?.halt?.scope, 'cut'),
  },
  {
    id: 'halt.pane',
    group: 'Go',
    label: 'Show the halt',
    icon: Octagon,
    when: (state) => state.state?.halt !== undefined,
    run: (state) => state.showHaltPane(true),
  },
]
