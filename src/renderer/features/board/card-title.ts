import type { Task } from './task-source.ts'
import { shortId } from '../../../core/short-id.ts'
import { cutText, singleSpaced } from '../../../core/text.ts'

const shownChars = 240

/** The title of a card on one line; a task whose creation was not seen is shown by its id. */
export function cardTitle(card: Pick<Task, 'title' | 'id'>): string {
  const title = singleSpaced(card.title ?? '')
  return cutText(title === '' ? `Task ${shortId(card.id)}` : title, shownChars)
}
