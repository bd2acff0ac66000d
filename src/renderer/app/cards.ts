import type { Event, EventKind } from '../../core/event.ts'
import { MessageBody } from '../features/feed/message-body.tsx'

/** Draws what an event says, in the text column of its row. */
export type Card = React.ComponentType<{ readonly event: Event }>

/** Cards of protocols that show a kind of event in their own way. One line per protocol. */
const cards: Readonly<Record<string, { readonly [K in EventKind]?: Card }>> = {
  chat: { message: MessageBody },
}

/** The card of a protocol's kind of event; messages have one for every protocol, the other kinds none. */
export function cardFor(protocol: string, kind: EventKind): Card | undefined {
  const own = Object.hasOwn(cards, protocol) ? cards[protocol]?.[kind] : undefined
  return own ?? (kind === 'message' ? MessageBody : undefined)
}
