import { AtSign, CheckCheck, MailOpen, Search } from 'lucide-react'
import type { AppCommand, AppState } from '../screen.ts'

/** Commands of the list pane next to the feed. */
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
  {
    id: 'list.for-you',
    group: 'Go',
    label: 'Messages for you',
    icon: AtSign,
    when: (state) => state.workspace !== undefined,
    run: (state) => state.setFilter({ forYou: true }),
  },
  {
    id: 'list.next-unread',
    group: 'Move',
    label: 'Next unread',
    icon: MailOpen,
    keys: ['n'],
    when: (state) => state.view === 'feed' && hasUnread(state),
    run: (state) => state.nextUnread(),
  },
  {
    id: 'list.mark-all-read',
    group: 'Message',
    label: 'Mark all read',
    icon: CheckCheck,
    keys: ['Shift+U'],
    when: (state) => state.view === 'feed' && hasUnread(state),
    run: (state) => state.markAllRead(),
  },
]

function hasUnread(state: AppState): boolean {
  return state.state?.conversations.some((one) => one.unread > 0) === true
}
