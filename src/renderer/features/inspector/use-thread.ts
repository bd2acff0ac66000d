import type { Event } from '../../../core/event.ts'
import { conversationId } from '../../../core/conversation.ts'
import { useApp } from '../../app/store.ts'
import { useAnswer } from './use-answer.ts'
import type { Answer } from './use-answer.ts'

const threadRows = 100

export interface Thread extends Answer<{ readonly events: readonly Event[]; readonly total: number }> {
  /** Messages in the conversation, for the tab. */
  readonly total: number | undefined
}

/** The messages between the same parties; asked for only while the tab is open, again when there are more. */
export function useThread(event: Event | undefined): Thread {
  const id = event?.body.kind === 'message' ? conversationId(event.source, event.body.conversation) : undefined
  const total = useApp((state) => state.state?.conversations.find((one) => one.id === id)?.count)
  const isOpen = useApp((state) => state.inspectorTab === 'thread')
  const thread = useApp((state) => state.thread)
  const eventId = event?.id ?? ''
  const answer = useAnswer(isOpen && id !== undefined ? `${eventId} ${total ?? 0}` : undefined, () => thread(eventId, threadRows))
  return { ...answer, total }
}
