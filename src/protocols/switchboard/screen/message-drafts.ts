import type { ComposedMessage, MessageDraft } from './slices.ts'
import type { MessageDetail } from '../pure/api.ts'
import { actions } from '../pure/message.ts'
import type { Action } from '../pure/message.ts'
import { visibleString } from '../../../renderer/ui/visible-text.tsx'

/** A reply: to the sender, or to the recipient of the operator's own message. Requested work is answered with its result. */
export function replyTo(detail: MessageDetail, operator: string): MessageDraft {
  const { row } = detail
  const isOwn = row.sender.toLowerCase() === operator.toLowerCase()
  const name = isOwn ? row.mailbox : row.sender
  const isAsked = !isOwn && (row.action === 'delegate_task' || row.action === 'request_review')
  return {
    title: `Reply to ${visibleString(name)}`,
    action: isAsked ? 'submit_result' : 'status_update',
    target: { kind: 'agent', name },
    replyTo: row.id,
  }
}

/** The same text to another recipient. */
export function forwardOf(detail: MessageDetail): MessageDraft {
  return { ...copyOf(detail), title: `Forward message from ${visibleString(detail.row.sender)}`, target: { kind: 'agent', name: '' } }
}

/** The same text to the same mailbox, as a new message of the operator. */
export function sendAgain(detail: MessageDetail): MessageDraft {
  const { row } = detail
  return { ...copyOf(detail), title: `Send again to ${visibleString(row.mailbox)}`, target: { kind: 'agent', name: row.mailbox } }
}

function copyOf(detail: MessageDetail): Omit<ComposedMessage, 'target' | 'replyTo'> {
  const known = actions.find((action): action is Action => action === detail.row.action)
  return { action: known ?? 'status_update', payload: detail.payload, metadata: detail.metadata }
}
