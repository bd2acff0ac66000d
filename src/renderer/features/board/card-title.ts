import type { Card } from '../../../protocols/scuttlebot/pure/api.ts'
import { shortId } from '../../../core/short-id.ts'

const shownChars = 240

/** The title of a card in one line; a task whose beginning was not seen goes by its id. */
export function cardTitle(card: Pick<Card, 'title' | 'task'>): string {
  const title = card.title?.replaceAll(/\s+/gu, ' ').trim() ?? ''
  const words = title === '' ? `Task ${shortId(card.task)}` : title
  return words.length > shownChars ? `${words.slice(0, shownChars).toWellFormed()}…` : words
}
