import { Search } from 'lucide-react'
import type { AppCommand } from './command.ts'

/** Commands of the list pane beside the feed. */
export const listCommands: readonly AppCommand[] = [
  {
    id: 'list.find',
    group: 'Go',
    label: 'Find a conversation or agent',
    icon: Search,
    keys: ['$mod+p'],
    when: (state) => state.workspace !== undefined && state.view === 'feed',
    run: (state) => {
      const field = document.getElementById('find-in-list')
      if (field?.getClientRects().length === 0) state.setDrawer('list')
      requestAnimationFrame(() => field?.focus())
    },
  },
]
