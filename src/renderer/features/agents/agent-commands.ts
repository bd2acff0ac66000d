import { ArrowDown, ArrowUp, FileText, Pencil, Play, Plus, Reply, Square, Trash2 } from 'lucide-react'
import { moveAgent, shownAgent } from './agent-order.ts'
import { shownLocal } from '../../../protocols/jaibber/screen/agents/locals.ts'
import { teamsOf } from '../../../protocols/jaibber/screen/teams.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { localAgentOverlay } from '../../../protocols/jaibber/screen/overlays.ts'
import { removeAgentOverlay, startAgentOverlay } from '../../../protocols/jaibber/screen/overlays.ts'
import type { OverlayKind } from '../state/overlay.ts'

/** The agent of this machine that is on screen. */
const local = (state: AppState): ReturnType<typeof shownLocal> => (state.view === 'agents' ? shownLocal(state) : undefined)
const isStopped = (state: AppState): boolean => local(state)?.agent.state === 'stopped'
const localHint = (state: AppState): string | undefined => local(state)?.agent.settings.name

function ask(state: AppState, overlay: OverlayKind<{ link: string; agent: string }>): void {
  const shown = local(state)
  if (shown !== undefined) state.setOverlay(overlay({ link: shown.link.id, agent: shown.agent.id }))
}

function change(state: AppState): void {
  const shown = local(state)
  if (shown !== undefined) state.setOverlay(localAgentOverlay({ link: shown.link.id, agent: shown.agent.id }))
}

async function stop(state: AppState, act: 'stopAgent' | 'stopAnswer'): Promise<void> {
  const shown = local(state)
  if (shown !== undefined) await state.stopLocal(act, shown.link.id, shown.agent.id)
}

/** What can be done in the table of agents. */
export const agentCommands: readonly AppCommand[] = [
  {
    id: 'agents.down',
    group: 'Move',
    label: 'Down',
    icon: ArrowDown,
    keys: ['j'],
    when: (state) => state.view === 'agents',
    keyOnly: true,
    run: (state) => moveAgent(state, 1),
  },
  {
    id: 'agents.up',
    group: 'Move',
    label: 'Up',
    icon: ArrowUp,
    keys: ['k'],
    when: (state) => state.view === 'agents',
    keyOnly: true,
    run: (state) => moveAgent(state, -1),
  },
  {
    id: 'agents.message',
    group: 'Message',
    label: (state) => `Message ${shownAgent(state)?.name ?? ''}`,
    sheetLabel: 'Message the agent',
    icon: Reply,
    keys: ['r'],
    when: (state) => state.view === 'agents' && shownAgent(state)?.isOperator === false,
    run: (state) => state.messageTo(shownAgent(state)?.names[0]?.name, shownAgent(state)?.names[0]?.source),
  },
  {
    id: 'agents.source',
    group: 'Message',
    label: 'Open the agent’s file',
    icon: FileText,
    keys: ['o'],
    hint: (state) => shownAgent(state)?.definedIn,
    when: (state) => state.view === 'agents' && shownAgent(state)?.definedIn !== undefined,
    run: (state) => state.openDefinition(shownAgent(state)?.id ?? ''),
  },
  {
    id: 'agents.message-local',
    group: 'Message',
    label: (state) => `Message ${localHint(state) ?? ''}`,
    sheetLabel: 'Message the agent of this machine',
    icon: Reply,
    keys: ['r'],
    when: (state) => local(state) !== undefined && !isStopped(state),
    run: (state) => state.messageTo(localHint(state), local(state)?.link.id),
  },
  {
    id: 'agents.new',
    group: 'Agents',
    label: 'New local agent',
    icon: Plus,
    keys: ['c'],
    when: (state) => state.view === 'agents' && teamsOf(state).length > 0,
    run: (state) => state.setOverlay(localAgentOverlay({})),
  },
  {
    id: 'agents.start',
    group: 'Agents',
    label: 'Start the local agent',
    icon: Play,
    keys: ['s'],
    hint: localHint,
    when: isStopped,
    run: (state) => ask(state, startAgentOverlay),
  },
  {
    id: 'agents.stop',
    group: 'Agents',
    label: 'Stop the local agent',
    icon: Square,
    keys: ['s'],
    hint: localHint,
    when: (state) => local(state) !== undefined && !isStopped(state),
    run: (state) => stop(state, 'stopAgent'),
  },
  {
    id: 'agents.stop-answer',
    group: 'Agents',
    label: 'Stop the answer that it writes',
    icon: Square,
    keys: ['x'],
    hint: localHint,
    when: (state) => local(state)?.agent.state === 'answering',
    run: (state) => stop(state, 'stopAnswer'),
  },
  {
    id: 'agents.change',
    group: 'Agents',
    label: 'Change the local agent',
    icon: Pencil,
    keys: ['e'],
    hint: localHint,
    when: isStopped,
    run: (state) => change(state),
  },
  {
    id: 'agents.remove',
    group: 'Agents',
    label: 'Remove the local agent',
    icon: Trash2,
    hint: localHint,
    when: (state) => local(state) !== undefined,
    run: (state) => ask(state, removeAgentOverlay),
  },
]
