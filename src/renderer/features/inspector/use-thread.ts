import type { Event } from '../../../core/event.ts'
import { conversationId } from '../../../core/conversation.ts'
import { useEventAnswer } from './use-event-answer.ts'
import type { Answer } from './use-event-answer.ts'
import { useApp } from '../state/store.ts'

const threadRows = 100

export interface Thread extends Answer<{ readonly events: readonly Event[]; readonly total: number }> {
  /** The message has a reply, or is one. False for protocols without replies. */
  readonly exists: boolean
}

/** The messages of a thread; loaded only while the tab is open, and again when the conversation grows. */
export function useThread(event: Event): Thread {
  const message = event.body.kind === 'message' ? event : undefined
  const conversation = event.body.kind === 'message' ? conversationId(event.source, event.body.conversation) : undefined
  const count = useApp((state) => state.state?.conversations.find((one) => one.id === conversation)?.count)
  const exists = useApp((state) => message !== undefined && (answers(message) || state.feed.rows.some((row) => answers(row, message))))
  const isOpen = useApp((state) => state.inspectorTab === 'thread')
  const thread = useApp((state) => state.thread)
  const answer = useEventAnswer(isOpen && exists ? `${event.id} ${count ?? 0}` : undefined, () => thread(event.id, threadRows))
  return { ...answer, exists }
}

/** Whether the event is a reply, or a reply to this one. */
function answers({ source, body }: Event, message?: Event): boolean {
  const replyTo = body.kind === 'message' || body.kind === 'stream' ? body.replyTo : undefined
  return replyTo !== undefined && (message === undefined || (source === message.source && replyTo === message.wireId))
}
