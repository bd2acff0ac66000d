import { isActive } from '../../../api/simulations.ts'
import { FlaskConical } from 'lucide-react'
import { scenarioOverlay } from '../overlays.ts'
import { keyCaps } from '../../ui/keys.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { bannerRun, isSimulatedFlow } from './state/simulate.ts'

const isWatched = (state: AppState): boolean => bannerRun(state) !== undefined
const isHere = ({ view }: AppState): boolean => view === 'simulate'

/** A key that shows real agents says so in the Flow of a simulation. Group, label and key are those that it has elsewhere. */
function onlyReal(id: string, group: AppCommand['group'], label: string, key: string, why: string): AppCommand {
  return {
    id: `simulate.${id}`,
    group,
    label,
    icon: FlaskConical,
    keys: [key],
    keyOnly: true,
    when: isSimulatedFlow,
    run: (state) => state.toast({ text: 'Not in a simulation', detail: why, isFault: true }),
  }
}

const noNeeds = `Needs me shows only real agents. ${keyCaps('$mod+1').join(' ')} opens it.`

/** Rehearse with agents that are not real. */
export const simulateCommands: readonly AppCommand[] = [
  {
    id: 'simulate.open',
    group: 'Go',
    label: 'Simulate',
    words: 'scenario play test',
    icon: FlaskConical,
    when: (state) => !isHere(state),
    run: (state) => state.openSimulate(),
  },
  {
    id: 'simulate.file',
    group: 'Go',
    label: 'Open a scenario file',
    icon: FlaskConical,
    when: isHere,
    run: (state) => state.setOverlay(scenarioOverlay({})),
  },
  {
    id: 'simulate.run',
    group: 'Simulation',
    label: 'Run the simulation',
    icon: FlaskConical,
    keys: ['$mod+Enter'],
    when: (state) => isHere(state) && !isActive(state.simulation),
    run: (state) => state.startSimulation(),
  },
  {
    id: 'simulate.pause',
    group: 'Simulation',
    label: 'Pause the simulation, or go on',
    icon: FlaskConical,
    keys: ['Space'],
    when: isWatched,
    run: (state) => state.paceSimulation({ mode: state.simulation?.state === 'paused' ? 'go' : 'pause' }),
  },
  {
    id: 'simulate.step',
    group: 'Simulation',
    label: 'One event of the simulation',
    icon: FlaskConical,
    keys: [']'],
    when: isWatched,
    run: (state) => state.paceSimulation({ mode: 'step' }),
  },
  {
    id: 'simulate.flow',
    group: 'Go',
    label: 'Show the simulation in Flow, or its script',
    icon: FlaskConical,
    when: (state) => isHere(state) && (isActive(state.simulation) || state.isFlowOfSimulation),
    run: (state) => state.showFlowOfSimulation(!state.isFlowOfSimulation),
  },
  {
    id: 'simulate.stop',
    group: 'Simulation',
    label: 'Stop the simulation',
    icon: FlaskConical,
    when: ({ simulation }) => isActive(simulation),
    run: (state) => state.stopSimulation(),
  },
  onlyReal('next', 'Needs me', 'Next that needs you', 'n', noNeeds),
  onlyReal('previous', 'Needs me', 'Previous that needs you', 'Shift+N', noNeeds),
  onlyReal('waits', 'Needs me', 'Who waits for whom', 'w', 'Who waits for whom shows only what real agents owe.'),
  onlyReal('case', 'Go', 'Keep as a case', 'Shift+K', 'A case holds only what real agents said.'),
]
