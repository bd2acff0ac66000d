import { isMessage, type Event, type MessageEvent } from '../core/event.ts'
import { conversationOf } from '../core/fold/conversations.ts'
import { limits } from '../core/limits.ts'
import type { Journal } from '../core/journal.ts'

/** How many replies are followed back to the first message, and how many pages of the conversation are searched for further replies. */
const mostSteps = 200
const mostPages = 10

/** The thread of this message, oldest first; unrelated messages of the conversation are left out. */
export function threadOf(journal: Pick<Journal, 'find' | 'page'>, event: MessageEvent): readonly Event[] {
  const first = beginningOf(journal, event)
  const ids = new Set([first.wireId, event.wireId])
  const thread: Event[] = [first]
  const filter = { conversation: conversationOf(event), kinds: ['message'] }
  let after = first.ord
  for (let count = 0; count < mostPages; count++) {
    const page = journal.page({ workspace: event.workspace, filter, after, limit: limits.pageRows })
    for (const each of page.events) {
      if (!isMessage(each) || !(each.id === event.id || (each.body.replyTo !== undefined && ids.has(each.body.replyTo)))) continue
      ids.add(each.wireId)
      thread.push(each)
    }
    after = page.events.at(-1)?.ord ?? after
    if (!page.hasAfter) break
  }
  return thread.some(({ id }) => id === event.id) ? thread : [...thread, event].toSorted((one, other) => one.ord - other.ord)
}

/** The first message of the thread: replies are followed back as far as they are stored. */
function beginningOf(journal: Pick<Journal, 'find'>, event: MessageEvent): MessageEvent {
  let first = event
  const seen = new Set([event.wireId])
  for (let step = 0; step < mostSteps; step++) {
    const { replyTo } = first.body
    const answered = replyTo === undefined || seen.has(replyTo) ? undefined : journal.find(event.source, replyTo)
    if (answered === undefined || !isMessage(answered)) break
    seen.add(answered.wireId)
    first = answered
  }
  return first
}
