import type { Draft } from '../../../core/command.ts'
import type { MessageEvent } from '../../../core/event.ts'

/** A reply: it mentions the sender, in the same project. A reply to our own message mentions its recipients again. */
export function replyTo(event: MessageEvent, me: string): Draft {
  const { from, to, conversation } = event.body
  return { from: me, to: from === me ? [...to] : [from], observers: [], text: '', replyTo: event.id, where: conversation }
}

/** An acknowledgement for people. It mentions nobody, because a mentioned agent would answer it. */
export function acknowledgeOf(event: MessageEvent, me: string, text = 'received'): Draft {
  return { ...replyTo(event, me), to: [], text: `Acknowledged: ${text}` }
}
