import type { Card } from '../../../protocols/scuttlebot/pure/api.ts'

const shownChars = 240

/** The title of a card in one line; a task whose beginning was not seen goes by its id. */
export function cardTitle(card: Pick<Card, 'title' | 'task'>): string {
  const title = card.title?.replaceAll(/\s+/gu, ' ').trim() ?? ''
  const words = title === '' ? `Task ${shortId(card.task)}` : title
  return words.length > shownChars ? `${words.slice(0, shownChars).toWellFormed()}…` : words
}

/** `01KAKX…6QZ`: enough of an id to tell it from others on screen. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 6).toWellFormed()}…${id.slice(-3).toWellFormed()}`
}
