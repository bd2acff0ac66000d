import type { Task } from './task-source.ts'
import { shortId } from '../../../core/short-id.ts'

const shownChars = 240

/** The title of a card on one line; a task whose creation was not seen is shown by its id. */
export function cardTitle(card: Pick<Task, 'title' | 'id'>): string {
  const title = card.title?.replaceAll(/\s+/gu, ' ').trim() ?? ''
  const words = title === '' ? `Task ${shortId(card.id)}` : title
  return words.length > shownChars ? `${words.slice(0, shownChars).toWellFormed()}…` : words
}
