import type { Draft } from '../../../core/command.ts'
import type { MessageEvent } from '../../../core/event.ts'
import { isChannel } from './config.ts'

/** A reply: to the one who said it, where it was said. To our own message: again to whom it went. */
export function replyTo(event: MessageEvent, me: string): Draft {
  const { from, to, conversation, topic } = event.body
  const where = isChannel(conversation) ? { where: topic !== undefined && isChannel(topic) ? topic : conversation } : {}
  const names = from === me ? to.filter((name) => !isChannel(name)) : [from]
  return { from: me, to: names, observers: [], text: '', replyTo: event.id, ...where }
}

/** An acknowledgement for people, said the same way. */
export function acknowledgeOf(event: MessageEvent, me: string, text = 'received'): Draft {
  return { ...replyTo(event, me), text: `Acknowledged: ${text}` }
}
