import { ArrowDown, ArrowUp, FileText, Reply, UserPlus } from 'lucide-react'
import { canWriteTo, writeTo } from './about-agent.ts'
import { moveAgent, shownAgent } from './agent-order.ts'
import { inviteOverlay } from '../overlays.ts'
import type { AppCommand } from '../screen.ts'

/** Commands of the agent table. */
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
    when: (state) => state.view === 'agents' && canWriteTo(state, shownAgent(state)),
    writes: true,
    run: (state) => writeTo(state, shownAgent(state)),
  },
  {
    id: 'agents.invite',
    group: 'Agents',
    label: 'Invite an agent',
    words: 'add connect new join',
    icon: UserPlus,
    when: (state) => state.workspace !== undefined,
    writes: true,
    run: (state) => state.setOverlay(inviteOverlay({})),
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
]
