import { conversationId, type Conversation } from '../../../core/conversation.ts'
import type { Event } from '../../../core/event.ts'
import type { AppState, Place } from '../screen.ts'
import { screenOf, viewOf } from './screen-of.ts'

/** A place that is a conversation (`PlaceParts.conversations`), and its link. */
export interface PlaceOfLink extends Place {
  readonly link: string
}

/** A place of a link by the key of its conversation. */
function placeOf(state: AppState, link: string, key: string): PlaceOfLink | undefined {
  const found = conversationPlaces(state, link).find((place) => place.id === key)
  return found && { link, id: found.id, name: found.name }
}

/** The places of a link that are conversations. */
export function conversationPlaces(state: Pick<AppState, 'state' | 'screens'>, link: string | undefined): readonly Place[] {
  return screenOf(state, link)?.placeParts?.conversations?.(viewOf(state, link)) ?? []
}

/** The place whose conversation the feed shows; undefined: the feed shows something else. Makes a new object: not for a selector. */
export function shownPlace(state: AppState): PlaceOfLink | undefined {
  const { conversation } = state.filter
  const link = state.state?.links.find(({ id }) => conversation?.startsWith(conversationId(id, '')) === true)?.id
  return link === undefined || conversation === undefined
    ? undefined
    : placeOf(state, link, conversation.slice(conversationId(link, '').length))
}

/** The place an event belongs to; undefined: its link has no such places, or this one is not joined. Makes a new object: not for a selector. */
export function placeOfEvent(state: AppState, event: Event): PlaceOfLink | undefined {
  return 'conversation' in event.body && event.body.conversation !== undefined
    ? placeOf(state, event.source, event.body.conversation)
    : undefined
}

/** Places without messages, as conversations. */
export function silentConversations(state: Pick<AppState, 'state' | 'screens'>): readonly Conversation[] {
  const { links = [], conversations = [] } = state.state ?? {}
  const known = new Set(conversations.map((one) => one.id))
  return links.flatMap(({ id: source, protocol }) =>
    conversationPlaces(state, source)
      .map(({ id: key, name }) => ({ id: conversationId(source, key), source, protocol, key, topic: name }))
      .filter(({ id }) => !known.has(id))
      .map((place) => ({ ...place, members: [], count: 0, unread: 0, lastOrd: 0, lastAt: 0 })),
  )
}
