import { createElement } from 'react'
import type { Event, EventKind } from '../../../core/event.ts'
import { EnvelopeCard } from '../../../protocols/scuttlebot/screen/feed/envelope-card.tsx'
import { MessageBody } from './message-body.tsx'
import { TeamCard } from '../../../protocols/jaibber/screen/feed/team-card.tsx'
import { ChainDetails } from '../../../protocols/jaibber/screen/feed/chain-details.tsx'

/** Draws what an event says, in the text column of its row. */
export type Card = React.ComponentType<{ readonly event: Event }>

/** Cards of protocols that show a kind of event in their own way. One line per protocol. */
const cards: Readonly<Record<string, { readonly [K in EventKind]?: Card }>> = {
  chat: { message: MessageBody },
  scuttlebot: { message: EnvelopeCard },
  jaibber: { message: TeamCard },
}

/** What the inspector tells of a message of a protocol beside its parties. One line per protocol. */
const details: Readonly<Record<string, Card>> = { jaibber: ChainDetails }

/** Draws an event with the card of its protocol; messages have one for every protocol. Undefined: the row draws the kind itself. */
export function drawCard(event: Event): React.JSX.Element | undefined {
  const { kind } = event.body
  const own = Object.hasOwn(cards, event.protocol) ? cards[event.protocol]?.[kind] : undefined
  const card = own ?? (kind === 'message' ? MessageBody : undefined)
  return card === undefined ? undefined : createElement(card, { event })
}

/** Draws what the inspector tells of a message of its protocol; undefined: nothing more. */
export function drawDetails(event: Event): React.JSX.Element | undefined {
  const more = Object.hasOwn(details, event.protocol) ? details[event.protocol] : undefined
  return more === undefined ? undefined : createElement(more, { event })
}
