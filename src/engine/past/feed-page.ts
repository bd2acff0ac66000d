import type { Event } from '../../core/event.ts'
import type { EventPage, Journal, PageQuery } from '../../core/journal.ts'

type Read = Pick<Journal, 'page' | 'event' | 'cursorAt' | 'lastPlace'>

/** The pages of a workspace's journal, and its events by their wire ids, as they were at a moment, ms. */
export function journalAsOf(journal: Read & Pick<Journal, 'find'>, workspace: string, asOf: number): Pick<Journal, 'page' | 'find'> {
  const upTo = journal.cursorAt(workspace, asOf)
  return {
    page: (query) => pageAsOf(journal, query, asOf),
    find(source, wireId) {
      const event = journal.find(source, wireId)
      return event === undefined || event.cursor > upTo ? undefined : event
    },
  }
}

/** Pages that are read for one: in a busy conversation, most of a page can be later than the moment. */
const mostPages = 20

/** A page of the feed as it was at a moment, ms: nothing that was stored later, and the version of each message that was known then. */
export function pageAsOf(journal: Read, query: PageQuery, asOf: number): EventPage {
  const { workspace, limit } = query
  const upTo = journal.cursorAt(workspace, asOf)
  /** Above it, nothing was stored by then. */
  const top = journal.lastPlace(workspace, asOf)
  /** An event as it was; undefined: it was stored later. */
  const asWas = (event: Event): Event | undefined => {
    let version: Event | undefined = event
    while (version !== undefined && version.cursor > upTo)
      version = version.supersedes === undefined ? undefined : journal.event(version.supersedes)
    return version
  }
  const isForward = query.after !== undefined
  let place: Partial<PageQuery> =
    isForward || query.around !== undefined ? {} : { before: query.before === undefined ? top : Math.min(query.before, top) }
  let events: Event[] = []
  let first: EventPage | undefined
  let last: EventPage | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = journal.page({ ...query, ...place })
    const found = page.events.flatMap((event) => asWas(event) ?? [])
    events = isForward ? [...events, ...found] : [...found, ...events]
    first ??= page
    last = page
    const edge = isForward ? page.events.at(-1) : page.events[0]
    const isDone =
      query.around !== undefined || events.length >= limit || edge === undefined || !(isForward ? page.hasAfter : page.hasBefore)
    if (isDone || edge.ord >= top) break
    place = isForward ? { after: edge.ord } : { before: edge.ord }
  }
  const end = first?.events.at(-1)
  const isCut = events.length > limit && query.around === undefined
  return {
    events: isCut ? (isForward ? events.slice(0, limit) : events.slice(-limit)) : events,
    hasBefore: (isForward ? first : last)?.hasBefore === true || (isCut && !isForward),
    hasAfter: isForward
      ? isCut || (last?.hasAfter === true && (last.events.at(-1)?.ord ?? top) < top)
      : query.before !== undefined && query.before <= top
        ? first?.hasAfter === true
        : query.around !== undefined && first?.hasAfter === true && end !== undefined && end.ord < top && asWas(end) !== undefined,
  }
}
