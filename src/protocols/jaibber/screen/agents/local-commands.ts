import { Pencil, Play, Plus, Reply, Square, Trash2 } from 'lucide-react'
import type { AppCommand, AppState } from '../../../../renderer/features/screen.ts'
import type { OverlayKind } from '../../../../renderer/features/state/overlay.ts'
import { localAgentOverlay, removeAgentOverlay, startAgentOverlay } from '../overlays.ts'
import { teamsOf } from '../teams.ts'
import type { LocalsSlice } from './locals-state.ts'
import { shownLocal } from './locals.ts'

/** The local agent on screen. */
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

async function stop(state: AppState & LocalsSlice, act: 'stopAgent' | 'stopAnswer'): Promise<void> {
  const shown = local(state)
  if (shown !== undefined) await state.stopLocal(act, shown.link.id, shown.agent.id)
}

/** Commands for local agents. */
export const localCommands: readonly AppCommand<LocalsSlice>[] = [
  {
    id: 'agents.message-local',
    group: 'Message',
    label: (state) => `Message ${localHint(state) ?? ''}`,
    sheetLabel: 'Message the local agent',
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
    label: 'Stop the current answer',
    icon: Square,
    keys: ['x'],
    hint: localHint,
    when: (state) => local(state)?.agent.state === 'answering',
    run: (state) => stop(state, 'stopAnswer'),
  },
  {
    id: 'agents.change',
    group: 'Agents',
    label: 'Edit the local agent',
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
