import type { Draft } from '../../../core/command.ts'
import type { MessageEvent } from '../../../core/event.ts'
import { isChannel } from './config.ts'

/** A reply: to the sender, in the same channel. A reply to our own message goes to the same recipients. */
export function replyTo(event: MessageEvent, me: string): Draft {
  const { from, to, conversation, topic } = event.body
  const where = isChannel(conversation) ? { where: topic !== undefined && isChannel(topic) ? topic : conversation } : {}
  const names = from === me ? to.filter((name) => !isChannel(name)) : [from]
  return { from: me, to: names, observers: [], text: '', replyTo: event.id, ...where }
}

/** An acknowledgement for people, addressed the same way. */
export function acknowledgeOf(event: MessageEvent, me: string, text = 'received'): Draft {
  return { ...replyTo(event, me), text: `Acknowledged: ${text}` }
}
