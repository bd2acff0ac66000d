import type { Conversation } from '../../../core/conversation.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Event } from '../../../core/event.ts'
import { counted } from '../../ui/time.ts'
import { conversationsOf, findUnread, matchesFilter } from '../feed/feed-filter.ts'
import { shownAgent } from './shown-agent.ts'
import type { AppState, MakeSlice } from '../screen.ts'
import type { UnreadSlice } from './slices.ts'

/** Messages that are searched for the oldest unread one of a conversation. */
const lookBack = 200
/** Most conversations for which Undo is offered. */
const mostUndone = 50

/** Everything unread. */
export const unreadSlice: MakeSlice<UnreadSlice> = (_set, get, env) => {
  async function oldestUnread(conversation: Conversation): Promise<Event | undefined> {
    const { workspace, state } = get()
    if (workspace === undefined || state === undefined) return undefined
    const page = await env.client.call('feed.page', { workspace, filter: { conversation: conversation.id }, limit: lookBack })
    if (!page.ok) return undefined
    const isOwn = ({ body }: Event): boolean => body.kind === 'message' && body.from === state.info.operator
    const found = findUnread(page.value.events, [conversation], isOwn)
    return page.value.events.find((event) => event.ord === found?.ord)
  }

  return {
    async nextUnread() {
      const here = unreadIn(get(), true)
      const [next] = here.length > 0 ? here : unreadIn(get(), false)
      const event = next && (await oldestUnread(next))
      if (next === undefined || event === undefined) return fail('not-found', 'There are no unread messages.')
      if (!matchesFilter(event, get().filter, shownAgent(get()))) get().setFilter({ conversation: next.id })
      return get().jumpTo(event.id)
    },

    async markAllRead() {
      const { workspace, filter } = get()
      const unread = unreadIn(get(), true)
      if (workspace === undefined || unread.length === 0) return ok({})
      const oldest = unread.length > mostUndone ? [] : await Promise.all(unread.map(oldestUnread))
      const upTo = Math.max(...unread.map((one) => one.lastOrd))
      const done = await env.client.call('conversations.markRead', { workspace, filter, upTo })
      if (!done.ok) return done
      const events = oldest.filter((event) => event !== undefined)
      const undo = async (): Promise<void> => {
        for (const event of events) await env.client.call('conversations.markUnread', { event: event.id })
      }
      get().toast({
        text: 'Marked as read',
        detail: counted(unread.length, 'conversation'),
        ...(events.length === unread.length && { act: { label: 'Undo', run: () => void undo() } }),
      })
      return done
    },
  }
}

/** Conversations with unread messages, within the filter on screen or the whole workspace, latest first. */
function unreadIn(state: AppState, isHere: boolean): Conversation[] {
  const all = state.state?.conversations ?? []
  const shown = isHere ? conversationsOf(state.filter, all, shownAgent(state)) : all
  return shown.filter((one) => one.unread > 0).toSorted((a, b) => b.lastOrd - a.lastOrd)
}
