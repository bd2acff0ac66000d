import { AtSign, CheckCheck, MailOpen, Pin, Search } from 'lucide-react'
import type { AppCommand, AppState } from '../screen.ts'

/** Commands of the list pane next to the feed. */
export const listCommands: readonly AppCommand[] = [
  {
    id: 'list.find',
    group: 'Go',
    label: 'Find a conversation or agent',
    words: 'filter list',
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
    keys: ['Shift+J'],
    when: (state) => state.view === 'feed' && hasUnread(state),
    run: (state) => state.nextUnread(),
  },
  {
    id: 'list.pin',
    group: 'Move',
    label: 'Pin the focused conversation',
    icon: Pin,
    keys: ['p'],
    keyOnly: true,
    when: () => focusedConversation() !== undefined,
    run: (state) => {
      const id = focusedConversation()
      if (id !== undefined) state.pin(id)
    },
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

/** The conversation whose line in the tree has the focus: only these lines can be pinned. */
function focusedConversation(): string | undefined {
  const line = document.activeElement?.closest<HTMLElement>('[role=tree] [data-row]')
  return line?.querySelector('[data-pin]') === null ? undefined : line?.dataset['row']
}

function hasUnread(state: AppState): boolean {
  return state.state?.conversations.some((one) => one.unread > 0) === true
}
