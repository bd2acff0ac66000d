import type { Draft } from '../../../core/command.ts'
import type { MessageEvent } from '../../../core/event.ts'

/** A reply: from us to the sender, with the other party as observer. A reply to our own message goes to the same recipient. */
export function replyTo(event: MessageEvent, me: string): Draft {
  const { from, to } = event.body
  const others = from === me ? [] : to.filter((name) => name !== me && name !== from)
  return { from: me, to: from === me ? to.slice(0, 1) : [from], observers: others, text: '', replyTo: event.id }
}

/** The acknowledgement of the specification ("Acknowledgment"): to the sender; recipient and observers, except us, become observers. */
export function acknowledgeOf(event: MessageEvent, me: string, text = 'received'): Draft {
  const { from, to, observers } = event.body
  const rest = [...new Set([...to, ...observers])].filter((name) => name !== me && name !== from)
  return { from: me, to: [from], observers: rest, text: `Acknowledged — ${text}`, replyTo: event.id }
}
