import { createElement } from 'react'
import type { Event } from '../../../core/event.ts'
import type { AppState } from '../screen.ts'
import { MessageCard } from './message-card.tsx'

/** Draws an event with the card of its protocol; messages look the same for every protocol. Undefined: the row draws the kind itself. */
export function drawCard(screens: AppState['screens'], event: Event): React.JSX.Element | undefined {
  const { kind } = event.body
  const card = screens.get(event.protocol)?.card?.[kind] ?? (kind === 'message' ? MessageCard : undefined)
  return card === undefined ? undefined : createElement(card, { event })
}

/** Draws what the inspector shows about a message of its protocol; undefined: nothing more. */
export function drawDetails(screens: AppState['screens'], event: Event): React.JSX.Element | undefined {
  const details = screens.get(event.protocol)?.details
  return details === undefined ? undefined : createElement(details, { event })
}
